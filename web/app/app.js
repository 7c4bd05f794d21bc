// SPDX-License-Identifier: MIT
// What a reader can do, as methods; what is true now, in the store. Views know nothing
// else. One App belongs to one <glass-former>.
import { configPresets, configSchema } from '../../wasm/index.js';
import { eventWords } from '../i18n/descriptions.js';
import { textName } from '../i18n/engine-text.js';
import { AttentionLoop } from '../queries/attention-loop.js';
import { Diagnostics } from '../queries/diagnostics.js';
import { QueryScheduler } from '../queries/scheduler.js';
import { ComparedRuns } from '../run/compared-runs.js';
import { packText } from '../run/link-text.js';
import { linkOfView } from '../run/link-view.js';
import { eventsOf, newEvents } from '../run/milestones.js';
import { pretrainedOf } from '../run/offers.js';
import { Run } from '../run/run.js';
import { Sampling } from '../run/samples.js';
import { restoreRun } from '../run/serialization.js';
import { Writing } from '../run/writing.js';
import { encodeLink } from '../run/link.js';
import { SnapshotBrowser } from '../queries/snapshots.js';
import { StoredRuns } from '../run/stored-runs.js';
import { PAGE_SETTINGS } from '../state/recipe.js';
import { initialState } from '../state/state.js';
import { Store } from '../state/store.js';
import { Checkpoint } from './checkpoint.js';
import { Draft } from './draft.js';
import { PendingConfig } from './pending-config.js';
import { Selection } from './selection.js';
import { applyLink, applyLook, usePreset } from './startup.js';
import { Texts } from './texts.js';

/** @import { Strings } from '../i18n/index.js' */
/** @import { Format } from '../i18n/format.js' */
/** @import { Notice } from '../state/types.js' */
/** @import { SerializedRun } from '../state/run.js' */
/** @import { Outcome } from './context.js' */

/** A message stays so long, and for each of its characters. */
const NOTICE_MS = 5000;
const READING_MS = 70;

export class App {
  /** @type {Strings} */ t;
  /** @type {Format} */ format;
  store = new Store(initialState());
  /** @type {Run} */ #run;
  #attentionLoop;
  #sampling;
  /** Events of this session announced so far. @type {import('../state/types.js').RunEvent[]} */
  #announced = [];
  /** Whose worker's death has been told. @type {import('../state/types.js').Session | null} */
  #dead = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #reading;
  #onClosed = () => {};
  /** Resolves when its models are gone. @type {Promise<void>} */
  closed = new Promise((done) => (this.#onClosed = done));
  /** What it begins with is there, or its problem is shown. */
  hasBegun = false;
  /** It began with a serialized run. */
  #restores = false;
  /** The first press of Train stops at the step that a link looks at, and where the host page
   * wants (maxSteps in the state). */
  stopAt = Infinity;
  /** The pretrained run that the page began with. @type {SerializedRun | undefined} */
  pretrainedRun;
  /** How many changes of the host page are being applied; events do not report those. */
  applying = 0;

  /**
   * @param {object} options
   * @param {Strings} options.strings
   * @param {Format} options.format
   * @param {string} options.lang BCP 47, of the strings
   * @param {object} [options.session] passed to every session: workers, workerUrl
   * @param {string} [options.link] address fragment to start from
   * @param {import('./startup.js').HostText} [options.host] the text the host page sets
   * @param {Promise<SerializedRun | null>} [options.serialized] a run to go on with
   * @param {string} options.mark which element of its page this is, '' for the first
   */
  constructor({
    strings,
    format,
    lang,
    session = {},
    link = '',
    host,
    serialized,
    mark,
  }) {
    const { store } = this;
    this.t = strings;
    this.lang = lang;
    this.format = format;
    store.set({ lang });
    const report = this.report.bind(this);
    // A session that the host page closes ends what was asked of it for the screen.
    const queryFailed = (/** @type {any} */ error) => {
      if (store.state.session?.state !== 'closed') report(error);
    };
    this.selection = new Selection(store);
    this.#run = new Run(store, session, report, () => this.comparedRuns.retire());
    this.#attentionLoop = new AttentionLoop(store, queryFailed);
    this.queries = new QueryScheduler(store, queryFailed);
    this.snapshots = new SnapshotBrowser(store, queryFailed);
    this.diagnostics = new Diagnostics(store, queryFailed);
    /** @type {PendingConfig} */ this.pendingConfig = new PendingConfig(this);
    /** @type {Checkpoint} */ this.checkpoint = new Checkpoint(this);
    /** @type {Draft} */ this.draft = new Draft(this);
    /** @type {Texts} */ this.texts = new Texts(this);
    /** @type {StoredRuns} */ this.storedRuns = new StoredRuns(this, mark);
    /** @type {ComparedRuns} */ this.comparedRuns = new ComparedRuns(
      this,
      this.#run,
      this.storedRuns,
    );
    this.#sampling = new Sampling(store, queryFailed);
    this.writing = new Writing(store, report);
    store.subscribe((changed) => {
      if (changed.has('session')) this.#newSession();
      if (changed.has('session') || changed.has('background')) this.updateSuspension();
      if (changed.has('progress') || changed.has('headHistory')) this.#announceEvents();
    });
    this.#restores = Boolean(serialized);
    /** Resolves when the first model is ready to train, or its problem is shown. */
    this.ready = this.#begin(link, host, serialized);
  }

  /** @param {string} link @param {import('./startup.js').HostText} [host]
   * @param {Promise<SerializedRun | null>} [serialized] */
  async #begin(link, host, serialized) {
    const asked = this.#asked();
    try {
      const [schema, named] = await Promise.all([configSchema(), configPresets()]);
      const presets = /** @type {import('../state/types.js').Preset[]} */ (named);
      this.store.set({ schema, presets });
      if (await this.#restore(serialized)) applyLook(this, link, host, asked);
      else await applyLink(this, link, host, asked);
    } catch (error) {
      this.report(error);
    }
    this.hasBegun = true;
    // The reason is shown.
    if (this.store.state.phase === 'none') this.store.set({ phase: 'error' });
  }

  /** @param {Promise<SerializedRun | null>} [serialized] @returns {Promise<boolean>} whether there was a run */
  async #restore(serialized) {
    try {
      const run = await serialized;
      if (run) await this.comparedRuns.restoreAll(run);
      return Boolean(run);
    } catch (error) {
      this.report(error);
      return false;
    }
  }

  /** All runs as data; the app is to be closed then. */
  async serialize() {
    // A run that is just being restored exists nowhere else.
    if (this.#restores) await this.ready;
    return this.comparedRuns.serializeAll();
  }

  /** When a link is. What was asked for before, and is being made, is overtaken. */
  #asked() {
    this.claim();
    const { place, panel } = this.store.state;
    return { place, panel, choice: this.pendingConfig.claim() };
  }

  /** Another link, or another text from the host page. The run in use is shelved.
   * @param {string} link @param {import('./startup.js').HostText} [host]
   * @returns {Promise<boolean>} false: the reader has chosen something else meanwhile, which stays */
  async applyLink(link, host) {
    const asked = this.#asked();
    try {
      const isPretrained = new URLSearchParams(link).has('pretrained');
      return isPretrained && (await this.usePretrained())
        ? applyLook(this, link, host, asked)
        : await applyLink(this, link, host, asked);
    } catch (error) {
      this.report(error);
      return true;
    }
  }

  /** @param {Parameters<Run['prepare']>} run see Run.prepare() @returns {Promise<boolean>} */
  prepare(...run) {
    return this.#run.prepare(...run);
  }

  /** See Run.claim(). */
  claim() {
    return this.#run.claim();
  }

  // ------------------------------------------------------------- presets

  /** A configuration by name, on its own text if it has one. The run in use is shelved.
   * @param {string} name */
  usePreset(name) {
    return usePreset(this, name);
  }

  /** The model that the page begins with, where it has one, unless another is chosen meanwhile. The
   * run in use is shelved.
   * @returns {Promise<boolean>} whether it has */
  async usePretrained() {
    const ticket = this.claim();
    const { pretrained, currentConfig } = this.store.state;
    const run = pretrained ? null : await pretrainedOf(this);
    if (!pretrained && !run) return false;
    // What was chosen before, and is being made, is so no more.
    if (pretrained) this.pendingConfig.choose({ ...currentConfig, nextHead: null });
    if (run) await restoreRun(this, run, undefined, ticket);
    return true;
  }

  /** A fresh model of the chosen settings, on the text in use. */
  async applySettings() {
    const { text, settings } = this.store.state;
    if (!text) return false;
    const prepared = this.#run.prepare(text, settings);
    return !(await this.#guard(prepared.then(() => this.pendingConfig.describe())));
  }

  // ------------------------------------------------------------ training

  /** Takes what stands in the fields. @returns {Promise<boolean>} see Draft.use() */
  async #useFields() {
    await this.pendingConfig.settle();
    return this.draft.use();
  }

  /** Of the text in the open field, if there is one.
   * @returns {Outcome} when training has ended */
  async train() {
    const { pausing } = this.#run;
    if (!(await this.#useFields())) return this.store.state.textProblem;
    if (pausing.aborted) return;
    if (this.store.state.configPending) this.showInfo(this.t.settings.ignored);
    return this.#guard(
      this.#run.train(Math.min(this.store.state.maxSteps, this.stopAt), pausing),
    );
  }

  /** Trains to a step exactly; a run that is past it is shelved.
   * @param {number} step @returns {Outcome} */
  trainTo(step) {
    this.dismiss();
    return this.#guard(this.#run.trainTo(step));
  }

  /** The page around has set another limit. */
  async keepToLimit() {
    const { maxSteps } = this.store.state;
    await this.#guard(this.#run.keepTo(Math.min(maxSteps, this.stopAt)));
  }

  /** The step that training goes to: where the page around says, until it is reached. */
  get plannedSteps() {
    const { session, maxSteps } = this.store.state;
    const all = Number(session?.info.config.max_steps ?? 0);
    return maxSteps > (session?.steps ?? 0) ? Math.min(all, maxSteps) : all;
  }

  async pause() {
    await this.#guard(this.#run.pause());
  }

  async toggle() {
    await (this.store.state.phase === 'running' ? this.pause() : this.train());
  }

  async stepOnce() {
    if (!(await this.#useFields())) return;
    await this.#guard(this.#run.stepOnce());
  }

  /** A fresh model of the same text and the chosen settings; the last run is shelved.
   * @returns {Outcome} */
  async startAgain() {
    const { text, settings } = this.store.state;
    if (!text) return;
    const failed = await this.#guard(this.#run.prepare(text, settings));
    if (!failed && this.store.state.shelved) this.announce(this.t.run.restarted);
    return failed;
  }

  async restoreShelved() {
    await this.#guard(this.#run.restoreShelved());
    await this.pendingConfig.describe();
  }

  async discardShelved() {
    await this.#guard(this.#run.discardShelved());
  }

  // ---------------------------------------------------------------- samples

  #newSession() {
    this.#announced = eventsOf(this.store.state);
    const { line, session } = this.store.state;
    if (session && line === '') this.selection.resetLine();
  }

  // ------------------------------------------------------------------ links

  /** Chooses whether links hold the reader's own text.
   * @param {boolean} wanted
   * @returns {Promise<boolean>} false: it is too long for a link */
  async share(wanted) {
    const { text } = this.store.state;
    const packed = (wanted && text && (await packText(text.text))) || undefined;
    // The text may have changed meanwhile.
    if (text && text === this.store.state.text)
      this.store.set({ text: { ...text, packed } });
    return Boolean(packed) === wanted;
  }

  /** The address fragment of what is shown. @returns {string} */
  get link() {
    const { state } = this.store;
    const { schema, presets, preset, text, layer, head, line, sampler, givenPrompt } =
      state;
    const id = text?.id ?? 'fables';
    const own = text?.packed;
    // A line of the reader's own text is as private as the text.
    const hidden = (id === 'own' && !own) || line === state.firstLine;
    const shown = hidden ? '' : line;
    return encodeLink(
      {
        // A published model has its own.
        settings: state.published ? PAGE_SETTINGS : this.pendingConfig.shared,
        preset,
        text: id,
        layer,
        head,
        line: shown,
        sampler: sampler.prompt === givenPrompt ? { ...sampler, prompt: '' } : sampler,
        view: linkOfView(state),
        own,
      },
      schema,
      presets,
    );
  }

  // -------------------------------------------------------------- messages

  /** Another language; the model and the selection stay.
   * @param {{ lang: string, strings: Strings, format: Format }} words */
  setLanguage({ lang, strings, format }) {
    const { text, comparedRuns } = this.store.state;
    // It is called the reader's own.
    const isUnnamed = text?.name === this.t.corpus.names.own;
    this.t = strings;
    this.lang = lang;
    this.format = format;
    const name = isUnnamed
      ? strings.corpus.names.own
      : textName(this.store.state, strings);
    this.store.set({ lang, text: text && { ...text, name } });
    for (const { id, isNamed } of comparedRuns)
      if (!isNamed)
        this.comparedRuns.change(id, { name: this.comparedRuns.nameOf(id) });
    this.pendingConfig.describeAgain();
  }

  /** @param {Partial<import('../state/host.js').HostState>} patch */
  updateHost(patch) {
    this.store.set(patch);
  }

  /** For as long as it takes to read. @param {string} text @param {Notice['offer']} [offer] */
  showInfo(text, offer) {
    const notice = /** @type {const} */ ({ kind: 'info', text, offer });
    this.store.set({ notice });
    clearTimeout(this.#reading);
    this.#reading = setTimeout(
      () => this.store.state.notice === notice && this.dismiss(),
      NOTICE_MS + READING_MS * text.length,
    );
  }

  /** @param {string} text @param {string} [hint] @param {string} [code] */
  showProblem(text, hint, code) {
    this.store.set({ notice: { kind: 'problem', text, hint, code } });
  }

  dismiss() {
    this.store.set({ notice: null });
  }

  /** @param {string} text for the live region */
  announce(text) {
    this.store.set({ announcement: text });
  }

  /** Shows an error as a notice; the death of a worker once, though all that was asked of it
   * fails. @param {unknown} error */
  report(error) {
    const { notice, session } = this.store.state;
    const next = this.texts.problem(error);
    const isDeath = next.code === 'worker-died';
    if (isDeath && notice?.code === next.code && session === this.#dead) return;
    if (isDeath) this.#dead = session;
    this.store.set({ notice: next });
  }

  /** @param {Promise<unknown> | undefined} work @returns {Outcome} */
  async #guard(work) {
    try {
      await work;
    } catch (error) {
      this.report(error);
      return this.store.state.notice;
    }
  }

  #announceEvents() {
    const all = eventsOf(this.store.state);
    const event = newEvents(all, this.#announced).at(-1);
    this.#announced = all;
    if (event) this.announce(eventWords(this, this.store.state, event));
  }

  /** Training pauses in a hidden tab, unless the reader chose otherwise. A new progress
   * object makes all views catch up when the tab is shown again. */
  updateSuspension() {
    const { session, background, progress } = this.store.state;
    session?.suspend(document.hidden && !background);
    if (progress) this.store.set({ progress: { ...progress } });
  }

  async close() {
    clearTimeout(this.#reading);
    this.#sampling.stop();
    this.writing.close();
    this.#attentionLoop.stop();
    this.queries.stop();
    this.snapshots.stop();
    this.pendingConfig.stop();
    this.storedRuns.stop();
    this.comparedRuns.stop();
    await this.#run.close().finally(this.#onClosed);
  }
}
