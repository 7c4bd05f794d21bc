/* Any bytes as pairs: an error, or sequences in which every number is a token, a label or -1.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "text/pairs.h"

static void check_sequences(const struct gf_pairs *p)
{
    enum { T = 9, T_SOURCE = 5 };
    int32_t V = (int32_t)p->tokenizer.n_vocab;
    int32_t V_out = p->form == GF_FORM_TAGGING ? (int32_t)p->labels.n_vocab : V;
    for (size_t i = 0; i < p->n_pairs; i++) {
        int32_t tokens[T], target[T], source[T_SOURCE];
        struct gf_sequence s = {.T = T,
                                .T_source = T_SOURCE,
                                .tokens = tokens,
                                .target = target,
                                .source = p->form == GF_FORM_ANSWER ? source : NULL};
        gf_pairs_fill(p, i, &s);
        for (size_t t = 0; t < T; t++) {
            require(tokens[t] >= 0 && tokens[t] < V);
            require(target[t] >= -1 && target[t] < V_out);
        }
        for (size_t t = 0; s.source && t < T_SOURCE; t++) {
            require(source[t] >= 0 && source[t] < V);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    for (int way = 0; way < 6; way++) {
        struct gf_arena arena = {0};
        struct gf_error err = {0};
        struct gf_pairs pairs = {0};
        struct gf_pairs_options o = {.form =
                                         (enum gf_data_form)(GF_FORM_ANSWER + way % 3),
                                     .kind = (enum gf_tokenizer_kind)(way / 3)};
        if (gf_pairs_build(&pairs, &arena, &o, (const char *)bytes, n, &err) == GF_OK) {
            check_sequences(&pairs);
        } else {
            require(err.status == GF_BAD_TEXT && err.message[0]);
        }
        gf_arena_free(&arena);
    }
    return 0;
}
