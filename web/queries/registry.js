// SPDX-License-Identifier: MIT
// Questions whose answers some view shows: when each applies, and how to ask it. Views
// name them, scheduler.js asks them.
import { wayDown } from './origin.js';

/** @typedef {import('../state/types.js').State} State */
/** @typedef {import('../state/types.js').Eye} Eye */

/**
 * @typedef {object} Asking
 * @property {number} every least time between two, ms
 * @property {(session: Eye) => number} [sequences] forward passes it costs; default 1
 * @property {boolean} [holds] one answer serves until the reader asks for a newer
 * @property {(state: State) => unknown[] | null} about what the answer depends on besides
 *   the weights; null: it does not apply now
 * @property {(session: Eye, state: State) => Promise<unknown>} ask
 */

/** The pinned character, while the line has it. @param {State} state */
export function pinned({ pin, look, line }) {
  return pin && look && look.text === line && pin.i < look.n ? pin.i : null;
}

/** What follows the pinned character in the line, as a token; -1 at its end.
 * @param {State} state */
export function trueNext(state) {
  const { look, session } = state;
  const i = pinned(state);
  if (i === null || !look || !session || i + 1 >= look.n) return -1;
  // An encoder marks what stands there; nothing follows.
  if (session.info.labels.length > 0) return -1;
  return session.info.vocabulary.indexOf(look.characters[i + 1]);
}

/** Hidden units of a feed-forward part: the rows of the matrix before the bend.
 * @param {Pick<Eye, 'info'>} session */
export const unitsOf = ({ info }) =>
  info.parameters.find(({ name }) => /c_fc\.weight$/.test(name))?.shape[0] ?? 1;

export const QUESTIONS = {
  /** @type {Asking} */
  lens: {
    every: 300,
    about: (state) => (pinned(state) === null ? null : [state.line]),
    ask: (session, { line }) => session.lens({ text: line }),
  },
  /** @type {Asking} */
  attribution: {
    every: 300,
    about: (state) => {
      const i = pinned(state);
      return i === null ? null : [state.line, i, state.against];
    },
    ask: (session, { line, pin, against }) =>
      session.attribution({ text: line, position: pin?.i, against }),
  },
  /** @type {Asking} */
  forwardPass: {
    every: 300,
    holds: true,
    about: (state) => {
      const i = pinned(state);
      return i === null ? null : [state.line, i, state.layer, state.head];
    },
    ask: (session, { line, pin, layer, head }) =>
      session.forwardPass({ text: line, position: pin?.i, layer, head }),
  },
  /** @type {Asking} */
  origin: {
    every: 300,
    holds: true,
    about: (state) => {
      const place = wayDown(state).at(-1);
      return place ? [state.line, place] : null;
    },
    ask: (session, state) =>
      session.origin({ text: state.line, ...wayDown(state).at(-1) }),
  },
  /** The large head where it shows more than its weights. @type {Asking} */
  pattern: {
    every: 200,
    about: ({ line, layer, head, showing: { mode } }) =>
      mode === 'taken' || mode === 'scores' ? [line, layer, head, mode] : null,
    ask: (session, { line: text, layer, head, showing: { mode } }) =>
      session.pattern({ layer, head, text, show: mode === 'taken' ? mode : 'scores' }),
  },
  /** The line at an earlier step. @type {Asking} */
  earlier: {
    every: 200,
    holds: true,
    about: ({ line, snapshots, showing: { mode, since } }) =>
      mode === 'change' && snapshots.length > 0 ? [line, since] : null,
    ask: async (_, { session, snapshots, line: text, showing: { since } }) => {
      // A model from a file may have none so early.
      const { step } = snapshots.findLast((s) => s.step <= since) ?? snapshots[0];
      return session?.at(step).runWithCache({ text, logits: false });
    },
  },
  /** @type {Asking} */
  saliency: {
    every: 300,
    about: (state) => {
      const i = pinned(state);
      const wanted = state.showing.shade === 'saliency' && i !== null;
      return wanted ? [state.line, i, trueNext(state)] : null;
    },
    ask: (session, state) => {
      const token = trueNext(state);
      const { line: text, pin } = state;
      return session.saliency({
        text,
        position: pin?.i,
        ...(token < 0 ? {} : { token }),
      });
    },
  },
  /** @type {Asking} */
  circuits: {
    every: 1000,
    about: ({ layer, head }) => [layer, head],
    ask: (session, { layer, head }) => session.circuits({ layer, head }),
  },
  /** @type {Asking} */
  embeddings: {
    every: 1000,
    about: () => [],
    ask: (session) => session.embeddingMap(),
  },
  /** @type {Asking} */
  positions: {
    every: 1000,
    about: () => [],
    ask: (session) => session.positionMap(),
  },
  /** @type {Asking} */
  health: {
    every: 2000,
    sequences: () => 8,
    about: () => [],
    ask: (session) => session.health(),
  },
  /** @type {Asking} */
  gradients: {
    every: 3000,
    sequences: (session) => 3 * Number(session.info.config.batch_size),
    about: () => [],
    ask: (session) => session.nextUpdate(),
  },
  /** Fewer than all of P, so that no badge hangs on who looks here. @type {Asking} */
  headComparison: {
    every: 3000,
    sequences: () => 12,
    about: ({ line, look }) => (look?.L ? [line] : null),
    ask: async (session, { line }) => {
      const tick = await session.headReport({
        sequences: 4,
        lens: true,
        repeat: true,
      });
      const agreement = await session.agreement();
      return { ...tick, agreement, rollout: await session.rollout({ text: line }) };
    },
  },
  /** @type {Asking} */
  neurons: {
    every: 1000,
    sequences: () => 8,
    about: ({ layer, unit }) => [layer, unit],
    ask: (session, { layer, unit }) =>
      session.neurons({ layer, first: unit % unitsOf(session) }),
  },
};

/** @typedef {keyof typeof QUESTIONS} Question */
