/* glassformer forward
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "cli/cli.h"

struct options {
    struct cli_model model;
    const char *batch, *out;
    bool json;
};

/* The file begins with the loss: the first tensor after the header. */
static float loss_of(const struct gf_buffer *file)
{
    uint64_t n_header;
    float loss;
    memcpy(&n_header, file->data, sizeof n_header);
    memcpy(&loss, file->data + sizeof n_header + n_header, sizeof loss);
    return loss;
}

static int run_forward(const void *options, struct gf_arena *arena,
                       struct gf_error *err)
{
    const struct options *o = options;
    if (o->json && cli_is_standard(o->out)) {
        return cli_misused(&cli_forward, "--json and --out - would both write to "
                                         "standard output");
    }
    struct gf_buffer model = {.arena = arena}, batch = model, out = model;
    enum gf_status status = cli_read_model(&o->model, &model, err);
    if (status == GF_OK) status = cli_read(o->batch, &batch, err);
    if (status == GF_OK) {
        status = gf_compare(model.data, model.n, batch.data, batch.n, &out, err);
    }
    if (status == GF_OK) status = cli_write(o->out, out.data, out.n, err);
    if (status == GF_OK && o->json) {
        const struct cli_number loss = {"loss", (double)loss_of(&out)};
        cli_print_numbers(&loss, 1, false);
    }
    return cli_end(status, err);
}

static const struct cli_option table[] = {
    CLI_NEEDED("model", model.path, "FILE", "a saved model"),
    CLI_TOKENIZER(model.tokenizer),
    CLI_NEEDED("batch", batch, "FILE", "{\"tokens\": [[…]], \"targets\": [[…]]}"),
    CLI_WRITTEN("out", out, true, NULL, "safetensors file for the results"),
    CLI_SWITCH("json", json, "{\"loss\"} on standard output as well"),
    CLI_END};

const struct cli_command cli_forward = {
    .name = "forward",
    .about = "Run a model on fixed tokens and write loss, logits and all gradients.",
    .notes =
        "The file holds loss [1] in nats, logits [B][T][V], and the gradient of the\n"
        "loss for every parameter under the parameter's own name. No dropout; a\n"
        "target of -1 is not counted. The targets of an encoder are its labels; an\n"
        "encoder_decoder, which reads a source too, is refused.\n",
    .options = table,
    .n_bytes = sizeof(struct options),
    .run = run_forward};
