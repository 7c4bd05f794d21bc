// SPDX-License-Identifier: MIT
// The measures that claims are about, all from the engine.

import { softmax } from '../draw/sampling.js';
import { bestOf, copied, rotatedLines, written } from './copying.js';
import { copiesOf, gainAtEnd, inductionHead } from './repeats.js';

/** @typedef {import('../state/types.js').Session} Session */
/** @typedef {import('../state/state.js').State} State */

/** Examples averaged over. */
const EXAMPLES = 20;
/** Distances between positions that are compared. */
const NEAR = 8;

/** Of the selected head at the pinned query.
 * @param {Session} session @param {State} state */
const forwardPass = (session, { line: text, pin, layer, head }) =>
  session.forwardPass({ text, position: pin?.i ?? 0, layer, head });

/** Query times key for each key allowed, before scaling.
 * @param {Session} session @param {State} state */
async function products(session, state) {
  const pass = await forwardPass(session, state);
  const D = pass.q.columns;
  const dots = Array.from({ length: pass.allowed }, (_, j) => {
    let sum = 0;
    for (let d = 0; d < D; d++) sum += pass.q.data[d] * pass.k.data[j * D + d];
    return sum;
  });
  return { pass, dots };
}

/** The head with the most cross attention on the mirrored letter, and an even spread.
 * @param {Session} session */
async function mirror(session) {
  /** @type {Map<string, { layer: number, head: number, share: number }>} */
  const heads = new Map();
  let even = 0;
  const examples = session.info.examples.slice(0, EXAMPLES);
  for (const text of examples) {
    const n = [...text.split('\t')[0]].length;
    even += 1 / n / examples.length;
    const look = await session.runWithCache({ text, attention: true });
    const weights = /** @type {Float32Array} */ (look.attention);
    look.attentions.forEach(({ kind }, layer) => {
      if (kind !== 'cross') return;
      for (let head = 0; head < look.H; head++) {
        const name = `${layer}.${head}`;
        const known = heads.get(name) ?? { layer, head, share: 0 };
        for (let i = 0; i < n; i++) {
          const at = ((layer * look.H + head) * look.T + i) * look.T + (n - 1 - i);
          known.share += weights[at] / n / examples.length;
        }
        heads.set(name, known);
      }
    });
  }
  const best = [...heads.values()].sort((a, b) => b.share - a.share)[0];
  return { best, even };
}

/** Rotated lines for a share of the guesses within 0.03 (standard error). */
const ROTATED = rotatedLines(60, 2024);

/** Shares of the guesses on rotated lines, by content and by place. @param {Session} session */
const copies = (session) =>
  copied(ROTATED, session.info.vocabulary, (request) => session.lens(request));

/** On rotated lines, the head of the last layer that looks most at what followed the same
 * letter, and the head of the first that looks most at the previous token; beside them, the
 * heads of these layers that do so least.
 * @param {Session} session */
async function circuit(session) {
  const text = `\n${ROTATED.map(written).join('')}`;
  const { heads } = await session.headReport({ text });
  const last = Number(session.info.config.n_layer) - 1;
  return {
    copier: bestOf(heads, last, (h) => h.scores.line ?? 0),
    besideCopier: bestOf(heads, last, (h) => -(h.scores.line ?? 0)),
    previous: bestOf(heads, 0, (h) => h.back[0]),
    besidePrevious: bestOf(heads, 0, (h) => -h.back[0]),
  };
}

/** The best head of a kind. @param {Session} session
 * @param {import('./lesson.js').HeadKind} kind */
export async function bestHead(session, kind) {
  const { layer, head } =
    kind === 'mirrored'
      ? (await mirror(session)).best
      : kind === 'induction'
        ? await inductionHead(session)
        : (await circuit(session))[kind];
  return { layer, head };
}

/** Largest change since step 0 of any weight of the attention.
 * @param {Session} session @param {State} state */
async function headMoved(session, { line: text }) {
  const { attentions } = session.info.structure;
  const tensors = attentions.flatMap(({ parameters }) => parameters);
  const before = await session.at(0);
  const [then, now] = await Promise.all(
    [before, session].map((model) => model.runWithCache({ text, tensors })),
  );
  const moves = tensors.map((name) => {
    const was = then.tensors[name].data;
    return now.tensors[name].data.reduce(
      (most, x, i) => Math.max(most, Math.abs(x - was[i])),
      0,
    );
  });
  return Math.max(...moves);
}

/** @param {Session} session @param {State} state */
async function unevenRows(session, { line: text }) {
  const { attention, n, T } = await session.runWithCache({ text, attention: true });
  let most = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const weight = /** @type {Float32Array} */ (attention)[i * T + j];
      most = Math.max(most, Math.abs(weight - 1 / (i + 1)));
    }
  }
  return most;
}

/** Losses that are computed for one window. @param {Session} session */
async function nExamples(session) {
  const { positions } = await session.headReport({ positions: true });
  return positions?.loss.data.filter((x) => Number.isFinite(x)).length ?? NaN;
}

/** Mean weight that queries of the first attention put on later keys, in all.
 * @param {Session} session @param {State} state */
async function onLater(session, { line: text }) {
  const { attention, n, T, H } = await session.runWithCache({ text, attention: true });
  let sum = 0;
  for (let h = 0; h < H; h++)
    for (let i = 0; i < n; i++)
      for (let j = i + 1; j < n; j++)
        sum += /** @type {Float32Array} */ (attention)[(h * T + i) * T + j];
  return sum / (H * n);
}

/** How much the cosine of two positions varies at equal distance.
 * @param {Session} session */
async function unlikeness(session) {
  const { cosine } = await session.positionMap();
  let most = 0;
  for (let by = 1; by <= NEAR; by++) {
    const alike = Array.from(
      { length: cosine.rows - by },
      (_, p) => cosine.data[p * cosine.columns + p + by],
    );
    most = Math.max(most, Math.max(...alike) - Math.min(...alike));
  }
  return most;
}

/** Questions of a small set that are answered right. @param {Session} session */
async function answers(session) {
  let right = 0;
  for (const prompt of ['what is statquest <EOS>', 'statquest is what <EOS>']) {
    const { text } = await session.sample({ prompt, chars: 2, greedy: true });
    if (text.trim().startsWith('awesome <EOS>')) right++;
  }
  return right;
}

/** Share of the pieces of a completion that the training text contains.
 * @param {State} state @param {(text: string) => string[]} pieces */
function known({ completion, text }, pieces) {
  const seen = new Set(pieces(text?.text ?? ''));
  const written = pieces(completion?.text ?? '');
  return written.filter((piece) => seen.has(piece)).length / written.length;
}

const pairsOf = (/** @type {string} */ text) => {
  const all = [...text];
  return all.slice(1).map((c, i) => all[i] + c);
};
/** Three letters or more: shorter words arise by chance. */
const wordsOf = (/** @type {string} */ text) => text.match(/\p{L}{3,}/gu) ?? [];

/** Probability of the character that the model finds most probable after the pinned one, or after
 * the line. @param {Session} session @param {State} state */
async function sure(session, { line: text, pin }) {
  const { topP } = await session.lens({ text });
  const { rows, columns, data } = topP;
  return data[(rows - 1) * columns + (pin?.i ?? columns - 1)];
}

/** Characters at the beginning of the last text that are the same when the model writes it again,
 * from the seed before. @param {Session} session @param {State} state */
async function sameAgain(session, { completion, sampler }) {
  const written = [...(completion?.text ?? '')];
  const { text } = await session.sample({ ...sampler, seed: sampler.seed - 1 });
  const other = [...text];
  const at = written.findIndex((character, i) => character !== other[i]);
  return at < 0 ? written.length : at;
}

/** Share of the most frequent character in the validation text.
 * @param {Session} session @param {State} state */
function mostFrequent({ info: { nVal } }, { text }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const c of [...(text?.text ?? '')].slice(-nVal))
    counts.set(c, (counts.get(c) ?? 0) + 1 / nVal);
  return Math.max(...counts.values());
}

/** @type {Record<string, (session: Session, state: State) => number | Promise<number>>} */
export const MEASURES = {
  heldOut: ({ history }) => history.valLoss.at(-1) ?? NaN,
  firstHeldOut: ({ history }) => history.valLoss[0] ?? NaN,
  uniform: ({ info }) => info.baselines.uniform,
  letters: ({ info }) => info.baselines.unigram,
  pairs: ({ info }) => info.baselines.bigram,
  nParam: ({ info }) => info.nParam,
  nVocab: ({ info }) => info.vocabulary.length,
  nTokens: ({ info }) => info.nTrain + info.nVal,
  nTrain: ({ info }) => info.nTrain,
  nVal: ({ info }) => info.nVal,
  nExamples,
  onLater,
  nLayer: ({ info }) => Number(info.config.n_layer),
  nHead: ({ info }) => Number(info.config.n_head),
  nOff: (_, { ablated }) => ablated.length,
  steps: ({ steps }) => steps,
  msPerStep: (_, { progress }) => progress?.msPerStep ?? NaN,
  pairsKnown: (_, state) => known(state, pairsOf),
  wordsKnown: (_, state) => known(state, wordsOf),
  unevenRows,
  headMoved,
  nShares: async (session, state) => (await forwardPass(session, state)).allowed,
  sharesSum: async (session, state) =>
    (await forwardPass(session, state)).shares.data.reduce((a, b) => a + b, 0),
  scoreError: async (session, state) => {
    const { pass, dots } = await products(session, state);
    return dots.reduce(
      (most, dot, j) =>
        Math.max(most, Math.abs(dot * pass.scale - pass.scores.data[j])),
      0,
    );
  },
  topShare: async (session, state) =>
    Math.max(...(await forwardPass(session, state)).shares.data),
  topUndivided: async (session, state) =>
    Math.max(...softmax((await products(session, state)).dots)),
  headsDiffer: async (session) => {
    const { data, columns } = await session.agreement();
    // The smallest distance of two heads of a layer; the diagonal is zero.
    return Math.min(
      ...Array.from(data).filter(
        (_, i) => Math.floor(i / columns) % columns !== i % columns,
      ),
    );
  },
  unlikeness,
  answers,
  answered: async (session) =>
    (await session.evaluate({ split: 'val', windows: 200 })).exactShare ?? NaN,
  mirrored: async (session) => (await mirror(session)).best.share,
  evenSpread: async (session) => (await mirror(session)).even,
  writtenBackwards: (_, { completion }) =>
    completion?.text.replace(/<\w+>/g, '').trim() ===
    [...(completion?.prompt ?? '')].reverse().join('')
      ? 1
      : 0,
  secondCopy: async (session) => (await session.headReport()).lines?.second ?? NaN,
  firstCopy: async (session) => (await session.headReport()).lines?.first ?? NaN,
  byContent: async (session) => (await copies(session)).content,
  byPlace: async (session) => (await copies(session)).place,
  onContent: async (session) => (await circuit(session)).copier.scores.line ?? NaN,
  onPlace: async (session) => (await circuit(session)).copier.scores.place ?? NaN,
  onPrevious: async (session) => (await circuit(session)).previous.back[0],
  previousChance: async (session) => (await circuit(session)).previous.chance.back,
  headLayer: (_, { layer }) => layer + 1,
  headNumber: (_, { head }) => head + 1,
  onFollowing: async (session) => (await inductionHead(session)).score,
  followingChance: async (session) => (await inductionHead(session)).chance,
  firstTime: async (session) => (await copiesOf(session)).first,
  secondTime: async (session) => (await copiesOf(session)).second,
  gainBefore: async (session) => (await gainAtEnd(session)).before,
  gainAfter: async (session) => (await gainAtEnd(session)).after,
  offDelta: (_, { ablation }) => ablation?.result.delta ?? NaN,
  sure,
  sameAgain,
  hits: async (session) => (await session.evaluate({ split: 'val' })).accuracy,
  mostFrequent,
};

/** @param {import('./lesson.js').Claim} claim @param {Record<string, number>} values */
export function holds({ is, left, right, by = 0 }, values) {
  const a = values[left];
  const b = typeof right === 'number' ? right : values[right];
  if (is === 'below') return a < b - by;
  if (is === 'above') return a > b + by;
  return Math.abs(a - b) <= by;
}
