// SPDX-License-Identifier: MIT
// The analyses that views show: when each applies, and how to request it. Views name them,
// scheduler.js requests them.
import { canHide, nextToken, pinnedIndex } from '../state/selectors.js';
import { passesAtOnce, PROBE, probed } from './budget.js';
import { isWhole } from './lens-pieces.js';
import { originPath } from './origin.js';

/** @import { State } from '../state/state.js' */
/** @import { ModelView } from '../state/types.js' */

/**
 * @typedef {object} Query
 * @property {number} intervalMs minimum time between two requests
 * @property {(session: ModelView, state: State) => number} [sequences] cost in forward passes;
 *   default 1
 * @property {boolean} [sticky] an answer stays until the reader asks for a newer one
 * @property {(state: State) => unknown[] | null} dependsOn inputs of the answer besides the
 *   weights; null: it does not apply now
 * @property {(session: ModelView, state: State, tell?: (part: unknown) => boolean)
 *   => Promise<unknown>} ask  tell: shows what is known so far of an answer that takes long;
 *   false where the rest is no longer wanted
 */

/** A forward and a backward pass. */
const WITH_GRADIENTS = 3;

/** The stage explains what is predicted at the pin: the line, the position and the token asked
 * about, or else the most probable one there. @param {State} state */
function explained(state) {
  const i = pinnedIndex(state);
  const { stageMode, activations, line } = state;
  if (stageMode !== 'why' || i === null || !activations) return null;
  const { logits, n } = activations;
  const row = logits.subarray((i * logits.length) / n, ((i + 1) * logits.length) / n);
  const best = row.reduce((most, z, k) => (z > row[most] ? k : most), 0);
  return { text: line, position: i, token: state.pin?.token ?? best };
}

/** What hiding each token costs, some at a time.
 * @param {ModelView} session @param {State} state @param {(part: unknown) => boolean} [tell] */
async function hidden(session, state, tell = () => true) {
  const { line, activations } = state;
  const n = activations?.n ?? 0;
  const of = explained(state) ?? {};
  const most = passesAtOnce(state);
  if (!(most < n) || session.info.form !== 'text')
    return { line, ...(await session.hide(of)) };
  const all = { line, ...(await session.hide({ ...of, count: most })) };
  for (let first = most; first < n && tell({ ...all }); first += most) {
    const count = Math.min(most, n - first);
    const { hidden } = await session.hide({ ...of, first, count });
    all.hidden = { ...hidden, data: all.hidden.data.slice() };
    all.hidden.data.set(hidden.data.subarray(first, first + count), first);
  }
  return all;
}

/** @param {object | null} subject */
const valuesOf = (subject) => subject && Object.values(subject);

/** Hidden units of an MLP; all have as many. @param {Pick<ModelView, 'info'>} session */
export const neuronCount = ({ info }) => info.structure.mlps[0]?.units ?? 1;

/** The layer whose MLP belongs to the selected head: an encoder-decoder has several attentions in
 * a layer. @param {Pick<ModelView, 'info'>} session @param {State} state */
export const mlpLayer = ({ info }, { layer }) =>
  info.structure.attentions[layer]?.layer ?? layer;

/** The lens that came with the activations of the line, if all of it has.
 * @param {ModelView} session @param {State} state */
function lensAlready({ steps }, { activations, line, ablated }) {
  const { text, step, lens, ablated: off } = activations ?? {};
  const isNow = text === line && step === steps && off === ablated;
  return isNow && lens && !lens.obstacle && isWhole(lens) ? lens : null;
}

/** Of those that say nothing else. */
const DEFAULTS = { intervalMs: 1000, dependsOn: () => [] };

/** @satisfies {Record<string, Pick<Query, 'ask'> & Partial<Query>>} */
const queries = {
  lens: {
    intervalMs: 300,
    dependsOn: (state) => (pinnedIndex(state) === null ? null : [state.line]),
    ask: async (session, state) =>
      lensAlready(session, state) ?? session.lens({ text: state.line }),
  },
  attribution: {
    intervalMs: 300,
    dependsOn: (state) => {
      const i = pinnedIndex(state);
      return i === null ? null : [state.line, i, state.attributionBaseline];
    },
    ask: (session, { line, pin, attributionBaseline }) =>
      session.attribution({
        text: line,
        position: pin?.i,
        against: attributionBaseline,
      }),
  },
  forwardPass: {
    intervalMs: 300,
    sticky: true,
    dependsOn: (state) => {
      const i = pinnedIndex(state);
      return i === null || !state.activations?.L
        ? null
        : [state.line, i, state.layer, state.head];
    },
    ask: (session, { line, pin, layer, head }) =>
      session.forwardPass({ text: line, position: pin?.i, layer, head }),
  },
  origin: {
    intervalMs: 300,
    sticky: true,
    dependsOn: (state) => {
      const place = originPath(state).at(-1);
      return place ? [state.line, place] : null;
    },
    ask: (session, state) =>
      session.origin({ text: state.line, ...originPath(state).at(-1) }),
  },
  /** The large head where it shows more than its weights. */
  pattern: {
    intervalMs: 200,
    dependsOn: ({ line, layer, head, showing: { mode } }) =>
      mode === 'taken' || mode === 'scores' ? [line, layer, head, mode] : null,
    ask: (session, { line: text, layer, head, showing: { mode } }) =>
      session.pattern({ layer, head, text, show: mode === 'taken' ? mode : 'scores' }),
  },
  /** The line at an earlier step. */
  earlier: {
    intervalMs: 200,
    sticky: true,
    dependsOn: ({ line, snapshots, showing: { mode, since } }) =>
      mode === 'change' && snapshots.length > 0 ? [line, since] : null,
    ask: async (_, { session, snapshots, line: text, showing: { since } }) => {
      // A model loaded from a file may have no snapshot so early.
      const { step } = snapshots.findLast((s) => s.step <= since) ?? snapshots[0];
      return session?.at(step).runWithCache({ text, logits: false });
    },
  },
  saliency: {
    intervalMs: 300,
    dependsOn: (state) => {
      const i = pinnedIndex(state);
      const wanted = state.showing.shade === 'saliency' && i !== null;
      return wanted ? [state.line, i, nextToken(state)] : null;
    },
    ask: (session, state) => {
      const token = nextToken(state);
      const { line: text, pin } = state;
      return session.saliency({
        text,
        position: pin?.i,
        ...(token < 0 ? {} : { token }),
      });
    },
  },
  /** Of all heads, estimated on the probe. */
  importance: {
    sequences: () => WITH_GRADIENTS * PROBE,
    dependsOn: ({ activations }) => (activations?.L ? [] : null),
    ask: async (session, state) => {
      const part = probed(state, WITH_GRADIENTS);
      return (await session.headReport({ importance: true, ...part })).importance;
    },
  },
  why: {
    intervalMs: 300,
    sequences: () => WITH_GRADIENTS,
    dependsOn: (state) => valuesOf(explained(state)),
    ask: async (session, state) => ({
      line: state.line,
      ...(await session.why(explained(state) ?? {})),
    }),
  },
  hide: {
    sequences: (_, { activations }) => (activations?.n ?? 0) + 2,
    dependsOn: (state) => (canHide(state) ? valuesOf(explained(state)) : null),
    ask: hidden,
  },
  circuits: {
    dependsOn: ({ layer, head, activations }) =>
      activations?.L ? [layer, head] : null,
    ask: (session, { layer, head }) => session.circuits({ layer, head }),
  },
  embeddings: {
    ask: (session) => session.embeddingMap(),
  },
  positions: {
    ask: (session) => session.positionMap(),
  },
  health: {
    intervalMs: 2000,
    sequences: () => 8,
    ask: (session, state) => session.health(probed(state)),
  },
  gradients: {
    intervalMs: 3000,
    sequences: (session) => WITH_GRADIENTS * Number(session.info.config.batch_size),
    ask: (session) => session.nextUpdate(),
  },
  /** Fewer sequences than the probe has, so that badges do not depend on this view. */
  headComparison: {
    intervalMs: 3000,
    sequences: () => 12,
    dependsOn: ({ line, activations }) => (activations?.L ? [line] : null),
    ask: async (session, { line }) => {
      const tick = await session.headReport({ sequences: 4, lens: true, repeat: true });
      const agreement = await session.agreement();
      return { ...tick, agreement, rollout: await session.rollout({ text: line }) };
    },
  },
  dropout: {
    sequences: () => 2,
    dependsOn: ({ dropoutAt }) => [dropoutAt],
    ask: (session, { dropoutAt }) => session.dropout(dropoutAt),
  },
  /** One head with its masks and without; the line padded as in a batch. */
  masks: {
    sequences: () => 3,
    dependsOn: ({ line, layer, head, activations }) =>
      activations?.L ? [line, layer, head] : null,
    ask: async (session, { line: text, layer, head }) => {
      const padded = session.info.structure.pad_token >= 0;
      const options = { text, layer, head, padded };
      return {
        scores: await session.pattern({ ...options, show: 'scores', unmasked: true }),
        masked: await session.pattern(options),
        unmasked: await session.pattern({ ...options, unmasked: true }),
      };
    },
  },
  neurons: {
    sequences: () => 8,
    dependsOn: ({ layer, unit }) => [layer, unit],
    ask: (session, state) =>
      session.neurons({
        layer: mlpLayer(session, state),
        first: state.unit % neuronCount(session),
        ...probed(state),
      }),
  },
};

export const QUERIES = /** @type {Record<keyof typeof queries, Query>} */ (
  Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [name, { ...DEFAULTS, ...query }]),
  )
);

/** @typedef {keyof typeof QUERIES} QueryName */

/** Those that a view brings along: VIEW:WHAT. @typedef {`${string}:${string}`} OwnQueryName */

/** What views want; `depths` comes with the line's activations (attention-loop.js).
 * @typedef {QueryName | OwnQueryName | 'depths'} Question */

/** @param {Record<OwnQueryName, Query>} own */
export const addQueries = (own) => void Object.assign(QUERIES, own);
