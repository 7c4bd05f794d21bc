// SPDX-License-Identifier: MIT
// What the model writes by itself: samples with the same beginning and seed, so that only the
// model differs between them. Those at doubling steps and at events are kept.
import {
  headNames,
  isVisible,
  shownStep,
  textUnit,
  viewedModel,
} from '../state/selectors.js';
import { Paced } from '../queries/paced.js';
import { eventsOf, newEvents } from './milestones.js';
import {
  emptyPrompt,
  questionPart,
  SAMPLE_CHARS,
  samplePrompt,
  SAMPLE_SEED,
} from './prompts.js';
import { hasAny } from '../state/store.js';

/** @import { AppStore } from '../state/state.js' */
/** @import { ModelView, RunEvent, Sample, Session } from '../state/types.js' */

/** Tokens of several characters that are about as long. */
const SAMPLE_TOKENS = SAMPLE_CHARS / 4;
/** The first sample after the untrained one; each further one at twice the step. */
const FIRST_SAMPLE_STEP = 25;
/** The latest sample is replaced no more often while training runs, so it can be read. */
const LATEST_INTERVAL_MS = 2500;
const STILL_LATEST_INTERVAL_MS = 4000;
/** Nor while a reader moves the temperature or looks back. */
const MOVED_INTERVAL_MS = 250;

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
  #pace;
  #due = 0;
  /** Events of this run that have a sample. @type {RunEvent[]} */
  #marked = [];
  /** The prompt of all samples of this run. */
  #prompt = '';
  /** Ends a sample that a switched head has made stale, or that is in the reader's way. */
  #ending = new AbortController();
  /** It is being kept as of the model that trains: nothing ends it. */
  #isFixed = false;
  #report;

  /** @param {AppStore} store @param {(error: unknown) => void} report */
  constructor(store, report) {
    this.#store = store;
    this.#report = report;
    this.#pace = new Paced(
      () => this.#sample(),
      () => this.#interval(),
      report,
    );
    let wasInTheWay = false;
    store.subscribe((changed) => {
      const isInTheWay = this.#isInTheWay();
      const isFree = wasInTheWay && !isInTheWay;
      if (changed.has('session')) this.#follow();
      const isVoid = changed.has('ablated') || (isInTheWay && !wasInTheWay);
      if (isVoid && !this.#isFixed) this.#ending.abort();
      wasInTheWay = isInTheWay;
      const isNew =
        hasAny(changed, 'progress', 'phase', 'line', 'visible') ||
        hasAny(changed, 'headHistory', 'viewedSnapshot', 'sampler', 'ablated');
      if (isNew || isFree) this.#next();
    });
  }

  /** Goes on from the samples of the run now in use. */
  #follow() {
    const { session, samples, line } = this.#store.state;
    const last = samples.at(-1);
    this.#prompt = last?.prompt ?? (session ? promptOf(session, line) : '');
    this.#due = last ? nextSampleStep(last.step) : (session?.steps ?? 0);
    this.#marked = eventsOf(this.#store.state);
    this.#next();
  }

  /** Of the model in training: due, or the event it is kept for.
   * @returns {RunEvent | boolean} */
  #kept() {
    const { session } = this.#store.state;
    const [event] = newEvents(eventsOf(this.#store.state), this.#marked);
    return event ?? (session?.steps ?? 0) >= this.#due;
  }

  /** Samples at once what is kept, the latest in its time. */
  #next() {
    if (!this.#canSample()) return;
    if (this.#kept()) this.#pace.now();
    else if (this.#isStale()) this.#pace.soon();
  }

  /** The reader has asked for text, and a model draws one at a time; while it trains, what is due
   * is sampled all the same. */
  #isInTheWay() {
    const { completion, phase } = this.#store.state;
    return Boolean(completion?.busy) && phase !== 'running';
  }

  #canSample() {
    const { session, phase, line } = this.#store.state;
    if (this.#isInTheWay()) return false;
    // A tagging model does not write, nor does a dead engine.
    if (!session || session.info.form === 'tagging' || phase === 'error') return false;
    // The host page has closed it.
    if (session.state === 'closed') return false;
    // Without a line there is no prompt yet.
    return (this.#prompt !== '' || line !== '') && !document.hidden;
  }

  /** Whether another sample would be shown, where it is seen. */
  #isStale() {
    const { state } = this.#store;
    const { latestSample: latest, sampler } = state;
    if (!isVisible(state)) return false;
    return (
      latest?.step !== shownStep(state) ||
      latest.temperature !== sampler.temperature ||
      (latest.off ?? '') !== headNames(state.ablated)
    );
  }

  #interval() {
    const { phase, viewedSnapshot, latestSample, sampler, reducedMotion, throttle } =
      this.#store.state;
    const isMoved =
      viewedSnapshot !== null || latestSample?.temperature !== sampler.temperature;
    if (phase !== 'running' || isMoved) return MOVED_INTERVAL_MS;
    return throttle * (reducedMotion ? STILL_LATEST_INTERVAL_MS : LATEST_INTERVAL_MS);
  }

  async #sample() {
    if (!this.#canSample()) return;
    const { state } = this.#store;
    const { session, line, sampler } = state;
    const kept = this.#kept();
    const model = kept ? session : viewedModel(state);
    if (!session || !model || !(kept || this.#isStale())) return;
    if (this.#prompt === '') this.#prompt = promptOf(session, line);
    const off = headNames(state.ablated);
    this.#ending = new AbortController();
    this.#isFixed = Boolean(kept) && state.phase === 'running';
    const { signal } = this.#ending;
    const { temperature } = sampler;
    try {
      const how = { temperature, signal };
      const sample = { ...(await sampleOf(model, session, this.#prompt, how)), off };
      if (this.#store.state.session !== session) return;
      if (kept && kept !== true) this.#marked = [...this.#marked, kept];
      if (kept) this.#keep({ ...sample, marker: kept === true ? null : kept.kind });
      else if (viewedModel(this.#store.state) === model)
        this.#store.set({ latestSample: this.#beside(sample) });
    } catch (error) {
      if (signal.aborted) return this.#next();
      if (this.#store.state.session === session && viewedModel(state) === model)
        this.#report(error);
      // What failed would fail at once again; the next change of the run tries it.
      return;
    }
    // The run may have moved on, or the reader, while this sample was being made.
    this.#next();
  }

  /** A sample without some heads, with the last one of the same model that had all of them.
   * @param {Sample} sample @returns {Sample} */
  #beside(sample) {
    const { latestSample: last } = this.#store.state;
    const full = last?.off ? last.full : last;
    const isSame =
      full?.step === sample.step && full.temperature === sample.temperature;
    return sample.off && isSame ? { ...sample, full } : sample;
  }

  /** @param {Sample} sample of the model in training */
  #keep(sample) {
    const { samples, viewedSnapshot } = this.#store.state;
    if (sample.step >= this.#due) this.#due = nextSampleStep(sample.step);
    this.#store.set({
      samples: [...samples, sample],
      ...(viewedSnapshot ? {} : { latestSample: sample }),
    });
  }

  stop() {
    this.#pace.stop();
  }
}

/** @param {ModelView} model @param {Session} session its run
 * @param {string} prompt @param {{ temperature: number, signal?: AbortSignal }} how
 * @returns {Promise<Sample>} */
async function sampleOf(model, session, prompt, { temperature, signal }) {
  const { form, blockSize, vocabulary } = session.info;
  const asks = form !== 'text';
  const most = textUnit(session) === 'character' ? SAMPLE_CHARS : SAMPLE_TOKENS;
  const sample = await model.sample({
    logits: true,
    prompt: prompt || emptyPrompt(vocabulary),
    chars: asks ? blockSize : most,
    greedy: asks,
    temperature,
    seed: SAMPLE_SEED,
    signal,
  });
  const { valStep, valLoss } = session.history;
  const at = valStep.findLastIndex((step) => step <= sample.step);
  return { ...sample, prompt, temperature, loss: valLoss[at] ?? null, marker: null };
}
