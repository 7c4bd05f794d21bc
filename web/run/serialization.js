// SPDX-License-Identifier: MIT
// A run as plain data, and back. Suspended elements, compared runs and runs stored in the
// browser are all kept in this form.
import { picked } from '../state/store.js';

/** @import { RunContext } from './context.js' */
/** @import { State } from '../state/state.js' */
/** @import { Session, Settings } from '../state/types.js' */
/** @import { SerializedRun } from '../state/run.js' */

/** Belongs to one run and comes back with it, wherever it has been kept. */
export const OF_RUN = /** @type {const} */ ([
  'line',
  'firstLine',
  'layer',
  'head',
  'samples',
  'headHistory',
  'measured',
  'completion',
  'ablated',
  'trainedAblated',
  'pretrained',
  'published',
  'opened',
]);
const SERIALIZED = /** @type {const} */ ([...OF_RUN, 'sampler']);

/** The turn of a run that replaces none; see Run.prepare(). */
export const SHELVED = 0;

/** The settings of the model, whatever is chosen. @param {Session} session @returns {Settings} */
export function settingsOf(session) {
  const settings = { ...session.info.config };
  delete settings.vocab_size;
  return settings;
}

/** @param {State} state
 * @param {boolean} [atEnd] the session ends, so its snapshots can be handed over
 * @returns {Promise<SerializedRun | null>} null: there is no run */
export async function serializeRun(state, atEnd) {
  const { session, text, currentConfig } = state;
  if (!session || !text) return null;
  // Weights of a file do not follow from settings and seed.
  const bytes = session.steps > 0 || session.isLoaded ? await session.save() : null;
  // The events of every step in the file arrived before it.
  const history = structuredClone(session.history);
  const snapshots = atEnd ? await session.transferSnapshots().catch(() => []) : [];
  const shown = picked(state, SERIALIZED);
  const { baselines, nTrain, nVal } = session.info;
  const seen = state.pretrained ? { baselines, nTrain, nVal } : undefined;
  const { isFineTuned } = session;
  const trained = { bytes, history, snapshots, seen, isFineTuned };
  return { text, ...currentConfig, ...trained, shown };
}

/** @param {RunContext} app
 * @param {SerializedRun} run unchanged, but its snapshots move into the engine
 * @param {(session: Session) => unknown} [onSession] called before the state has it
 * @param {number} [ticket] see Run.prepare() */
export async function restoreRun(app, run, onSession, ticket) {
  const { text, settings, preset, bytes, history, snapshots, seen, shown } = run;
  const fill = async (/** @type {Session} */ session) => {
    if (bytes) await session.load(bytes, { snapshots });
    session.isFineTuned = Boolean(run.isFineTuned);
    Object.assign(session.info, seen);
    for (const head of shown.ablated ?? [])
      await session.setHead({ ...head, on: false });
    for (const key of /** @type {(keyof typeof history)[]} */ (Object.keys(history))) {
      for (const value of history[key]) session.history[key].push(value);
    }
    onSession?.(session);
  };
  const currentConfig = { preset, settings };
  await app.prepare(text, settings, fill, { ...shown, currentConfig }, ticket);
  if (ticket !== SHELVED) await app.pendingConfig.describe();
}

/** Restores a run and reports what fails. The run in use is shelved.
 * @param {Parameters<typeof restoreRun>} args */
export async function resumeRun(...args) {
  try {
    await restoreRun(...args);
  } catch (error) {
    args[0].report(error);
  }
}
