// SPDX-License-Identifier: MIT
// The text that the model writes on the reader's prompt, token by token. Tokens are drawn ahead
// of those shown: the first of them has the logits that the next token is drawn from.
import { isVisible, shownStep, viewedModel } from '../state/selectors.js';
import { Paced } from '../queries/paced.js';
import { emptyPrompt, questionPart } from './prompts.js';
import { hasAny, picked } from '../state/store.js';

/** @import { AppStore } from '../state/state.js' */
/** @import { Completion, DrawnWith, ModelView, Written } from '../state/types.js' */
/** @import { SamplePart } from '../../wasm/index.js' */

/** Between two tokens shown: fast, but each can be seen to come. */
export const PACE_MS = 33;
/** While the model or a setting changes, the next token is drawn again no more often. */
const RENEW_MS = 250;
/** Undone one by one. */
const MAX_UNDO = 100;
/** Logits kept for tokens written, 16 MB; those of the oldest go first. */
const MAX_LOGITS = 4e6;
/** Each continuation has a seed of its own, derived from the reader's. */
const SEED_STEP = 7919;
const SEEDS = 2 ** 31;

/** The seed of what is drawn after n tokens. @param {number} seed @param {number} n */
export const seedAfter = (seed, n) => (seed + n * SEED_STEP) % SEEDS;

/** @param {readonly Written[]} tokens */
const textOf = (tokens) => tokens.map(({ text }) => text).join('');

/** The tokens of a sample, or of a part of it.
 * @param {SamplePart | import('../state/types.js').Sample} part
 * @param {DrawnWith} sampler @returns {Written[]} */
export const writtenOf = ({ step, pieces, tokens, probs, logits }, sampler) =>
  pieces.map((text, n) => ({
    text,
    token: tokens[n],
    p: probs[n],
    logits: logits[n] ?? null,
    step,
    sampler,
  }));

export class Writing {
  /** @type {AppStore} */ #store;
  #report;
  #pace;
  /** Drawn, and not shown yet. @type {Written[]} */
  #ahead = [];
  /** An answer has been drawn to its end. */
  #ended = false;
  /** Of what is being drawn. @type {AbortController | null} */
  #drawing = null;
  /** Until it is drawn. @type {Promise<void> | null} */
  #drawn = null;
  /** Called when more of it has come. */
  #arrived = () => {};
  /** Of what is being played. @type {AbortController | null} */
  #playing = null;
  /** Texts before what was done last. @type {{ prompt: string, tokens: Written[] }[]} */
  #before = [];
  /** Views that show what comes next. */
  #watchers = 0;

  /** @param {AppStore} store @param {(error: unknown) => void} report */
  constructor(store, report) {
    this.#store = store;
    this.#report = report;
    this.#pace = new Paced(
      () => this.#lookAhead(),
      () => RENEW_MS,
      report,
    );
    let { sampler } = store.state;
    store.subscribe((changed) => {
      const before = sampler;
      ({ sampler } = store.state);
      if (changed.has('session')) this.#leave();
      else if (changed.has('viewedSnapshot') || this.#isOther(before)) this.#drop();
      if (sampler.prompt !== before.prompt) this.stop();
      const isNew =
        hasAny(changed, 'progress', 'phase', 'visible', 'session') ||
        hasAny(changed, 'viewedSnapshot', 'sampler', 'line');
      if (isNew && this.#watchers > 0) this.#pace.soon();
    });
  }

  /** The present text; of another prompt: none yet. @returns {Completion} */
  get #text() {
    const { completion } = this.#store.state;
    if (completion?.prompt === this.#prompt) return completion;
    const none = { text: '', probs: null, tokens: [], busy: false, next: null };
    return { ...none, prompt: this.#prompt };
  }

  /** As it stands before the text. */
  get #prompt() {
    const { sampler, line } = this.#store.state;
    return sampler.prompt === '' && this.#asks ? questionPart(line) : sampler.prompt;
  }

  /** A model of pairs answers questions and ends by itself. */
  get #asks() {
    return this.#store.state.session?.info.form !== 'text';
  }

  /** @returns {ModelView | null} null: there is none, or it does not write */
  get #model() {
    const { session } = this.#store.state;
    const writes = session && session.info.form !== 'tagging';
    return writes ? viewedModel(this.#store.state) : null;
  }

  /** @param {Partial<Completion>} patch */
  #set(patch) {
    const next = this.#ahead[0] ?? null;
    this.#store.set({ completion: { ...this.#text, next, ...patch } });
  }

  // ------------------------------------------------------------ what is shown next

  /** A view shows the next token from now on. @returns {() => void} and no longer */
  watch() {
    this.#watchers++;
    this.#pace.soon();
    return () => void this.#watchers--;
  }

  /** @param {import('../state/types.js').SamplerSettings} before */
  #isOther(before) {
    const { chars } = before;
    // How many are wanted changes none of them.
    const now = Object.entries({ ...this.#store.state.sampler, chars });
    return now.some(([key, value]) => value !== Reflect.get(before, key));
  }

  /** What was drawn ahead is void. */
  #drop() {
    this.#drawing?.abort();
    this.#drawing = null;
    this.#drawn = null;
    this.#ahead = [];
    this.#ended = false;
  }

  #leave() {
    this.#playing?.abort();
    this.#drop();
    this.#before = [];
  }

  /** Draws the token that comes next, unless one is being shown already. */
  async #lookAhead() {
    const { completion, phase } = this.#store.state;
    if (!this.#model || completion?.busy || !isVisible(this.#store.state)) return;
    // An answer begun is shown to its end.
    if (this.#asks && this.#text.tokens.length > 0) return;
    const changes = phase === 'running' && !this.#store.state.viewedSnapshot;
    if (!changes && this.#ahead[0]?.step === shownStep(this.#store.state)) return;
    this.#rememberOther();
    this.#drop();
    try {
      await this.#start(1);
      if (!this.#store.state.completion?.busy) this.#set({});
    } catch {
      // A prompt that cannot be read is reported when writing begins.
      this.#set({ next: null });
    }
  }

  /** Draws n tokens that follow the text, unless some are being drawn.
   * @param {number} n @returns {Promise<void>} until all are there */
  #start(n) {
    const drawn = (this.#drawn ??= this.#draw(n).finally(() => {
      if (this.#drawn === drawn) this.#drawn = null;
    }));
    return drawn;
  }

  /** @param {number} n */
  async #draw(n) {
    const model = this.#model;
    const { session, sampler } = this.#store.state;
    if (!model || !session) return;
    this.#drawing?.abort();
    const drawing = new AbortController();
    this.#drawing = drawing;
    const { tokens } = this.#text;
    const asks = this.#asks;
    const prompt = this.#prompt + (asks ? '' : textOf(tokens));
    const settings = picked(sampler, ['temperature', 'topK', 'topP', 'greedy']);
    try {
      await model.sample({
        ...settings,
        logits: true,
        prompt: prompt === '' ? emptyPrompt(session.info.vocabulary) : prompt,
        chars: asks ? session.info.blockSize : n,
        seed: seedAfter(sampler.seed, asks ? 0 : tokens.length),
        signal: drawing.signal,
        onText: (_chunk, _full, part) => {
          if (this.#drawing !== drawing) return;
          this.#ahead = [...this.#ahead, ...writtenOf(part, settings)];
          this.#arrived();
        },
      });
      this.#ended = asks && this.#drawing === drawing;
    } catch (error) {
      if (/** @type {Error} */ (error).name !== 'AbortError') throw error;
    }
  }

  // ------------------------------------------------------------------- writing

  /** Shows the next tokens. @param {number} n */
  #reveal(n) {
    const shown = this.#ahead.slice(0, n);
    this.#ahead = this.#ahead.slice(n);
    this.#take([...this.#text.tokens, ...shown], { busy: true });
    return shown.length;
  }

  /** @param {Written[]} tokens @param {Partial<Completion>} [patch] */
  #take(tokens, patch) {
    const V = tokens.at(-1)?.logits?.length ?? 1;
    let old = tokens.length - 1 - Math.floor(MAX_LOGITS / V);
    for (; tokens[old]?.logits; old--) tokens[old] = { ...tokens[old], logits: null };
    const probs = Float32Array.from(tokens, ({ p }) => p);
    this.#set({ text: textOf(tokens), tokens, probs, ...patch });
  }

  /** @param {Completion} [text] that can be brought back */
  #remember({ prompt, tokens } = this.#text) {
    this.#before = [...this.#before.slice(1 - MAX_UNDO), { prompt, tokens }];
  }

  /** So can the text of another prompt. */
  #rememberOther() {
    const { completion } = this.#store.state;
    if (
      completion &&
      completion.tokens.length > 0 &&
      completion.prompt !== this.#prompt
    )
      this.#remember(completion);
  }

  /** Begins something that replaces what is being played.
   * @returns {AbortController} */
  #begin() {
    this.#playing?.abort();
    this.#playing = new AbortController();
    this.#rememberOther();
    this.#remember();
    // An answer that has ended begins again.
    const isDone = this.#asks && this.#ahead.length === 0;
    this.#set({ busy: true, ...(isDone ? { tokens: [], text: '', probs: null } : {}) });
    return this.#playing;
  }

  /** Writes on, at a pace that can be read.
   * @param {number} [n] tokens; default: as many as the reader has set */
  async play(n = this.#store.state.sampler.chars) {
    if (!this.#model) return;
    const { signal } = this.#begin();
    if (!this.#asks) this.#drop();
    await this.#show(n, signal, !this.#store.state.reducedMotion);
  }

  /** Writes one token. */
  async one() {
    if (!this.#model) return;
    const { signal } = this.#begin();
    await this.#show(1, signal, false);
  }

  /** Writes a new text, as fast as it is drawn. */
  async write() {
    if (!this.#model) return;
    const { signal } = this.#begin();
    this.#drop();
    this.#set({ tokens: [], text: '', probs: null, busy: true });
    await this.#show(this.#store.state.sampler.chars, signal, false);
  }

  /** @param {number} n @param {AbortSignal} signal @param {boolean} paced */
  async #show(n, signal, paced) {
    const end = this.#asks ? Infinity : n;
    try {
      for (let shown = 0; shown < end && !signal.aborted;) {
        if (this.#ahead.length === 0) {
          if (this.#ended || !(await this.#more(end - shown, signal))) break;
          continue;
        }
        shown += this.#reveal(paced ? 1 : Math.min(end - shown, this.#ahead.length));
        if (paced) await new Promise((done) => setTimeout(done, PACE_MS));
      }
    } catch (error) {
      if (!signal.aborted) this.#report(error);
    }
    if (signal.aborted) return;
    this.#set({ busy: false });
    if (this.#watchers > 0) this.#pace.soon();
  }

  /** Waits for more to be drawn.
   * @param {number} n @param {AbortSignal} signal
   * @returns {Promise<boolean>} whether there is any */
  async #more(n, signal) {
    // What is being drawn already may end without more.
    if (this.#drawn) await this.#next(this.#drawn);
    if (this.#ahead.length === 0 && !this.#ended && !signal.aborted)
      await this.#next(this.#start(n));
    return this.#ahead.length > 0 && !signal.aborted;
  }

  /** Waits for its next part, or its end. @param {Promise<void>} drawn */
  #next(drawn) {
    // What fails after that fails when more is needed.
    drawn.catch(() => {});
    const arrived = new Promise((done) => (this.#arrived = () => done(null)));
    return Promise.race([drawn, arrived]);
  }

  stop() {
    this.#playing?.abort();
    this.#drawing?.abort();
    if (this.#store.state.completion?.busy) this.#set({ busy: false });
    if (this.#watchers > 0) this.#pace.soon();
  }

  // ------------------------------------------------------------------- editing

  get canUndo() {
    return this.#before.length > 0;
  }

  /** Takes back what was done last. */
  undo() {
    this.stop();
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    this.#drop();
    const { sampler } = this.#store.state;
    this.#store.set({ sampler: { ...sampler, prompt: last.prompt } });
    this.#take(last.tokens, { prompt: last.prompt, busy: false });
  }

  /** Keeps the first n tokens. @param {number} n */
  cut(n) {
    this.stop();
    this.#remember();
    this.#drop();
    this.#take(this.#text.tokens.slice(0, n), { busy: false });
  }

  close() {
    this.#playing?.abort();
    this.#drop();
    this.#pace.stop();
  }
}
