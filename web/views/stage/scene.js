// SPDX-License-Identifier: MIT
// What one picture of the stage shows, as plain data from the state. Pure functions: nothing
// here knows where a mark stands or what it looks like.
import { attentionAt, isAllowed } from '../../draw/attention.js';
import { softmax, likeliest } from '../../draw/sampling.js';
import { visible } from '../../i18n/format.js';
import { memo } from '../../state/memo.js';
import { rightAnswers } from '../../state/right-answers.js';
import { hasWords, isAblated, isSpecial } from '../../state/selectors.js';
import { outputsOf } from '../shared/outputs.js';

/** @import { HeadAt, LineActivations } from '../../state/types.js' */
/** @import { Lens } from '../../../wasm/index.js' */
/** @typedef {'main' | 'source'} Stream */
/** @typedef {{ token: number, p: number, isRight: boolean }} Guess  p: of the right token;
 * NaN where none is known */

/**
 * One attention of a stack, and what it reads.
 * @typedef {object} Attention
 * @property {number} index in the answer's table of attentions
 * @property {number} layer of its stack, from 0
 * @property {Stream} keys the text that it looks at
 * @property {boolean} isCross
 */

/**
 * A stack of layers over one text.
 * @typedef {object} Stack
 * @property {Stream} stream
 * @property {string[]} tokens as shown
 * @property {number} n
 * @property {number} L layers
 * @property {Attention[][]} layers attentions of each layer, in order
 * @property {boolean} hasMlp
 */

/**
 * @typedef {object} Scene
 * @property {'decoder' | 'encoder' | 'encoder-decoder' | 'averaging' | 'bigram'} kind
 * @property {LineActivations} answer what all of it is from
 * @property {Stack} main
 * @property {Stack | null} source of an encoder-decoder
 * @property {number} n tokens of the main text
 * @property {number} L layers of the main stack
 * @property {number} H heads of each attention
 * @property {string[]} tokens of the main text, as shown
 * @property {Int32Array} right ids of what really follows; -1 where unknown
 * @property {string[]} next what really follows each token, or its label; '' where unknown
 * @property {string[]} vocabulary what the model answers with, as shown
 * @property {boolean} hasWords tokens are pieces of words
 * @property {boolean} isRtl
 * @property {boolean} isWide characters are as wide as they are high
 * @property {import('../../../wasm/index.js').Depth[]} depths at which the model is read; the
 *   last is the output. None: only the output can be read
 * @property {number} final index of the output's depth
 * @property {(depth: number, i: number) => Guess} guess
 * @property {(depth: number, i: number) => boolean} isChanged the best guess is another one
 *   than with all heads on
 * @property {Float32Array} surprise [n] nats; NaN where the right token is unknown
 * @property {(stream: Stream, layer: number, i: number) => number} added norm of what an MLP
 *   adds, as a share of the longest in the line; NaN where unknown
 * @property {(attention: number, head: number, i: number, j: number) => number} weight
 * @property {(attention: number, i: number, j: number) => boolean} isAllowed
 * @property {(attention: number, head: number) => boolean} isOn
 * @property {(attention: number, head: number) => boolean} isShown on, and no other is alone
 * @property {HeadAt | null} isolated the head whose lines are drawn alone
 */

/** The state that a scene is made from.
 * @typedef {Pick<import('../../state/state.js').State, 'session' | 'activations' |
 *   'isolated'>} StageState */
/** @typedef {NonNullable<StageState['session']>} Session */
/** @typedef {NonNullable<LineActivations['compared']>} Compared */

/** Signs for tokens whose names are too long for a column. */
const SPECIAL = /** @type {const} */ ([
  [/eos|end/i, '∎'],
  [/[bs]os|start|begin/i, '▸'],
  [/pad/i, '▫'],
]);
/** Right-to-left and wide scripts, as far as a column's width depends on them. */
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LETTER = /\p{L}/u;
export const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\p{Extended_Pictographic}]/u;

/** A token as its column shows it. @param {string} token */
export const shown = (token) =>
  isSpecial(token)
    ? (SPECIAL.find(([name]) => name.test(token))?.[1] ?? token)
    : visible(token.replace(/[\s\p{C}]/gu, visible));

const shownList = memo((/** @type {readonly string[]} */ tokens) => tokens.map(shown));

const ARCHITECTURES = /** @type {Record<string, Scene['kind']>} */ ({
  encoder: 'encoder',
  encoder_decoder: 'encoder-decoder',
  averaging: 'averaging',
  bigram: 'bigram',
});

/** The most probable token of each position. @param {Float32Array} logits [n][V]
 * @param {number} n */
function bestOf(logits, n) {
  const V = logits.length / n;
  const best = new Int32Array(n);
  for (let i = 0; i < n; i++)
    for (let v = 1; v < V; v++)
      if (logits[i * V + v] > logits[i * V + best[i]]) best[i] = v;
  return best;
}

/** What follows from an answer alone: ids of the right tokens, -1 where unknown, and of the most
 * probable ones; surprise, nats. */
export const factsAbout = memo(
  (/** @type {LineActivations} */ answer, /** @type {Session} */ session) => {
    const { n, logits, loss } = answer;
    const V = logits.length / n;
    const right = rightAnswers(answer, session);
    const surprise = new Float32Array(n).fill(NaN);
    for (let i = 0; i < n; i++) {
      if (right[i] < 0) continue;
      const row = logits.subarray(i * V, (i + 1) * V);
      surprise[i] = Number.isFinite(loss?.[i])
        ? loss[i]
        : -Math.log(softmax(row)[right[i]]);
    }
    return { right, best: bestOf(logits, n), surprise };
  },
);

/** @param {LineActivations} answer @param {Stream} stream @param {string[]} characters
 * @param {number} layers @param {boolean} hasMlp @returns {Stack} */
function stackOf(answer, stream, characters, layers, hasMlp) {
  const own = answer.attentions.flatMap(({ queryStream, keyStream, layer }, index) =>
    queryStream === stream
      ? [
          {
            index,
            layer: Math.max(0, layer),
            keys: keyStream,
            isCross: keyStream !== stream,
          },
        ]
      : [],
  );
  return {
    stream,
    tokens: shownList(characters),
    n: characters.length,
    L: layers,
    layers: Array.from({ length: layers }, (_, l) =>
      own.filter(({ layer }) => layer === l),
    ),
    hasMlp,
  };
}

const comparedBest = memo(
  (/** @type {Compared} */ { logits }, /** @type {number} */ n) => bestOf(logits, n),
);

/** @param {Lens | null | undefined} lens */
const readable = (lens) => (lens && !lens.obstacle ? lens : null);

/** @param {LineActivations} answer @param {Session} session
 * @param {ReturnType<typeof factsAbout>} facts @returns {Pick<Scene, 'depths' | 'final' |
 *   'guess' | 'isChanged'>} */
function guesses(answer, { info }, facts) {
  const lens = readable(answer.lens);
  // The rows have their places before their guesses are there.
  const depths = lens?.depths ?? info.structure.residual;
  const final = Math.max(0, depths.length - 1);
  const compared = answer.compared ?? null;
  const before = readable(compared?.lens);
  const bestBefore = compared && comparedBest(compared, answer.n);
  return {
    depths,
    final,
    guess: (depth, i) => {
      if (depth < final) {
        if (!lens) return { token: -1, p: NaN, isRight: false };
        const at = depth * lens.top.columns + i;
        const token = lens.top.data[at];
        if (lens.rank.data[at] > 0)
          return { token, p: lens.p.data[at], isRight: lens.rank.data[at] === 1 };
        // The engine does not know labels that only the line brings along.
        const isRight = facts.right[i] >= 0 && token === facts.right[i];
        return { token, p: isRight ? lens.topP.data[at] : NaN, isRight };
      }
      const token = facts.best[i];
      const isRight = facts.right[i] >= 0 && token === facts.right[i];
      return { token, p: Math.exp(-facts.surprise[i]), isRight };
    },
    isChanged: (depth, i) => {
      if (depth === final) return bestBefore ? bestBefore[i] !== facts.best[i] : false;
      if (!lens || !before) return false;
      const at = depth * lens.top.columns + i;
      return before.top.data[at] !== lens.top.data[at];
    },
  };
}

/** Norms of what the MLPs add, as shares of the longest in both texts.
 * @param {LineActivations} answer @param {Stack} main @param {Stack | null} source
 * @returns {Scene['added']} */
function addedOf({ mlpNorm, sourceMlpNorm }, main, source) {
  let longest = 0;
  for (const norms of [mlpNorm ?? [], sourceMlpNorm ?? []])
    for (const norm of norms) longest = Math.max(longest, norm);
  return (stream, layer, i) => {
    const norms = stream === 'main' ? mlpNorm : sourceMlpNorm;
    const n = stream === 'main' ? main.n : (source?.n ?? 0);
    return norms && longest > 0 ? norms[layer * n + i] / longest : NaN;
  };
}

/** Whether a cell has another best guess than with all heads on.
 * @param {LineActivations} answer @param {Session} session */
export function isAnyChanged(answer, session) {
  const { final, isChanged } = guesses(answer, session, factsAbout(answer, session));
  for (let depth = 0; depth <= final; depth++)
    for (let i = 0; i < answer.n; i++) if (isChanged(depth, i)) return true;
  return false;
}

/** Whether a head is on, and no other is alone.
 * @param {Pick<StageState, 'activations' | 'isolated'>} state @param {number} layer
 * @param {number} head */
export const isShown = ({ activations, isolated }, layer, head) =>
  !isAblated(activations?.ablated ?? [], layer, head) &&
  (!isolated || (isolated.layer === layer && isolated.head === head));

/** @param {StageState} state
 * @returns {Scene | null} null: the engine has not answered yet */
export function sceneOf(state) {
  const { session, activations: answer, isolated } = state;
  if (!session || !answer?.attention || !answer.logits) return null;
  const { info } = session;
  const { config } = info;
  const { ablated } = answer;
  const kind = ARCHITECTURES[String(config.arch)] ?? 'decoder';
  const layers =
    kind === 'bigram' ? 0 : kind === 'averaging' ? 1 : Number(config.n_layer);
  const hasMlp = kind !== 'bigram' && kind !== 'averaging' && config.mlp !== false;
  const question = answer.attentions.find(
    ({ queryStream }) => queryStream === 'source',
  );
  const facts = factsAbout(answer, session);
  const main = stackOf(answer, 'main', answer.characters, layers, hasMlp);
  const source = question
    ? stackOf(answer, 'source', question.queries, layers, hasMlp)
    : null;
  const vocabulary = shownList(outputsOf(session));
  const { n } = answer;
  const isOn = (/** @type {number} */ layer, /** @type {number} */ head) =>
    !isAblated(ablated, layer, head);
  return {
    kind,
    answer,
    main,
    source,
    n,
    L: main.L,
    H: answer.H,
    tokens: main.tokens,
    right: facts.right,
    next: Array.from(facts.right, (id) => vocabulary[id] ?? ''),
    vocabulary,
    hasWords: hasWords(info.vocabulary),
    isRtl: RTL.test(answer.characters.find((c) => LETTER.test(c)) ?? ''),
    isWide: answer.characters.some((c) => WIDE.test(c)),
    ...guesses(answer, session, facts),
    surprise: facts.surprise,
    added: addedOf(answer, main, source),
    weight: (a, head, i, j) => attentionAt(answer, a, head, i, j),
    isAllowed: (a, i, j) => isAllowed(answer, a, i, j),
    isOn,
    isShown: (layer, head) => isShown(state, layer, head),
    isolated,
  };
}

/**
 * @param {Scene} scene @param {number} i position in the main text
 * @param {number} [most] so many of them
 * @returns {{ token: number, p: number }[]} softmax of its logits, most probable first; the right
 *   one is always among them
 */
export function probabilities(scene, i, most) {
  const { logits, n } = scene.answer;
  const V = logits.length / n;
  const p = softmax(logits.subarray(i * V, (i + 1) * V));
  const tokens = new Set(likeliest(p, most));
  const right = scene.right[i];
  if (right >= 0) tokens.add(right);
  return [...tokens].map((token) => ({ token, p: p[token] }));
}

/** @param {Scene} scene @param {Stream} stream */
export const stackIn = (scene, stream) =>
  stream === 'source' && scene.source ? scene.source : scene.main;
