// SPDX-License-Identifier: MIT
// What the benchmark's page offers to the program that drives it. site.js
// puts the worker's source in front.

import { provide } from '../../wasm/index.js';
import * as measure from './measure.js';

/** @param {string} name */
const fetched = async (name) => (await fetch(name)).arrayBuffer();
const compiled = async (/** @type {string} */ name) =>
  WebAssembly.compile(await fetched(name));

Object.assign(globalThis, {
  bench: {
    /** @param {string} workerSource */
    async start(workerSource) {
      const wasm = new Uint8Array(await fetched('glassformer.wasm'));
      provide({ workerSource, wasm: () => wasm });
    },
    /** @param {number} slices */
    products: async (slices) =>
      measure.measureProducts(await compiled('products.wasm'), slices),
    workers: measure.measureWorkers,
    /** @param {any[]} rest */
    writing: async (...rest) =>
      /** @type {any} */ (measure.measureWriting)(
        await compiled('glassformer.wasm'),
        ...rest,
      ),
  },
});
