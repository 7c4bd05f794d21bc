// SPDX-License-Identifier: MIT
// A first minute on the stage, in four steps: guess a character, see the model's guess, switch off
// the head that matters most, train on an own text. Whatever it changes is as before when it ends.
import { minuteWords } from '../i18n/minute.js';
import { PROBE } from '../queries/budget.js';
import { memo } from '../state/memo.js';
import { isAblated, isUntrained } from '../state/selectors.js';

/** @import { Guide, HeadAt, Session } from '../state/types.js' */
/** @import { App } from './app.js' */
/** @typedef {Pick<App, 'store' | 'selection' | 'queries' | 'snapshots' | 'draft' | 'train' | 'showInfo' | 'lang'>} MinuteApp */

export const STEPS = 4;
/** A guess is no guess where the model is surer or less sure than that. */
const OPEN = { least: 0.5, most: 0.97 };
/** Where a line begins there is nothing to guess from, characters. */
const BEGINNING = 12;
const LETTER = /^\p{L}$/u;

/** The minute of an App. */
export const minuteOf = memo((/** @type {MinuteApp} */ app) => new Minute(app));

/** What can be guessed: a model that reads characters from left to right, trained and at rest.
 * @param {import('../state/state.js').State} state */
export function canGuess(state) {
  const { session, phase } = state;
  if (!session || isUntrained(state, session.steps) || phase === 'running')
    return false;
  const { form, config, structure } = session.info;
  const heads = structure.attentions;
  return (
    form === 'text' &&
    (config.tokenizer ?? 'chars') === 'chars' &&
    heads.length > 0 &&
    heads.every(({ kind, causal }) => kind === 'self' && causal)
  );
}

/**
 * The character to stop at: inside a word, guessed right but not for certain, and one that the
 * model guesses worst without the head.
 * @param {string[]} characters of the line @param {Float32Array} logits [n][V]
 * @param {import('../../wasm/index.js').Table} rows [with the head, without it][n] losses, nats
 * @param {string[]} vocabulary
 * @returns {number} index of the last character that is shown; -1: the line is too short
 */
export function placeToGuess(characters, logits, { columns: n, data }, vocabulary) {
  const V = vocabulary.length;
  let best = { worth: -Infinity, i: -1 };
  for (let i = Math.min(BEGINNING, n >> 2); i + 1 < n; i++) {
    const row = logits.subarray(i * V, (i + 1) * V);
    const guess = vocabulary[row.indexOf(Math.max(...row))];
    const [p, without] = [data[i], data[n + i]].map((loss) => Math.exp(-loss));
    const isInWord = [i - 1, i, i + 1].every((at) => LETTER.test(characters[at] ?? ''));
    const isOpen = p >= OPEN.least && p <= OPEN.most;
    const isRight = guess === characters[i + 1];
    // What a place should be, the most important first; then how much the head matters there.
    const worth = 4 * +isInWord + 2 * +isRight + +isOpen + (p - without) / 2;
    if (worth > best.worth) best = { worth, i };
  }
  return best.i;
}

export class Minute {
  #app;
  /** @type {Session | null} */ #session = null;
  #line = '';
  /** What was shown before. @type {Pick<import('../state/state.js').State, 'pin' | 'isolated' |
   *   'stageMode' | 'ablated' | 'draft'> | null} */
  #before = null;
  #stop = () => {};
  /** Being begun. @type {Promise<boolean> | null} */ #coming = null;

  /** @param {MinuteApp} app */
  constructor(app) {
    this.#app = app;
  }

  get #state() {
    return this.#app.store.state;
  }

  /** @returns {Guide | null} null: it is not going on */
  get guide() {
    const { guide } = this.#state;
    return guide?.step ? guide : null;
  }

  // ------------------------------------------------------------------ begin and end

  /** @returns {Promise<boolean>} false: the model is not one to guess with, and that is said */
  begin() {
    this.#coming ??= this.#begin().finally(() => (this.#coming = null));
    return this.#coming;
  }

  async #begin() {
    if (this.guide) return true;
    const { store, selection, snapshots, queries } = this.#app;
    const before = this.#state;
    if (!canGuess(before)) return this.#refuse();
    snapshots.go(null);
    selection.openPlace('stage');
    selection.openPanel('');
    await queries.allOn();
    const { session, line } = this.#state;
    const guide = await this.#first();
    if (this.#state.session !== session) return false;
    if (!guide || this.#state.line !== line || !canGuess(this.#state)) {
      await this.#switchOff(before.ablated);
      return this.#refuse();
    }
    [this.#session, this.#line, this.#before] = [session, line, before];
    store.batch(() => {
      selection.showOnStage('attention');
      selection.select({ pin: { i: guide.i, j: null }, hover: null });
      store.set({ guide, isolated: null });
    });
    this.#stop = store.subscribe(() => this.#hasLeft && this.end());
    return true;
  }

  #refuse() {
    this.#app.showInfo(minuteWords.in(this.#app.lang).unfit);
    return false;
  }

  /** @returns {Promise<Guide | null>} null: the line is too short */
  async #first() {
    const session = /** @type {Session} */ (this.#state.session);
    const { line: text } = this.#state;
    const H = Number(session.info.config.n_head);
    const { delta } = await session.ablateAll({ sequences: PROBE });
    const n = delta.indexOf(Math.max(...delta));
    const head = { layer: Math.floor(n / H), head: n % H };
    const { rows } = await session.ablate({ ...head, text });
    const { logits } = await session.runWithCache({ text, attention: false });
    const { vocabulary } = session.info;
    const i = rows && logits ? placeToGuess([...text], logits, rows, vocabulary) : -1;
    return i < 0 ? null : { step: 1, i, head, guess: '' };
  }

  /** The reader has gone elsewhere. */
  get #hasLeft() {
    const { session, line, phase, place, viewedSnapshot } = this.#state;
    return (
      session !== this.#session ||
      line !== this.#line ||
      phase === 'running' ||
      place !== 'stage' ||
      viewedSnapshot !== null
    );
  }

  /** What is the reader's own stays as it is. */
  end() {
    const { guide } = this;
    const before = this.#before;
    if (!guide || !before) return;
    this.#stop();
    const { store, selection, draft } = this.#app;
    const { pin, line, session } = this.#state;
    const isAsked = pin?.i === guide.i && line === this.#line;
    store.batch(() => {
      store.set({ guide: null });
      if (this.#state.draft?.trim() === '' && before.draft === null) draft.edit(null);
      if (session !== this.#session) return;
      if (isAsked) selection.select({ pin: before.pin });
      store.set({ isolated: before.isolated, stageMode: before.stageMode });
    });
    if (session === this.#session) void this.#restoreHeads(guide.head, before.ablated);
  }

  /** @param {HeadAt} own the head of the minute @param {HeadAt[]} off before it */
  async #restoreHeads(own, off) {
    const { queries } = this.#app;
    const wasOff = isAblated(off, own.layer, own.head);
    if (!wasOff) await queries.toggleHead(own.layer, own.head, true);
    await this.#switchOff(off);
  }

  /** @param {HeadAt[]} heads */
  async #switchOff(heads) {
    for (const { layer, head } of heads)
      await this.#app.queries.toggleHead(layer, head, false);
  }

  // ------------------------------------------------------------------ steps

  /** @param {string} character
   * @returns {boolean} whether the model has it, so that the next step follows */
  guess(character) {
    const { vocabulary } = this.#session?.info ?? {};
    if (this.guide?.step !== 1 || !vocabulary?.includes(character)) return false;
    this.#go(2, { guess: character });
    return true;
  }

  /** @param {number} [by] steps on, or back */
  next(by = 1) {
    const step = (this.guide?.step ?? 0) + by;
    if (step >= 1 && step <= STEPS) this.#go(/** @type {Guide['step']} */ (step));
  }

  /** @param {Guide['step']} step @param {Partial<Guide>} [patch] */
  #go(step, patch = step === 1 ? { guess: '' } : {}) {
    const { store, selection, queries, draft } = this.#app;
    const { guide } = this;
    if (!guide) return;
    const { layer, head } = guide.head;
    if (guide.step === 3) void queries.toggleHead(layer, head, true);
    if (guide.step === 4 && this.#state.draft?.trim() === '') draft.edit(null);
    store.batch(() => {
      selection.select({ pin: { i: guide.i, j: null }, hover: null });
      store.set({ guide: { ...guide, ...patch, step } });
    });
    if (step === 4) draft.reopen();
  }

  /** Switches the head of the minute. */
  toggle() {
    const { guide } = this;
    if (guide?.step !== 3) return;
    return this.#app.queries.toggleHead(guide.head.layer, guide.head.head);
  }

  /** The own text becomes a model, and the minute ends.
   * @returns {Promise<boolean>} false: no model can be made of it */
  async train() {
    const { draft, train } = this.#app;
    if (!this.#state.draft?.trim() || !(await draft.use())) return false;
    this.end();
    void train.call(this.#app);
    return true;
  }
}
