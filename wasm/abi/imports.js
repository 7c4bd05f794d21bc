// SPDX-License-Identifier: MIT
// Tells emcc which import the module has, so that any other undefined symbol is an error of the
// link. wasm/engine/instance.js passes the function.

// @ts-nocheck emcc's own names, in which it evaluates this file
/* global LibraryManager, mergeInto */
mergeInto(LibraryManager.library, { gfx_now: () => 0 });
