// SPDX-License-Identifier: MIT
// A whole run as plain data, and back: what training needs to go on with the same bytes,
// and what the page needs to look as it did. An element out of the page, a run kept for
// comparison and one saved in the browser are all this.

/** @typedef {import('../app/app.js').App} App */
/** @typedef {import('../state/types.js').State} State */
/** @typedef {import('../state/types.js').Session} Session */
/** @typedef {import('../state/types.js').Settings} Settings */

const KEPT = /** @type {const} */ ([
  'line', 'firstLine', 'layer', 'head', 'sampler', 'samples', 'headHistory', 'measured', 'completion', 'ablated',
  'pretrained',
]); // prettier-ignore

/**
 * @typedef {object} SerializedRun
 * @property {import('../state/types.js').TextInUse} text
 * @property {Settings} settings
 * @property {string} preset
 * @property {Uint8Array | null} bytes weights, optimiser and step, a .safetensors file;
 *   null: untrained
 * @property {Session['history']} history up to the step of the file
 * @property {import('../../wasm/index.js').Snapshot[]} [snapshots] of a run at rest alone:
 *   no longer the session's
 * @property {Partial<State>} shown with the heads that are off: training goes on without
 * @property {import('./compared-runs.js').OtherRuns} [others] of an element at rest alone
 */

/** @param {Session} session @returns {Settings} those of the model, whatever is wanted */
export function settingsOf(session) {
  const settings = { ...session.info.config };
  delete settings.vocab_size;
  return settings;
}

/**
 * @param {{ store: { state: State } }} app
 * @param {boolean} [atEnd] the session ends: its snapshots need not
 * @returns {Promise<SerializedRun | null>} null: there is nothing to keep
 */
export async function serializeRun({ store }, atEnd) {
  const { session, text, currentConfig } = store.state;
  if (!session || !text) return null;
  const bytes = session.steps > 0 ? await session.save() : null;
  // News of all steps in the file came before it.
  const history = structuredClone(session.history);
  const snapshots = atEnd ? await session.transferSnapshots().catch(() => []) : [];
  const shown = Object.fromEntries(KEPT.map((key) => [key, store.state[key]]));
  return { text, ...currentConfig, bytes, history, snapshots, shown };
}

/** @param {App} app @returns {Promise<SerializedRun | null>} */
export async function suspendRuns(app) {
  // What is only just being picked up is nowhere else any more.
  if (app.restores) await app.ready;
  const { session, text, currentConfig, line, firstLine } = app.store.state;
  await session?.pause();
  try {
    const run = await serializeRun(app, true);
    return run && { ...run, others: await app.comparedRuns.serializeOthers() };
  } catch (lost) {
    // The engine is gone, or has no room to save: its curve stays, its text begins anew.
    await app.comparedRuns.retire().catch(() => {});
    const others = { ...(await app.comparedRuns.serializeOthers()), lost };
    others.ids[0] = null;
    const history = /** @type {any} */ ({});
    const shown = { line, firstLine };
    return text && { text, ...currentConfig, bytes: null, history, shown, others };
  }
}

/**
 * @param {App} app
 * @param {SerializedRun} rested is not changed, except that its snapshots move into the engine
 * @param {(session: Session) => unknown} [adopt] told of the new session before anybody
 * @param {boolean} [aside] it waits to be brought back
 */
export async function restoreRun(app, rested, adopt, aside) {
  const { text, settings, preset, bytes, history, snapshots, shown } = rested;
  const fill = async (/** @type {Session} */ session) => {
    if (bytes) await session.load(bytes, { snapshots });
    for (const head of shown.ablated ?? [])
      await session.setHead({ ...head, on: false });
    for (const key of /** @type {(keyof typeof history)[]} */ (Object.keys(history))) {
      for (const value of history[key]) session.history[key].push(value);
    }
    adopt?.(session);
  };
  const currentConfig = { preset, settings };
  await app.prepare(text, settings, fill, { ...shown, currentConfig }, aside);
  if (!aside) await app.pendingConfig.describe();
}

/**
 * What wake() does with a run that may not be there; what cannot be had is said.
 * @param {App} app
 * @param {Promise<SerializedRun | null>} [rested]
 * @returns {Promise<boolean>} whether it was
 */
export async function restoreRuns(app, rested) {
  try {
    const run = await rested;
    if (run) await app.comparedRuns.restoreAll(run);
    return Boolean(run);
  } catch (error) {
    app.report(error);
    return false;
  }
}

/**
 * What wake() does, for a reader who may be told that it cannot be done. The run so far
 * is kept.
 * @param {Parameters<typeof restoreRun>} asked
 */
export async function resumeRun(...asked) {
  const [app] = asked;
  try {
    await restoreRun(...asked);
  } catch (error) {
    app.report(error);
  }
}
