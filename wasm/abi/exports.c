/* What the WebAssembly module has besides the functions of glassformer.h, which it exports as
 * they are; wasm/abi/exports.txt lists all. wasm/engine/instance.js, engine.js and session.js are
 * the only callers, and know the structs they read and write by the places asserted here.
 * SPDX-License-Identifier: MIT */
#include "glassformer.h"

/* Raised with every incompatible change. */
#define ABI_VERSION 3

#define SIZE(type, n) _Static_assert(sizeof(struct gf_##type) == n, #type)
#define PLACE(type, member, n) \
    _Static_assert(offsetof(struct gf_##type, member) == n, #type "." #member)

SIZE(error, 1480);
PLACE(error, key, 4);
PLACE(error, message, 8);
PLACE(error, params, 456);
SIZE(arena, 12);
PLACE(arena, failed, 8);
SIZE(buffer, 16);
PLACE(buffer, data, 4);
PLACE(buffer, n, 8);
SIZE(file, 8);
SIZE(file_piece, 12);
SIZE(progress, 32);
PLACE(progress, loss, 8);
PLACE(progress, grad_norm, 16);
PLACE(progress, lr, 24);
SIZE(evaluation, 24);
PLACE(evaluation, n_target, 8);
PLACE(evaluation, n_exact, 20);
SIZE(span, 8);
SIZE(gradient_tree, 72);
PLACE(gradient_tree, n_pending, 4);
PLACE(gradient_tree, pending[0].grad, 8);
PLACE(gradient_tree, pending[0].loss, 16);
SIZE(sampling, 40);
PLACE(sampling, temperature, 4);
PLACE(sampling, top_k, 8);
PLACE(sampling, min_p, 16);
PLACE(sampling, seed, 24);
PLACE(sampling, no_cache, 32);
PLACE(sampled, text, 4);
PLACE(sampled, n_text, 8);
PLACE(sampled, p, 12);
PLACE(sampled, is_end, 16);
SIZE(view, 12);
PLACE(view, columns, 8);

int gfx_abi_version(void)
{
    return ABI_VERSION;
}

/* performance.now(): the only import of the engine. */
__attribute__((import_module("env"), import_name("gfx_now"))) double gfx_now(void);

enum gf_status gfx_session_profile(struct gf_session *session, struct gf_buffer *out,
                                   struct gf_error *err)
{
    return gf_session_profile(session, gfx_now, out, err);
}
