// SPDX-License-Identifier: MIT
// Everything the model writes: the ladder (same prompt and seed at doubling steps, so
// that only the model differs from rung to rung) and the reader's own prompt.

import { viewedModel, isVisible } from '../state/selectors.js';
import { eventsOf, newEvents } from './milestones.js';

/** @typedef {import('../state/state.js').AppStore} AppStore */
/** @typedef {import('../state/types.js').Session} Session */
/** @typedef {import('../state/types.js').Sample} Rung */

const RUNG_CHARS = 120;
const RUNG_SEED = 1;
/** The first rung after the untrained one; from there each is twice as far. */
export const FIRST_SAMPLE_STEP = 25;
/** The newest sample is renewed at this pace while training runs: it is to be read. */
const LIVE_INTERVAL_MS = 2500;
const STILL_LIVE_INTERVAL_MS = 4000;

/** What an empty prompt means where the text has lines: the end of one. */
export function emptyPrompt(/** @type {string[]} */ vocabulary) {
  for (const wanted of ['\n', ' ']) if (vocabulary.includes(wanted)) return wanted;
  return vocabulary[0];
}

/**
 * The ladder's beginning: the first word of the line looked at when the run began.
 * @param {string} line
 */
export function samplePrompt(line) {
  const characters = [...line];
  const space = characters.indexOf(' ');
  return characters.slice(0, space > 0 && space < 12 ? space + 1 : 4).join('');
}

/** The question of a pair. @param {string} line */
export const questionPart = (line) => line.split('\t')[0];

/** What samples of this model begin with. @param {Session} session @param {string} line */
const beginning = (session, line) =>
  session.info.form === 'text' ? samplePrompt(line) : questionPart(line);

/** @param {number} step @returns {number} the step at which the next rung is due */
export function nextSampleStep(step) {
  let due = FIRST_SAMPLE_STEP;
  while (due <= step) due *= 2;
  return due;
}

export class Sampling {
  /** @type {AppStore} */ #store;
  #busy = false;
  #due = 0;
  /** Those of this run that have a rung already.
   * @type {import('../state/types.js').RunEvent[]} */
  #marked = [];
  /** What every rung of this run begins with. */
  #start = '';
  #lastMs = -Infinity;
  /** @type {AbortController | null} */ #draftAbort = null;

  #report;

  /**
   * @param {AppStore} store
   * @param {(error: unknown) => void} report
   */
  constructor(store, report) {
    this.#store = store;
    this.#report = report;
    store.subscribe((changed) => {
      if (changed.has('session')) this.#follow();
      if (
        ['progress', 'phase', 'line', 'visible', 'headHistory'].some((key) =>
          changed.has(/** @type {any} */ (key)),
        )
      )
        void this.#rung();
    });
  }

  /** Another run became the current one: its ladder tells where to go on. */
  #follow() {
    this.#draftAbort?.abort();
    this.#lastMs = -Infinity;
    const { session, samples, line } = this.#store.state;
    const last = samples.at(-1);
    this.#start = last?.prompt ?? (session ? beginning(session, line) : '');
    this.#due = last ? nextSampleStep(last.step) : (session?.steps ?? 0);
    this.#marked = eventsOf(this.#store.state);
    void this.#rung();
  }

  async #rung() {
    const { session, phase, reducedMotion, latestSample, line, throttle } =
      this.#store.state;
    // An encoder marks what it reads; it does not write. Nor does a dead engine.
    if (!session || session.info.form === 'tagging' || phase === 'error') return;
    // All rungs have one beginning: without a line there is none yet.
    if (this.#start === '' && line === '') return;
    if (this.#start === '') this.#start = beginning(session, line);
    if (this.#busy || document.hidden) return;
    const [event] = newEvents(eventsOf(this.#store.state), this.#marked);
    const keep = session.steps >= this.#due || event !== undefined;
    const pace = reducedMotion ? STILL_LIVE_INTERVAL_MS : LIVE_INTERVAL_MS;
    const stale = latestSample?.step !== session.steps;
    const idle = phase !== 'running';
    // Rungs belong to the run; the newest sample is for those who look.
    if (!keep && !isVisible(this.#store.state)) return;
    if (
      !keep &&
      !(stale && (idle || performance.now() - this.#lastMs >= throttle * pace))
    )
      return;
    this.#busy = true;
    this.#lastMs = performance.now();
    try {
      const rung = await sampleRung(session, this.#start);
      if (this.#store.state.session === session) {
        if (event) this.#marked = [...this.#marked, event];
        this.#take({ ...rung, marker: event?.kind ?? null }, keep);
      }
    } catch (error) {
      if (this.#store.state.session === session) this.#report(error);
    } finally {
      this.#busy = false;
    }
    // The run may have moved on or ended while this sample was being made.
    const now = this.#store.state;
    if (now.session && now.phase !== 'running') {
      if (
        now.latestSample?.step !== now.session.steps ||
        now.session.steps >= this.#due
      ) {
        void this.#rung();
      }
    }
  }

  #take(/** @type {Rung} */ rung, /** @type {boolean} */ keep) {
    if (keep) {
      if (rung.step >= this.#due) this.#due = nextSampleStep(rung.step);
      this.#store.set({
        samples: [...this.#store.state.samples, rung],
        latestSample: rung,
      });
    } else {
      this.#store.set({ latestSample: rung });
    }
  }

  /** Lets the model go on from the reader's prompt; text appears as it is made. */
  async write() {
    const { sampler, line } = this.#store.state;
    const eye = viewedModel(this.#store.state);
    if (!eye || eye.info.form === 'tagging') return;
    const asks = eye.info.form !== 'text';
    this.#draftAbort?.abort();
    const abort = new AbortController();
    this.#draftAbort = abort;
    const shown = sampler.prompt === '' && asks ? questionPart(line) : sampler.prompt;
    const prompt = shown === '' ? emptyPrompt(eye.info.vocabulary) : shown;
    this.#store.set({
      completion: { text: '', probs: null, prompt: shown, busy: true },
    });
    try {
      const { text, probs } = await eye.sample({
        ...sampler,
        ...(asks ? { chars: eye.info.blockSize } : {}),
        prompt,
        signal: abort.signal,
        onText: (/** @type {string} */ _chunk, /** @type {string} */ full) => {
          if (this.#draftAbort !== abort) return;
          this.#store.set({
            completion: { text: full, probs: null, prompt: shown, busy: true },
          });
        },
      });
      if (this.#draftAbort !== abort) return;
      this.#store.set({ completion: { text, probs, prompt: shown, busy: false } });
    } catch (error) {
      if (this.#draftAbort !== abort) return;
      const { completion } = this.#store.state;
      if (completion) this.#store.set({ completion: { ...completion, busy: false } });
      if (/** @type {Error} */ (error).name !== 'AbortError') this.#report(error);
    }
  }

  stop() {
    this.#draftAbort?.abort();
  }
}

/** @param {Session} session @param {string} prompt @returns {Promise<Rung>} */
async function sampleRung(session, prompt) {
  const asks = session.info.form !== 'text';
  const { vocabulary } = session.info;
  const { step, text, tokens, probs, logits } = await session.sample({
    logits: true,
    prompt: prompt || emptyPrompt(vocabulary),
    chars: asks ? session.info.blockSize : RUNG_CHARS,
    greedy: asks,
    temperature: 0.8,
    seed: RUNG_SEED,
  });
  const loss = session.history.valLoss.at(-1) ?? null;
  // Tokens may be longer than a character, or parts of one; then only the text is whole.
  const drawn = Array.from(tokens, (id) => vocabulary[id]);
  const pieces = drawn.join('') === text ? drawn : [...text];
  return { step, loss, prompt, text, pieces, tokens, probs, logits, marker: null };
}
