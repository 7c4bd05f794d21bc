/* Facts about a session as JSON: sizes, data, vocabulary, parameters, structure.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "api/session.h"
#include "base/exact.h"
#include "base/utf8.h"

void gf_session_write_size(struct gf_json_writer *w, const struct gf_config *config,
                           struct gf_size size)
{
    gf_json_double(gf_json_key(w, "n_param"), (double)size.n_param);
    gf_json_double(gf_json_key(w, "n_trained"), (double)size.n_trained);
    gf_json_double(gf_json_key(w, "memory_bytes"), (double)size.n_bytes);
    gf_json_double(gf_json_key(w, "flops_per_step"), size.flops);
    gf_config_write(gf_json_key(w, "config"), config);
}

/* Including what a model that is not trained takes when it writes. */
static size_t memory_in_use(const struct gf_session *session)
{
    bool will_write = !session->trainer.graph && !session->generator.model;
    return (will_write ? gf_generator_measure(&session->model.config) : 0) +
           session->arena.n_bytes + session->data.n_bytes +
           session->model.arena.n_bytes + session->model.weights.own.n_bytes +
           session->model.weights.panels.n_bytes + session->trainer.arena.n_bytes +
           session->trainer.reading.n_bytes +
           gf_reader_bytes(&session->trainer.reader) +
           session->generator.arena.n_bytes +
           gf_reader_bytes(&session->generator.reader) +
           session->activations.arena.n_bytes + session->activations.run.n_bytes +
           session->activations.shown.n_bytes + session->inspector.arena.n_bytes;
}

/* Examples of a task, to show and to use as prompts. */
#define N_EXAMPLES 12

/* Validation pairs in the form of a prompt: question, tab, answer. */
static void write_pairs(const struct gf_session *session, struct gf_json_writer *w)
{
    const struct gf_pairs *pairs = &session->pairs;
    const struct gf_tokenizer *answers =
        session->form == GF_FORM_TAGGING ? &session->labels : &session->tokenizer;
    GF_SCOPED_BUFFER(line, scratch);
    size_t first, n_pairs = gf_pairs_size(pairs, GF_SPLIT_VAL, &first);
    for (size_t i = first; i < first + n_pairs && i < first + N_EXAMPLES; i++) {
        size_t n_source, n_answer;
        const int32_t *source = gf_pairs_source_of(pairs, i, &n_source);
        const int32_t *answer = gf_pairs_answer_of(pairs, i, &n_answer);
        line.n = 0;
        gf_tokenizer_decode(&session->tokenizer, source, n_source, &line, NULL);
        gf_buffer_puts(&line, "\t");
        gf_tokenizer_decode(answers, answer, n_answer, &line, NULL);
        gf_json_string_n(w, line.data, line.n);
    }
}

/* The first whole lines of a generated validation text. */
static void write_lines(const struct gf_session *session, struct gf_json_writer *w)
{
    GF_SCOPED_BUFFER(text, scratch);
    size_t n = gf_corpus_size(&session->corpus, GF_SPLIT_VAL);
    n = n < 64 * N_EXAMPLES ? n : 64 * N_EXAMPLES;
    gf_tokenizer_decode(&session->tokenizer,
                        gf_corpus_tokens(&session->corpus, GF_SPLIT_VAL), n, &text,
                        NULL);
    const char *at = text.n > 0 ? memchr(text.data, '\n', text.n) : NULL;
    for (int i = 0; at && i < N_EXAMPLES; i++) {
        const char *line = at + 1;
        at = memchr(line, '\n', (size_t)(text.data + text.n - line));
        if (at) {
            gf_json_string_n(w, line, (size_t)(at - line));
        }
    }
}

/* By which a page finds where in the text the validation part begins. */
static void write_val_chars(const struct gf_session *session, struct gf_json_writer *w)
{
    GF_SCOPED_BUFFER(text, scratch);
    size_t n = gf_corpus_size(&session->corpus, GF_SPLIT_VAL);
    const int32_t *ids = gf_corpus_tokens(&session->corpus, GF_SPLIT_VAL);
    if (gf_tokenizer_decode(&session->tokenizer, ids, n, &text, NULL) == GF_OK) {
        gf_json_double(gf_json_key(w, "n_val_chars"),
                       (double)gf_utf8_count(text.data, text.n));
    } else {
        w->out->arena->failed = true;
    }
}

static void write_text_facts(const struct gf_session *session, struct gf_json_writer *w)
{
    const struct gf_baselines *b = &session->baselines;
    const struct {
        const char *name;
        double value;
    } rows[] = {{"uniform", b->uniform},
                {"unigram", b->unigram},
                {"bigram", b->bigram},
                {"trigram", b->trigram}};
    bool text = session->form == GF_FORM_TEXT;
    size_t n = text ? session->corpus.n_tokens : session->pairs.n_pairs;
    size_t n_train = text ? session->corpus.n_train : session->pairs.n_train;
    gf_json_double(gf_json_key(w, "n_train"), (double)n_train);
    gf_json_double(gf_json_key(w, "n_val"), (double)(n - n_train));
    if (text) {
        write_val_chars(session, w);
    }
    gf_json_begin_object(gf_json_key(w, "baselines"));
    for (size_t i = 0; i < GF_COUNT(rows); i++) {
        gf_json_double(gf_json_key(w, rows[i].name), rows[i].value);
    }
    gf_json_end_object(w);
    gf_json_begin_array(gf_json_key(w, "examples"));
    if (!text) {
        write_pairs(session, w);
    } else if (session->model.config.task >= GF_DATA_TASK) {
        write_lines(session, w);
    }
    gf_json_end_array(w);
}

static void write_vocabulary(const struct gf_tokenizer *t, struct gf_json_writer *w)
{
    gf_json_begin_array(w);
    for (size_t i = 0; i < t->n_vocab; i++) {
        size_t n;
        const char *text = gf_tokenizer_text(t, (int32_t)i, &n);
        gf_json_string_n(w, text, n);
    }
    gf_json_end_array(w);
}

static void write_model_facts(const struct gf_session *session,
                              struct gf_json_writer *w)
{
    static const char *const forms[] = {"auto", "text", "answer", "continue",
                                        "tagging"};
    gf_json_string(gf_json_key(w, "form"), forms[session->form]);
    write_vocabulary(&session->tokenizer, gf_json_key(w, "vocabulary"));
    write_vocabulary(&session->labels, gf_json_key(w, "labels"));
    gf_json_begin_array(gf_json_key(w, "parameters"));
    for (int i = 0; i < session->model.layout.n_param; i++) {
        const struct gf_param *p = &session->model.layout.params[i];
        if (p->alias_of >= 0) {
            continue;
        }
        gf_json_begin_object(w);
        gf_json_string(gf_json_key(w, "name"), p->name);
        gf_json_begin_array(gf_json_key(w, "shape"));
        for (int d = 0; d < p->n_dim; d++) {
            gf_json_double(w, (double)p->dim[d]);
        }
        gf_json_end_array(w);
        gf_json_end_object(w);
    }
    gf_json_end_array(w);
}

static const char *stream_name(enum gf_stream stream)
{
    return stream == GF_STREAM_MAIN ? "main" : "source";
}

static const char *kind_of(const struct gf_attention_site *site, enum gf_arch arch)
{
    if (site->queries != site->keys) return "cross";
    bool reads = site->queries == GF_STREAM_SOURCE || arch == GF_ARCH_ENCODER;
    return reads ? "encoder" : "self";
}

/* Names of the parameters of one attention; without memory the writer's arena says so. */
static void write_parameters(const struct gf_attention_site *site,
                             const struct gf_graph *graph, struct gf_json_writer *w)
{
    const struct gf_layout *layout = graph->layout;
    GF_SCOPED_ARENA(scratch);
    bool *used = gf_arena_array(&scratch, (size_t)layout->n_param, sizeof *used);
    gf_json_begin_array(w);
    if (used) {
        gf_attention_parameters(graph, site, used);
    } else {
        w->out->arena->failed = true;
    }
    for (int i = 0; used && i < layout->n_param; i++) {
        if (used[i]) gf_json_string(w, layout->params[i].name);
    }
    gf_json_end_array(w);
}

static void write_attentions(const struct gf_residual_layout *layout,
                             const struct gf_graph *graph, enum gf_arch arch,
                             struct gf_json_writer *w)
{
    gf_json_begin_array(w);
    for (size_t i = 0; i < layout->n_attention; i++) {
        const struct gf_attention_site *site = &layout->attentions[i];
        gf_json_begin_object(w);
        gf_json_string(gf_json_key(w, "kind"), kind_of(site, arch));
        gf_json_int(gf_json_key(w, "layer"),
                    site->layer > 0 ? site->layer : 0); /* -1: in no layer */
        gf_json_bool(gf_json_key(w, "causal"), site->causal);
        gf_json_string(gf_json_key(w, "stream"), stream_name(site->queries));
        gf_json_string(gf_json_key(w, "keys"), stream_name(site->keys));
        write_parameters(site, graph, gf_json_key(w, "parameters"));
        gf_json_end_object(w);
    }
    gf_json_end_array(w);
}

static void write_mlps(const struct gf_residual_layout *layout,
                       const struct gf_graph *graph, struct gf_json_writer *w)
{
    gf_json_begin_array(w);
    for (size_t i = 0; i < layout->n_mlp; i++) {
        const struct gf_mlp_ref *mlp = &layout->mlps[i];
        gf_json_begin_object(w);
        gf_json_int(gf_json_key(w, "layer"), mlp->layer);
        gf_json_string(gf_json_key(w, "stream"), stream_name(mlp->stream));
        gf_json_int(gf_json_key(w, "units"),
                    (int64_t)graph->tensors[mlp->hidden].width);
        gf_json_end_object(w);
    }
    gf_json_end_array(w);
}

static void write_residual(const struct gf_residual_layout *layout,
                           const struct gf_graph *graph, struct gf_json_writer *w)
{
    gf_json_begin_array(w);
    for (size_t i = 0; i < layout->n_component; i++) {
        const struct gf_residual_component *component = &layout->components[i];
        gf_json_begin_object(w);
        gf_json_string(gf_json_key(w, "part"), gf_part_name(component->part));
        if (component->layer >= 0) {
            gf_json_int(gf_json_key(w, "layer"), component->layer);
        }
        gf_json_string(gf_json_key(w, "stream"),
                       stream_name(graph->tensors[component->node].stream));
        gf_json_end_object(w);
    }
    gf_json_end_array(w);
}

/* Read off the graph, so that no caller derives it from the settings. */
static void write_structure(struct gf_session *session, struct gf_json_writer *w)
{
    GF_SCOPED_ARENA(scratch);
    struct gf_residual_layout layout;
    struct gf_graph *graph =
        gf_model_graph(&session->model, &scratch, GF_GRAPH_INFER, 1, true, NULL);
    if (graph && gf_residual_layout_read(&layout, &scratch, graph)) {
        gf_json_begin_object(gf_json_key(w, "structure"));
        write_attentions(&layout, graph, (enum gf_arch)session->model.config.arch,
                         gf_json_key(w, "attentions"));
        gf_json_int(gf_json_key(w, "heads"), (int64_t)layout.H);
        gf_json_int(gf_json_key(w, "kv_heads"), (int64_t)layout.n_kv_head);
        write_mlps(&layout, graph, gf_json_key(w, "mlps"));
        write_residual(&layout, graph, gf_json_key(w, "residual"));
        gf_json_string(gf_json_key(w, "logits"), graph->logits->name);
        gf_json_int(gf_json_key(w, "end_token"), session->end);
        gf_json_int(gf_json_key(w, "pad_token"), session->model.config.pad_token);
        gf_json_int(gf_json_key(w, "begin_token"),
                    gf_tokenizer_document(&session->tokenizer).begin);
        gf_json_end_object(w);
    } else {
        w->out->arena->failed = true;
    }
}

void gf_session_info(struct gf_session *session, struct gf_buffer *out)
{
    struct gf_json_writer writer = {.out = out}, *w = &writer;
    gf_json_begin_object(w);
    gf_json_string(gf_json_key(w, "version"), GF_VERSION);
    gf_json_bool(gf_json_key(w, "exact"), GF_EXACT);
    const struct gf_layout *layout = &session->model.layout;
    gf_session_write_size(w, &session->model.config,
                          (struct gf_size){layout->n_value, layout->n_trained,
                                           memory_in_use(session),
                                           session->model.flops});
    gf_json_double(
        gf_json_key(w, "step"),
        (double)(session->can_train ? session->trainer.step : session->opened_at));
    gf_json_bool(gf_json_key(w, "can_train"), session->can_train);
    if (session->can_train) {
        write_text_facts(session, w);
    }
    write_model_facts(session, w);
    gf_model_write_tensors(&session->model, gf_json_key(w, "tensors"));
    write_structure(session, w);
    gf_json_double(gf_json_key(w, "n_shard"),
                   (double)gf_config_shards(&session->model.config));
    gf_json_int(gf_json_key(w, "lanes"), gf_k->lanes);
    gf_json_end_object(w);
}
