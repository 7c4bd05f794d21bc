// SPDX-License-Identifier: MIT
// What the model writes: samples with the same prompt and seed at doubling steps, so that
// only the model differs between them, and the completion of the reader's prompt.

import { viewedModel, isVisible } from '../state/selectors.js';
import { eventsOf, newEvents } from './milestones.js';

/** @import { AppStore } from '../state/state.js' */
/** @import { Sample, Session } from '../state/types.js' */

const SAMPLE_CHARS = 120;
const SAMPLE_SEED = 1;
/** The first sample after the untrained one; each further one at twice the step. */
const FIRST_SAMPLE_STEP = 25;
/** The latest sample is replaced no more often while training runs, so it can be read. */
const LATEST_INTERVAL_MS = 2500;
const STILL_LATEST_INTERVAL_MS = 4000;

/** Stands for an empty prompt: the end of a line, where the vocabulary has one. */
export function emptyPrompt(/** @type {string[]} */ vocabulary) {
  for (const wanted of ['\n', ' ']) if (vocabulary.includes(wanted)) return wanted;
  return vocabulary[0];
}

/** The prompt of all samples: the first word of the line selected when the run began.
 * @param {string} line */
export function samplePrompt(line) {
  const characters = [...line];
  const space = characters.indexOf(' ');
  return characters.slice(0, space > 0 && space < 12 ? space + 1 : 4).join('');
}

/** The question of a pair of question and answer. @param {string} line */
export const questionPart = (line) => line.split('\t')[0];

/** The prompt of samples of this model. @param {Session} session @param {string} line */
const promptOf = (session, line) =>
  session.info.form === 'text' ? samplePrompt(line) : questionPart(line);

/** @param {number} step @returns {number} the step at which the next sample is kept */
export function nextSampleStep(step) {
  let due = FIRST_SAMPLE_STEP;
  while (due <= step) due *= 2;
  return due;
}

export class Sampling {
  /** @type {AppStore} */ #store;
  #busy = false;
  #due = 0;
  /** Events of this run that have a sample.
   * @type {import('../state/types.js').RunEvent[]} */
  #marked = [];
  /** The prompt of all samples of this run. */
  #prompt = '';
  #lastMs = -Infinity;
  /** @type {AbortController | null} */ #abort = null;

  #report;

  /** @param {AppStore} store @param {(error: unknown) => void} report */
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
        void this.#sample();
    });
  }

  /** Goes on from the samples of the run now in use. */
  #follow() {
    this.#abort?.abort();
    this.#lastMs = -Infinity;
    const { session, samples, line } = this.#store.state;
    const last = samples.at(-1);
    this.#prompt = last?.prompt ?? (session ? promptOf(session, line) : '');
    this.#due = last ? nextSampleStep(last.step) : (session?.steps ?? 0);
    this.#marked = eventsOf(this.#store.state);
    void this.#sample();
  }

  async #sample() {
    const { session, phase, reducedMotion, latestSample, line, throttle } =
      this.#store.state;
    // A tagging model does not write, nor does a dead engine.
    if (!session || session.info.form === 'tagging' || phase === 'error') return;
    // Without a line there is no prompt yet.
    if (this.#prompt === '' && line === '') return;
    if (this.#prompt === '') this.#prompt = promptOf(session, line);
    if (this.#busy || document.hidden) return;
    const [event] = newEvents(eventsOf(this.#store.state), this.#marked);
    const keep = session.steps >= this.#due || event !== undefined;
    const pace = reducedMotion ? STILL_LATEST_INTERVAL_MS : LATEST_INTERVAL_MS;
    const stale = latestSample?.step !== session.steps;
    const idle = phase !== 'running';
    // Kept samples belong to the run; the latest one only matters while it is seen.
    if (!keep && !isVisible(this.#store.state)) return;
    if (
      !keep &&
      !(stale && (idle || performance.now() - this.#lastMs >= throttle * pace))
    )
      return;
    this.#busy = true;
    this.#lastMs = performance.now();
    try {
      const sample = await sampleAt(session, this.#prompt);
      if (this.#store.state.session === session) {
        if (event) this.#marked = [...this.#marked, event];
        this.#take({ ...sample, marker: event?.kind ?? null }, keep);
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
        void this.#sample();
      }
    }
  }

  #take(/** @type {Sample} */ sample, /** @type {boolean} */ keep) {
    if (keep) {
      if (sample.step >= this.#due) this.#due = nextSampleStep(sample.step);
      this.#store.set({
        samples: [...this.#store.state.samples, sample],
        latestSample: sample,
      });
    } else {
      this.#store.set({ latestSample: sample });
    }
  }

  /** Completes the reader's prompt; the text appears while it is sampled. */
  async write() {
    const { sampler, line } = this.#store.state;
    const model = viewedModel(this.#store.state);
    if (!model || model.info.form === 'tagging') return;
    const asks = model.info.form !== 'text';
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const shown = sampler.prompt === '' && asks ? questionPart(line) : sampler.prompt;
    const prompt = shown === '' ? emptyPrompt(model.info.vocabulary) : shown;
    this.#store.set({
      completion: { text: '', probs: null, prompt: shown, busy: true },
    });
    try {
      const { text, probs } = await model.sample({
        ...sampler,
        ...(asks ? { chars: model.info.blockSize } : {}),
        prompt,
        signal: abort.signal,
        onText: (/** @type {string} */ _chunk, /** @type {string} */ full) => {
          if (this.#abort !== abort) return;
          this.#store.set({
            completion: { text: full, probs: null, prompt: shown, busy: true },
          });
        },
      });
      if (this.#abort !== abort) return;
      this.#store.set({ completion: { text, probs, prompt: shown, busy: false } });
    } catch (error) {
      if (this.#abort !== abort) return;
      const { completion } = this.#store.state;
      if (completion) this.#store.set({ completion: { ...completion, busy: false } });
      if (/** @type {Error} */ (error).name !== 'AbortError') this.#report(error);
    }
  }

  stop() {
    this.#abort?.abort();
  }
}

/** @param {Session} session @param {string} prompt @returns {Promise<Sample>} */
async function sampleAt(session, prompt) {
  const asks = session.info.form !== 'text';
  const { vocabulary } = session.info;
  const { step, text, tokens, probs, logits } = await session.sample({
    logits: true,
    prompt: prompt || emptyPrompt(vocabulary),
    chars: asks ? session.info.blockSize : SAMPLE_CHARS,
    greedy: asks,
    temperature: 0.8,
    seed: SAMPLE_SEED,
  });
  const loss = session.history.valLoss.at(-1) ?? null;
  // Tokens that are parts of a character cannot be shown one by one.
  const drawn = Array.from(tokens, (id) => vocabulary[id]);
  const pieces = drawn.join('') === text ? drawn : [...text];
  return { step, loss, prompt, text, pieces, tokens, probs, logits, marker: null };
}
