// SPDX-License-Identifier: MIT
// The sentence above the stage: what the model predicts at the character looked at and what it
// looked at for that, or how well it predicts the line; and what the heads that are off cost.
// Pure functions of the state. Numbers compute from the digits beside them.
import { errorText } from '../../i18n/engine-text.js';
import { attentionAt, reach } from '../../draw/attention.js';
import { headName, headNames, isUntrained, seesNext } from '../../state/selectors.js';
import { attends, unsure, weightOf } from '../../i18n/descriptions.js';
import { asLoss, visible } from '../../i18n/format.js';
import { outputsOf, unitsOf } from '../shared/outputs.js';
import { factsAbout, isAnyChanged, isShown } from './scene.js';

/** @import { State } from '../../state/state.js' */
/** @import { HeadAt, LineActivations, Session } from '../../state/types.js' */
/** @import { Words } from '../../i18n/descriptions.js' */

/** @typedef {'' | 'token' | 'right' | 'wrong'} PartKind */
/** @typedef {{ kind: PartKind, text: string }} Part */
/** @typedef {{ main: Part[], more: string, invite?: string }} Caption `invite`: what the reader can do */

/** Characters of the line that are quoted before the prediction. */
const QUOTED = 12;
/** Weights of an average differ by rounding only. */
const EVEN = 1e-6;

/** @param {Caption} caption @returns {string} as one text */
export const captionText = ({ main, more, invite = '' }) =>
  [main.map(({ text }) => text).join(''), more, invite].filter(Boolean).join(' ');

/**
 * @param {State} state @param {Words} words @param {number | null} focus index in the line
 * @param {Caption | null} [ofText] what is said of the whole text instead, while none is chosen
 * @returns {Caption}
 */
export function captionOf(state, words, focus, ofText = null) {
  const { t, format } = words;
  const { activations: look, viewedSnapshot, session } = state;
  if (!look || !session) return { main: [plain(t.stage.waiting)], more: '' };
  const past = viewedSnapshot
    ? [plain(t.stage.step(format.integer(viewedSnapshot.step)))]
    : [];
  const main =
    focus === null
      ? countRight(state, look, words)
      : expects(state, look, words, focus);
  const off = offAndCost(state, look, words);
  if (ofText && focus === null && !off) {
    const count = main.map(({ text }) => text).join('');
    return { main: [...past, ...ofText.main], more: `${ofText.more} ${count}` };
  }
  const why = look.lens?.obstacle ? ` ${errorText(look.lens.obstacle, words)}` : '';
  const more =
    off ||
    (focus === null
      ? overall(state, look, words) + why
      : looks(state, look, words, focus));
  const invite = off || focus !== null ? '' : t.stage.choose(unitsOf({ state, t }));
  return { main: [...past, ...main], more, invite };
}

/** @param {string} text @returns {Part} */
const plain = (text) => ({ kind: '', text });

/** A sentence with parts in place of its {names}.
 * @param {string} sentence @param {Record<string, Part>} parts @returns {Part[]} */
const composed = (sentence, parts) =>
  sentence
    .split(/\{(\w+)\}/)
    .map((text, n) => (n % 2 ? parts[text] : plain(text)))
    .filter(({ text }) => text !== '');

/** It labels what it reads. @param {Pick<State, 'session'>} state */
const hasLabels = ({ session }) => (session?.info.labels.length ?? 0) > 0;

// ------------------------------------------------------------------ predictions

/**
 * What the model predicts at one position.
 * @param {Pick<State, 'session'>} state @param {LineActivations} look @param {number} i
 * @returns {{ guess: string, share: number, truth: string | null }}
 */
export function predictionAt({ session }, look, i) {
  const outputs = outputsOf(session);
  const row = look.logits.subarray(i * outputs.length, (i + 1) * outputs.length);
  // There is no answer without a session.
  const { best, right } = factsAbout(look, /** @type {Session} */ (session));
  const most = row[best[i]];
  return {
    guess: outputs[best[i]],
    share: 1 / row.reduce((sum, logit) => sum + Math.exp(logit - most), 0),
    truth: outputs[right[i]] ?? null,
  };
}

/** @param {State} state @param {LineActivations} look @param {Words} words @param {number} i */
function expects(state, look, { t, format }, i) {
  const { guess, share, truth } = predictionAt(state, look, i);
  /** @param {string} text @returns {Part} */
  const token = (text) => ({ kind: 'token', text });
  const kind = hasLabels(state)
    ? t.stage.labels
    : seesNext(state.session)
      ? t.stage.seesNext
      : t.stage.expects;
  const sentence = composed(kind, {
    before: token(quoted(look, i)),
    token: token(visible(look.characters[i])),
    guess: token(visible(guess)),
    share: plain(format.share(share)),
  });
  if (truth === null) return sentence;
  /** @type {Part} */
  const verdict =
    truth === guess
      ? { kind: 'right', text: t.stage.right }
      : {
          kind: 'wrong',
          text: t.stage[hasLabels(state) ? 'wrongLabel' : 'wrong'](visible(truth)),
        };
  return [...sentence, plain(' '), verdict];
}

/** The end of the line up to a token, as the text has it: pieces may omit their spaces.
 * @param {Pick<LineActivations, 'text' | 'characters'>} look @param {number} i
 * @param {number} [most] characters */
export function quoted(look, i, most = QUOTED) {
  const text = look.text.replace('\t', '');
  const pieces = look.characters.slice(0, i + 1);
  let end = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece, end);
    if (at >= 0) end = at + piece.length;
  }
  const isWhole = pieces.every((piece) => text.includes(piece));
  const before = [...(isWhole ? text.slice(0, end) : pieces.join(''))];
  const last = before.slice(-most).map((c) => (c === ' ' ? c : visible(c)));
  return (before.length > most ? '…' : '') + last.join('');
}

// ------------------------------------------------------------------ the whole line

/** Positions whose prediction can be checked.
 * @param {Pick<State, 'session'>} state @param {LineActivations} look */
function checked(state, look) {
  const n = hasLabels(state) ? look.n : look.n - 1;
  return Array.from({ length: Math.max(0, n) }, (_, i) => i).filter((i) =>
    Number.isFinite(look.loss[i]),
  );
}

/** @param {State} state @param {LineActivations} look @param {Words} words */
function countRight(state, look, words) {
  const { t, format } = words;
  const all = checked(state, look);
  if (all.length === 0) {
    return [plain(hasLabels(state) ? t.stage.noCount : t.stage.single)];
  }
  const { best, right } = factsAbout(look, /** @type {Session} */ (state.session));
  const found = all.filter((i) => best[i] === right[i]);
  const sentence = t.stage.count(
    format.integer(found.length),
    format.integer(all.length),
    unitsOf({ state, t }, 'output'),
  );
  return [plain(sentence)];
}

/** Mean surprisal of a line, bits; NaN where no prediction of it can be checked.
 * @param {Pick<State, 'session'>} state @param {LineActivations} look
 * @param {Float32Array} [loss] nats */
export function meanBits(state, look, loss = look.loss) {
  const all = checked(state, look);
  let sum = 0;
  for (const i of all) sum += loss[i];
  return all.length > 0 ? sum / all.length / Math.LN2 : NaN;
}

/** @param {State} state @param {LineActivations} look @param {Words} words */
function overall(state, look, words) {
  const { t, format } = words;
  const bits = meanBits(state, look);
  const untrained = isUntrained(state, look.step) ? t.stage.untrained : '';
  if (Number.isNaN(bits)) return untrained;
  const shown = asLoss(bits);
  const mean = t.stage.mean(
    format.loss(shown),
    unsure(
      words,
      shown * Math.LN2,
      outputsOf(state.session).length,
      unitsOf({ state, t }, 'output'),
    ),
  );
  return `${untrained} ${mean}`.trim();
}

// ------------------------------------------------------------------ attention

/**
 * The largest weight of the heads shown at one position, wherever it leads.
 * @param {State} state @param {LineActivations} look @param {number} i
 * @param {number} [least] only this many positions back, or more
 * @returns {(HeadAt & { j: number, value: number }) | null}
 */
export function strongestLook(state, look, i, least = -Infinity) {
  /** @type {ReturnType<typeof strongestLook>} */
  let most = null;
  for (let layer = 0; layer < look.L; layer++) {
    const { queryStream } = look.attentions[layer];
    if (queryStream !== 'main') continue;
    for (let head = 0; head < look.H; head++) {
      if (!isShown(state, layer, head)) continue;
      for (let j = 0; j < reach(look, layer, i); j++) {
        if (i - j < least) continue;
        const value = attentionAt(look, layer, head, i, j);
        if (value > (most?.value ?? 0)) most = { layer, head, j, value };
      }
    }
  }
  return most;
}

/** The share of an average; null where weights differ.
 * @param {LineActivations} look @param {number} i */
function evenShare(look, i) {
  const n = reach(look, 0, i);
  const first = attentionAt(look, 0, 0, i, 0);
  for (let j = 1; j < n; j++)
    if (Math.abs(attentionAt(look, 0, 0, i, j) - first) > EVEN) return null;
  return first;
}

/** @param {State} state @param {LineActivations} look @param {Words} words @param {number} i */
function looks(state, look, words, i) {
  const { t, format } = words;
  if (look.L === 0) return t.stage.noHeads;
  if (state.session?.info.config.arch === 'averaging') {
    const share = evenShare(look, i);
    const n = format.integer(reach(look, 0, i));
    return share === null ? '' : t.stage.even(n, format.share(share));
  }
  const most = strongestLook(state, look, i);
  if (!most) return '';
  const { layer, head } = most;
  const named = { head: headName({ layer, head }) };
  if (state.isolated)
    return t.stage.alone({ ...named, how: attends(words, look, layer, i, most) });
  const row = weightOf(words, look, layer, i, most);
  return t.stage.strongest[row.kind === 'most' ? 'most' : 'evenly']({
    ...named,
    ...row,
  });
}

// ------------------------------------------------------------------ heads that are off

/** @param {State} state @param {LineActivations} look @param {Words} words */
function offAndCost(state, look, words) {
  const { t, format } = words;
  if (look.ablated.length === 0) return '';
  const several = look.ablated.length > 1 ? 1 : 0;
  const without = t.stage.without[several](headNames(look.ablated));
  const bits = meanBits(state, look);
  if (Number.isNaN(bits)) return `${without}.`;
  const [unit] = unitsOf({ state, t }, 'output');
  const now = format.loss(bits);
  if (!look.compared) return t.stage.costAlone({ without, now, unit });
  const all = format.loss(meanBits(state, look, look.compared.loss));
  const cost = all === now ? t.stage.noCost : t.stage.cost;
  const said = cost({ without, now, all, unit, them: t.stage.them[several] });
  const isChanged = isAnyChanged(look, /** @type {Session} */ (state.session));
  return isChanged ? `${said} ${t.stage.changed}` : said;
}

// ------------------------------------------------------------------ where to begin

/** Nearer than this is not far back; the beginning of a line gives little to look at. */
const FAR = 3;
const BEGINNING = 8;

/** A character that is guessed right and surely, and looks far back for it.
 * @param {State} state @param {LineActivations} look @returns {number | null} */
export function tellingCharacter(state, look) {
  /** @type {{ worth: number, i: number | null }} */
  let best = { worth: 0, i: null };
  for (let i = Math.min(BEGINNING, look.n >> 2); i + 1 < look.n; i++) {
    const { guess, share, truth } = predictionAt(state, look, i);
    const seen = strongestLook(state, look, i, FAR);
    const worth = guess === truth ? share * (seen?.value ?? 0) : 0;
    if (worth > best.worth) best = { worth, i };
  }
  return best.i;
}
