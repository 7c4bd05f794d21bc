// SPDX-License-Identifier: MIT
// A run without its workers: bytes and records, from which it goes on exactly where it
// stood. This is what an element keeps while it is out of the page.

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./types.js').State} State */

const KEPT = /** @type {const} */ ([
  'line', 'layer', 'head', 'sampler', 'ladder', 'ticks', 'measured', 'draft',
]); // prettier-ignore

/**
 * @typedef {object} Rested
 * @property {import('./types.js').TextInUse} text
 * @property {import('./types.js').Settings} settings
 * @property {string} preset
 * @property {Uint8Array | null} bytes null: untrained
 * @property {import('./types.js').Session['history']} history
 * @property {Partial<State>} shown
 */

/** @param {App} app @returns {Promise<Rested | null>} null: there is nothing to keep */
export async function rest(app) {
  const { session } = app.store.state;
  if (!session) return null;
  await session.pause();
  const bytes = session.steps > 0 ? await session.save() : null;
  const { state } = app.store;
  const { text, settings, preset } = state;
  if (!text) return null;
  const shown = Object.fromEntries(KEPT.map((key) => [key, state[key]]));
  return { text, settings, preset, bytes, history: session.history, shown };
}

/** @param {App} app @param {Rested} rested */
export async function wake(app, { text, settings, preset, bytes, history, shown }) {
  app.store.set({ preset, settings });
  await app.prepare(text, settings, async (session) => {
    if (!bytes) return;
    await session.load(bytes);
    for (const key of /** @type {(keyof typeof history)[]} */ (Object.keys(history))) {
      for (const value of history[key]) session.history[key].push(value);
    }
  });
  app.store.set({ ...shown, historyLength: history.step.length });
}
