/* A static graph of coarse operations.
 *
 * models/ composes ops into a graph once for a configuration and size. The plan gives every
 * tensor an address in one block of memory. Forward runs the nodes in order of creation,
 * backward in reverse. Nothing is allocated after planning.
 *
 *      build                 plan                  run (many times)
 *   gf_embed, gf_linear …  lifetimes -> offsets   forward, backward
 *
 * Activations are matrices [R][width] with R = n_seq * n_time rows, one per position.
 * A graph serves any batch up to the size it was planned for.
 * SPDX-License-Identifier: MIT */
#ifndef GF_GRAPH_GRAPH_H
#define GF_GRAPH_GRAPH_H

#include "base/arena.h"
#include "graph/weights.h"
#include "kernels/kernels.h"

#define GF_MAX_INPUTS 64 /* concat takes one per head */
#define GF_MAX_NODES 512

/* Three computations of the same mean, see ops/average.c. */
enum gf_averaging { GF_AVERAGE_MATRIX = 0, GF_AVERAGE_LOOPS, GF_AVERAGE_SOFTMAX };

struct gf_tensor {
    const char *name;
    enum gf_stream stream;
    size_t width;
    float *value;   /* [rows][width] */
    float *grad;    /* same shape; NULL where no gradient is needed */
    bool is_result; /* must outlive the forward run (logits) */

    /* Set by the plan. */
    int producer;      /* node that writes value */
    int last_use;      /* last node that reads value forward */
    int last_consumer; /* last live node that reads it: the first to write grad */
    int grad_of;       /* tensor whose grad buffer this one shares, or -1 */
    bool is_live;      /* the loss depends on it */
};

/* What the backward of an op reads, which the plan keeps until then. */
enum gf_keep {
    GF_KEEP_IN0 = 1,
    GF_KEEP_IN1 = 2,
    GF_KEEP_IN2 = 4,
    GF_KEEP_OUT = 8,
    GF_KEEP_AUX = 16
};

struct gf_input {
    int tensor;
    size_t column; /* first column read, for views into fused tensors */
    bool add_grad; /* a later node already wrote this input's gradient: add to it */
};

struct gf_node {
    const struct gf_op *op;
    const char *name;
    uint64_t site; /* hash of the name, which selects the dropout stream */
    int layer;     /* block that the node belongs to; -1: none */
    int attention; /* number of the attention in the model; -1: not an attention */
    size_t
        first_head; /* heads first_head .. first_head + H - 1 of it are this node's */
    int n_in;
    struct gf_input *in; /* [n_in] */
    int out;
    int weight, bias; /* parameters in the layout; -1: none */
    unsigned keep;    /* enum gf_keep bits */
    int passes_grad;  /* input whose gradient is the output's unchanged (a residual), or
                         -1: the plan lets both share one buffer when it may */
    size_t aux_per_row; /* floats per row of saved state, set by the op */
    float *aux;
    size_t work;  /* floats of scratch, set by the op for the planned size */
    double flops; /* of products, forward, per row of the output */

    /* Attributes of the ops that have them. */
    enum gf_act act;
    enum gf_norm norm;
    float p;      /* dropout probability */
    float factor; /* score scale, embedding scale, soft cap */
    float eps;
    bool causal;
    size_t H;
    size_t n_kv_head, first_kv_head; /* heads of k and v that this node's heads share */
    const float
        *table; /* constant positions [T][C], angles of rotary ones, slopes of heads */
    /* The first n_columns are H groups: head norms scale each, rotary positions turn the first
     * rotary_dim columns of each. */
    size_t n_columns, rotary_dim;
    bool halves; /* pairs are (i, i + rotary_dim / 2), not (2i, 2i + 1) */
    enum gf_averaging averaging;
};

enum gf_graph_mode {
    GF_GRAPH_INFER, /* a value's memory is reused after its last use */
    GF_GRAPH_TRAIN, /* values live until backward has read them */
    GF_GRAPH_CACHE, /* every value is kept, for inspection, and there are no gradients */
    GF_GRAPH_INSPECT /* every value and gradient is kept */
};

struct gf_graph {
    struct gf_arena *arena;
    struct gf_layout *layout;
    enum gf_graph_mode mode;
    size_t max_seq, max_time[GF_STREAM_COUNT];
    size_t n_position[GF_STREAM_COUNT]; /* of learned ones: those of a whole window */
    size_t max_keys; /* that a query attends to: more than rows where keys are cached */
    struct gf_tensor *tensors; /* [n_node], each a node's output */
    struct gf_node *nodes;     /* [n_node] */
    struct gf_input *inputs;   /* of all nodes */
    size_t max_node, max_input;
    int n_node;
    size_t n_input;
    bool overflow;                   /* more nodes than max_node */
    int layer;                       /* layer of the nodes added next */
    int n_attention;                 /* attentions so far */
    struct gf_tensor *logits, *loss; /* results; the loss of each row, in nats */
    float *work;
    size_t n_bytes; /* planned size; SIZE_MAX: exceeds the address space */
};

/* Keys and values of earlier positions, one pair of matrices per attention. Those of a
 * source are written once, when a batch has source rows. */
struct gf_cache {
    float **k, **v;            /* [attention] -> [max_time][width] */
    size_t width;              /* of all heads of keys of an attention */
    size_t n_source;           /* source rows read */
    const uint8_t *source_pad; /* [n_source], or NULL */
};

/* The input of a run. Arrays are borrowed for the duration of the call. */
struct gf_batch {
    size_t n_seq, n_time[GF_STREAM_COUNT];
    const int32_t *tokens[GF_STREAM_COUNT]; /* [n_seq][n_time] */
    const uint8_t *pad[GF_STREAM_COUNT];    /* [n_seq][n_time], 1 = padding; or NULL */
    const int32_t *target;                  /* [n_seq][n_time[0]], -1 = ignored */
    float inv_count;                        /* 1 / counted targets of the whole step */

    bool dropout;
    uint64_t seed, step;
    size_t first_seq; /* index of sequence 0 in the step's batch */

    /* Shards of this run by sequences; see struct gf_shards. 0: forward only. */
    size_t n_shard, shard_end[GF_MAX_SHARDS];
    bool carry;

    const float *head_mask; /* [attention node][H] factor on head outputs, or NULL */
    float *head_mask_grad;  /* same shape, or NULL */

    struct gf_cache *cache; /* decoding: rows continue at position `pos` */
    size_t pos;
};

/* Milliseconds spent in each node, accumulated since the owner cleared it. */
struct gf_timings {
    double (*now)(void); /* milliseconds since any fixed moment */
    double forward[GF_MAX_NODES], backward[GF_MAX_NODES];
    double optimizer, packing; /* written by the trainer */
};

struct gf_run {
    struct gf_graph *graph;
    const struct gf_weights *weights;
    const struct gf_batch *batch;
    size_t
        n_head; /* H of the model: the row length of the head mask and caches in heads */
    float *grad;  /* flat gradients, see layout.h; backward only */
    double *loss; /* [n_shard] sums of row losses in nats, carried like gradients;
                     backward only */
    struct gf_timings *timings; /* NULL: not timed, no clock is read */
};

/* A kind of operation, documented in its file in ops/. */
struct gf_op {
    const char *name;
    void (*forward)(struct gf_run *run, struct gf_node *node);
    void (*backward)(struct gf_run *run, struct gf_node *node);
};

#define GF_OP(name) extern const struct gf_op gf_op_##name;
#include "graph/ops.def"
#undef GF_OP

/* ---- building ------------------------------------------------------------------- */

/* An empty graph for up to max_seq sequences; NULL when there is no memory. It has room for as
 * many nodes as another graph of this layout had, if that says so, or for GF_MAX_NODES. */
struct gf_graph *gf_graph_new(struct gf_arena *arena, struct gf_layout *layout,
                              enum gf_graph_mode mode, size_t max_seq,
                              const size_t max_time[GF_STREAM_COUNT]);

/* Adds a node with its output tensor `name` of `width` on `stream`. Never NULL: where there is no
 * room the last node is reused and `overflow` set, which gf_graph_plan reports. */
struct gf_node *gf_graph_add(struct gf_graph *graph, const struct gf_op *op,
                             const char *name, enum gf_stream stream, size_t width);

/* Adds an input to the node added last: the columns of `tensor` starting at `column`. */
void gf_node_input(struct gf_graph *graph, struct gf_node *node,
                   const struct gf_tensor *tensor, size_t column);

/* Whether runs may go backward. */
static inline bool gf_graph_has_backward(const struct gf_graph *graph)
{
    return graph->mode == GF_GRAPH_TRAIN || graph->mode == GF_GRAPH_INSPECT;
}

/* Rows of a stream at the planned size. */
static inline size_t gf_graph_rows(const struct gf_graph *graph, enum gf_stream stream)
{
    return graph->max_seq * graph->max_time[stream];
}

/* Operations of a node's products in a training step, of one sequence: forward, and backward
 * for its input and, unless they are frozen, for its weights. */
static inline double gf_node_flops(const struct gf_graph *graph,
                                   const struct gf_node *node)
{
    const bool frozen =
        node->weight >= 0 &&
        graph->layout->params[node->weight].grad_offset == GF_NO_GRADIENT;
    const size_t rows = graph->max_time[graph->tensors[node->out].stream];
    return (frozen ? 2 : 3) * (double)rows * node->flops;
}

/* Keys of a stream at the planned size. */
static inline size_t gf_graph_keys(const struct gf_graph *graph, enum gf_stream stream)
{
    return stream == GF_STREAM_MAIN ? graph->max_keys : graph->max_time[stream];
}

/* A formatted name, e.g. "h.%i.attn", owned by the graph's arena. */
const char *gf_graph_name(struct gf_graph *graph, const char *fmt, int i);

/* Two texts joined, owned by the graph's arena. */
const char *gf_graph_join(struct gf_graph *graph, const char *left, const char *right);

/* Gives every tensor its memory; with `dry` only computes n_bytes. After GF_OUT_OF_MEMORY the
 * graph can only be freed, with its arena. */
enum gf_status gf_graph_plan(struct gf_graph *graph, bool dry, struct gf_error *err);

/* ---- running -------------------------------------------------------------------- */

/* Runs the nodes from `first` on; those before it keep their values. */
void gf_graph_forward_from(struct gf_run *run, int first);

static inline void gf_graph_forward(struct gf_run *run)
{
    gf_graph_forward_from(run, 0);
}

/* After forward of the same batch: parameter gradients into run->grad (unless NULL), loss sums
 * into run->loss. */
void gf_graph_backward(struct gf_run *run);

/* ---- inspecting ----------------------------------------------------------------- */

/* By name; NULL when there is none. */
struct gf_tensor *gf_graph_tensor(struct gf_graph *graph, const char *name);

/* ---- for ops -------------------------------------------------------------------- */

static inline struct gf_tensor *gf_in(struct gf_run *run, struct gf_node *node, int i)
{
    return &run->graph->tensors[node->in[i].tensor];
}

static inline struct gf_tensor *gf_out(struct gf_run *run, struct gf_node *node)
{
    return &run->graph->tensors[node->out];
}

static inline size_t gf_rows(const struct gf_run *run, enum gf_stream stream)
{
    return run->batch->n_seq * run->batch->n_time[stream];
}

/* The run's shards in rows of a stream. */
struct gf_shards gf_run_shards(const struct gf_run *run, enum gf_stream stream);

/* The dropout stream of a node in this step. */
struct gf_rng gf_run_dropout_key(const struct gf_run *run, const struct gf_node *node);

/* The dropout probability in effect: the node's, or 0 outside training. */
static inline float gf_run_p(const struct gf_run *run, const struct gf_node *node)
{
    return run->batch->dropout ? node->p : 0.0f;
}

/* Dropout of a node's output, or of the gradient there, to `to`, which may be `from`. Returns
 * `to`, or `from` where none is in effect. */
const float *gf_run_dropout(const struct gf_run *run, const struct gf_node *node,
                            float *to, const float *from);

/* The factor on the output of a head: 1 unless it is switched off. */
static inline float gf_run_head_mask(const struct gf_run *run, size_t attention,
                                     size_t head)
{
    const float *head_mask = run->batch->head_mask;
    return head_mask ? head_mask[attention * run->n_head + head] : 1;
}

/* The gradient of parameter `i` of the layout; NULL for a frozen one, or without those of
 * parameters. */
static inline float *gf_run_grad(const struct gf_run *run, int i)
{
    size_t offset = run->graph->layout->params[i].grad_offset;
    return offset == GF_NO_GRADIENT || !run->grad ? NULL : run->grad + offset;
}

#endif
