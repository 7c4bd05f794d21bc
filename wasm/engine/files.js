// SPDX-License-Identifier: MIT
// Files of the package, for sessions outside our own bundles, which hold engine and worker
// and leave this module out.

/** The engine. `new URL('…', import.meta.url)` in exactly this form is what Vite, webpack and
 * others look for: they copy the file and put its new address here. */
export const engineFile = new URL('../../build/wasm/glassformer.wasm', import.meta.url);

/** The worker as one script, which needs no bundling. */
export const workerFile = new URL('../../dist/worker.js', import.meta.url);

/** The worker in Node, where nothing was copied. Not in the form above: pages do not need it. In
 * Turbopack's bundles engineFile has no host and is no base. */
export const nodeWorkerFile = () => new URL('../../wasm/worker/entry.js', engineFile);
