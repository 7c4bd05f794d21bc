// SPDX-License-Identifier: MIT
// What the benchmark's page offers to the program that drives it. site.js
// puts the worker's source in front.

import { provide } from '../../wasm/index.js';
import { openSession, turn } from '../race/session.js';
import * as measure from './measure.js';

/** @param {string} name */
const fetched = async (name) => (await fetch(name)).arrayBuffer();
const compiled = async (/** @type {string} */ name) =>
  WebAssembly.compile(await fetched(name));

/** Sessions that train in turns. @type {Map<string, import('../../wasm/index.js').Session>} */
const open = new Map();

Object.assign(globalThis, {
  bench: {
    /** @param {string} workerSource */
    async start(workerSource) {
      const wasm = new Uint8Array(await fetched('glassformer.wasm'));
      provide({ workerSource, wasm: () => wasm });
    },
    /** @param {keyof typeof measure} kind @param {any[]} how */
    measured: (kind, ...how) => /** @type {any} */ (measure[kind])(compiled, ...how),
    /** @param {string} key @param {import('../race/session.js').Model} model */
    open: async (key, model) => void open.set(key, await openSession(model)),
    /** @param {string} key @param {number} n */
    turn: (key, n) => turn(/** @type {any} */ (open.get(key)), n),
    /** @param {string} key */
    shut: async (key) => {
      await open.get(key)?.close();
      open.delete(key);
    },
  },
});
