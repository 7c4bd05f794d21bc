// SPDX-License-Identifier: MIT
// What a reader can do, as methods; what is true now, in the store. Views know nothing
// else. One App belongs to one <glass-former>.
import { configPresets, configSchema } from '../../wasm/index.js';
import { applyLink, usePreset } from './startup.js';
import fables from '../texts/fables.txt';
import { insideState, showingState } from '../state/selectors.js';
import { Diagnostics } from '../queries/diagnostics.js';
import { QueryScheduler } from '../queries/scheduler.js';
import { ComparedRuns } from '../run/compared-runs.js';
import { linkOfView } from '../run/link-view.js';
import { AttentionLoop } from '../queries/attention-loop.js';
import { eventsOf, newEvents } from '../run/milestones.js';
import { packText } from '../run/link-text.js';
import { restoreRuns } from '../run/serialization.js';
import { Run } from '../run/run.js';
import { StoredRuns, storedState } from '../run/stored-runs.js';
import { SnapshotBrowser } from '../run/snapshots.js';
import { Selection } from './selection.js';
import { PAGE_SETTINGS, encodeLink } from '../run/settings.js';
import { Store } from '../state/store.js';
import { eventWords } from '../i18n/descriptions.js';
import { SOURCES, TextError, checkText, decodeText, fetchText } from '../run/texts.js';
import { rampsOf } from '../draw/theme.js';
import { PendingConfig } from './pending-config.js';
import { explain, presetWords, textName } from '../i18n/engine-text.js';
import { Sampling } from '../run/samples.js';

/** @typedef {import('../state/types.js').State} State */
/** @typedef {import('../i18n/index.js').Strings} Strings */
/** What went wrong and is on the screen by now, if anything.
 * @typedef {Promise<import('../state/types.js').Notice | null | void>} Went */

/** @returns {State} */
export function initialState() {
  return {
    scheme: 'light', ramps: rampsOf('light'), lang: '', reducedMotion: false, readonly: false, schema: [], presets: [], preset: '', text: null, fetching: null,
    textProblem: null, settings: { ...PAGE_SETTINGS }, currentConfig: { preset: '', settings: {} }, settingProblems: {}, estimate: null,
    configPending: false, visible: true, background: false, session: null, phase: 'none', progress: null, historyLength: 0, throttle: 1,
    line: '', firstLine: '', activations: null, samples: [], latestSample: null,
    sampler: {
      prompt: '', chars: 300, temperature: 0.8, topK: 0, topP: 1, greedy: false, seed: 1,
    },
    printing: false, completion: null, layer: 0, head: 0, sqrtScale: false, pin: null, hover: null, shelved: null, notice: null,
    announcement: '', stored: storedState(), comparedRuns: [], ...insideState(), ...showingState(),
  }; // prettier-ignore
}

export class App extends Selection {
  /** @type {Strings} */ t;
  /** @type {import('../i18n/format.js').Format} */ format;
  #run;
  #looking;
  #writing;
  #ready;
  /** Of this session, spoken of already. @type {import('../run/milestones.js').RunEvent[]} */
  #spokenOf = [];
  /** A press of Train goes no further than this at first. */
  maxSteps = Infinity;
  /** How much of what the host page has set is being taken just now. */
  applying = 0;

  /**
   * @param {object} options
   * @param {Strings} options.strings
   * @param {import('../i18n/format.js').Format} options.format
   * @param {string} options.lang of the strings
   * @param {object} [options.session] passed to every session: mode, wasm
   * @param {string} [options.link] address fragment to start from
   * @param {import('./startup.js').HostText} [options.host] what the page says of the text
   * @param {Promise<import('../run/serialization.js').SerializedRun | null>} [options.rested] a run to go on with
   * @param {string} options.mark which element of its page this is, '' for the first
   */
  constructor({ strings, format, lang, session = {}, link = '', host, rested, mark }) {
    super(new Store(initialState()));
    this.t = strings;
    this.lang = lang;
    this.format = format;
    this.store.set({ lang });
    const report = this.report.bind(this);
    this.#run = new Run(this.store, session, report);
    this.#looking = new AttentionLoop(this.store, report);
    this.queries = new QueryScheduler(this.store, report);
    this.snapshots = new SnapshotBrowser(this.store, report);
    this.diagnostics = new Diagnostics(this.store, report);
    this.pendingConfig = new PendingConfig(this);
    this.storedRuns = new StoredRuns(this, mark);
    this.comparedRuns = new ComparedRuns(this, this.#run);
    this.#writing = new Sampling(this.store, report);
    this.store.subscribe((changed) => {
      if (changed.has('session')) this.#newSession();
      if (changed.has('session') || changed.has('background')) this.updateSuspension();
      if (changed.has('progress') || changed.has('headHistory'))
        this.#speakOfMilestones();
    });
    /** Begins with a run that was there before. */
    this.restores = Boolean(rested);
    this.#ready = this.#begin(link, host, rested);
  }

  /** Resolves when the first model is ready to train, or its problem is shown. */
  get ready() {
    return this.#ready;
  }

  /**
   * @param {string} link
   * @param {import('./startup.js').HostText} [host]
   * @param {Promise<import('../run/serialization.js').SerializedRun | null>} [rested]
   */
  async #begin(link, host, rested) {
    try {
      const [schema, named] = await Promise.all([configSchema(), configPresets()]);
      const presets = /** @type {import('../state/types.js').Preset[]} */ (named);
      this.store.set({ schema, presets });
      if (!(await restoreRuns(this, rested))) await applyLink(this, link, host);
    } catch (error) {
      this.report(error);
    }
  }

  /**
   * Another link, or another text from the host page. The run so far is kept.
   * @param {string} link
   * @param {import('./startup.js').HostText} [host]
   */
  async applyLink(link, host) {
    await this.#guard(applyLink(this, link, host));
  }

  /** @param {Parameters<Run['prepare']>} run see run.js */
  prepare(...run) {
    return this.#run.prepare(...run);
  }

  /** A link may name a text from the network; fetching it stays the reader's choice. */
  offer(/** @type {string} */ id) {
    const text = this.t.corpus.linkNames(this.t.corpus.names[id]);
    this.store.set({ textProblem: { kind: 'info', text } });
  }

  useBuiltIn() {
    return this.useText({
      id: 'fables',
      name: this.t.corpus.names.fables,
      text: fables,
    });
  }

  // ------------------------------------------------------------- presets

  /**
   * A whole configuration by name, on the text it needs if it needs one of its own. The
   * run so far is kept.
   * @param {string} name
   */
  async usePreset(name) {
    await usePreset(this, name);
  }

  /** What a generated task or a preset with lines of its own learns from. */
  presetText() {
    const { preset, presets, settings } = this.store.state;
    const found = presets.find((p) => p.name === preset);
    const title = found && presetWords(found, this.t).title;
    if (found?.lines) return { id: 'task', name: title ?? '', text: found.lines };
    const task = String(settings.task ?? 'text');
    if (task === 'text' || task === 'pairs') return null;
    return { id: 'task', name: title ?? task, text: '' };
  }

  /** A fresh model of the settings wanted, on the text in use. */
  async applySettings() {
    const { text, settings } = this.store.state;
    if (!text) return false;
    const prepared = this.#run.prepare(text, settings);
    return !(await this.#guard(prepared.then(() => this.pendingConfig.describe())));
  }

  // ---------------------------------------------------------------- text

  /**
   * Trains a fresh model on this text from now on. A bad text changes nothing.
   * @param {{ id: string, name: string, text: string, packed?: string }} given
   * @returns {Promise<boolean>} whether the text is in use
   */
  async useText(given) {
    try {
      // What is generated has no text of its own to check.
      const text =
        given.id === 'task'
          ? { ...given, characters: [...given.text].length, distinct: 0 }
          : { ...checkText(given), packed: given.packed };
      await this.#run.prepare(text, this.store.state.settings);
      this.store.set({ textProblem: null });
      await this.pendingConfig.describe();
      return true;
    } catch (error) {
      this.store.set({ textProblem: this.textProblem(error) });
      return false;
    }
  }

  /** @param {string} id one of SOURCES */
  async useSource(id) {
    const source = SOURCES.find((candidate) => candidate.id === id);
    if (!source || this.store.state.fetching) return false;
    if (!source.url) return this.useBuiltIn();
    this.store.set({
      fetching: { id, received: 0, total: source.bytes ?? null },
      textProblem: null,
    });
    try {
      const text = await fetchText(source, (received, total) =>
        this.store.set({ fetching: { id, received, total } }),
      );
      this.store.set({ fetching: null });
      return await this.useText({ id, name: this.t.corpus.names[id], text });
    } catch (error) {
      this.store.set({ fetching: null, textProblem: this.textProblem(error) });
      return false;
    }
  }

  /** @param {File} file a text the reader chose or dropped */
  async useFile(file) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return await this.useText({
        id: 'own',
        name: file.name,
        text: decodeText(bytes),
      });
    } catch (error) {
      this.store.set({ textProblem: this.textProblem(error) });
      return false;
    }
  }

  /** @returns {import('../state/types.js').Notice} */
  textProblem(/** @type {unknown} */ error) {
    if (error instanceof TextError) {
      const code = error.code === 'no-network' ? error.code : 'bad-text';
      return { kind: 'problem', text: this.t.corpus.problems[error.code], code };
    }
    return explain(error, this.t);
  }

  // ------------------------------------------------------------ training

  /** @returns {Went} when training has ended */
  train() {
    return this.#guard(this.#run.train(this.maxSteps));
  }

  async pause() {
    await this.#guard(this.#run.pause());
  }

  async toggle() {
    await (this.store.state.phase === 'running' ? this.pause() : this.train());
  }

  async stepOnce() {
    await this.#guard(this.#run.stepOnce());
  }

  /** A fresh model of the same text and the settings shown; the last run is kept.
   * @returns {Went} */
  async startAgain() {
    const { text, settings } = this.store.state;
    if (!text) return;
    const failed = await this.#guard(this.#run.prepare(text, settings));
    if (!failed && this.store.state.shelved) this.announce(this.t.run.startedAgain);
    return failed;
  }

  async restoreShelved() {
    await this.#guard(this.#run.restoreShelved());
    await this.pendingConfig.describe();
  }

  async discardShelved() {
    await this.#guard(this.#run.discardShelved());
  }

  // --------------------------------------------------- looking and writing

  #newSession() {
    this.#spokenOf = eventsOf(this.store.state);
    const { line, session } = this.store.state;
    if (session && line === '') this.resetLine();
  }

  write() {
    return this.#writing.write();
  }

  stopWriting() {
    this.#writing.stop();
  }

  // ------------------------------------------------------- files and links

  /** @returns {Promise<{ bytes: Uint8Array, name: string } | null>} */
  async save() {
    const { session, text } = this.store.state;
    if (!session || !text) return null;
    try {
      const bytes = await session.save();
      const stem = text.name.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N}]+/gu, '-');
      return { bytes, name: `glassformer-${stem}-step-${session.steps}.safetensors` };
    } catch (error) {
      this.report(error);
      return null;
    }
  }

  /**
   * Goes on from a checkpoint, on the text in use. The run so far is kept.
   * @param {Uint8Array} bytes
   * @returns {Went}
   */
  async open(bytes) {
    const { text, settings } = this.store.state;
    if (!text) return;
    try {
      await this.#run.prepare(text, settings, (session) => session.load(bytes));
      this.pendingConfig.reset();
      this.showInfo(
        this.t.export.opened(this.format.integer(this.store.state.session?.steps ?? 0)),
      );
    } catch (error) {
      this.report(error);
      return this.store.state.notice;
    }
  }

  /**
   * Whether links hold the reader's own text.
   * @param {boolean} wanted
   * @returns {Promise<boolean>} false: it is too long for a link
   */
  async share(wanted) {
    const { text } = this.store.state;
    const packed = (wanted && text && (await packText(text.text))) || undefined;
    // Another text may have come meanwhile.
    if (text && text === this.store.state.text)
      this.store.set({ text: { ...text, packed } });
    return Boolean(packed) === wanted;
  }

  /** @returns {string} the address fragment of what is shown */
  get link() {
    const { state } = this.store;
    const { settings, schema, presets, preset, text, layer, head, line, sampler } =
      state;
    const id = text?.id ?? 'fables';
    const own = text?.packed;
    // A line of the reader's own text is as private as the text.
    const hidden = (id === 'own' && !own) || line === state.firstLine;
    const shown = hidden ? '' : line;
    return encodeLink(
      {
        settings,
        preset,
        text: id,
        layer,
        head,
        line: shown,
        sampler,
        view: linkOfView(state),
        own,
      },
      schema,
      presets,
    );
  }

  // -------------------------------------------------------------- messages

  /**
   * Goes on in another language; the model and everything looked at stay.
   * @param {{ lang: string, strings: Strings, format: import('../i18n/format.js').Format }} words
   */
  setLanguage({ lang, strings, format }) {
    const { text } = this.store.state;
    this.t = strings;
    this.lang = lang;
    this.format = format;
    const name = textName(this.store.state, strings);
    this.store.set({ lang, text: text && { ...text, name } });
    void this.pendingConfig.describe();
  }

  /** @param {string} text */
  showInfo(text) {
    this.store.set({ notice: { kind: 'info', text } });
  }

  /** @param {string} text @param {string} [hint] @param {string} [code] */
  showProblem(text, hint, code) {
    this.store.set({ notice: { kind: 'problem', text, hint, code } });
  }

  dismiss() {
    this.store.set({ notice: null });
  }

  /** @param {string} text for readers who do not see the page */
  announce(text) {
    this.store.set({ announcement: text });
  }

  /** What went wrong, as a notice. @param {unknown} error */
  report(error) {
    this.store.set({ notice: explain(error, this.t) });
  }

  /** @param {Promise<unknown> | undefined} work @returns {Went} */
  async #guard(work) {
    try {
      await work;
    } catch (error) {
      this.report(error);
      return this.store.state.notice;
    }
  }

  #speakOfMilestones() {
    const all = eventsOf(this.store.state);
    const event = newEvents(all, this.#spokenOf).at(-1);
    this.#spokenOf = all;
    if (event) this.announce(eventWords(this, this.store.state, event));
  }

  /** In a hidden tab nothing trains, unless the reader wants it to; seen again, all views
   * catch up. */
  updateSuspension() {
    const { session, background, progress } = this.store.state;
    session?.suspend(document.hidden && !background);
    if (progress) this.store.set({ progress: { ...progress } });
  }

  async close() {
    const { queries, snapshots, pendingConfig, storedRuns, comparedRuns } = this;
    this.#writing.stop();
    for (const each of [
      this.#looking,
      queries,
      snapshots,
      pendingConfig,
      storedRuns,
      comparedRuns,
    ])
      each.stop();
    await this.#run.close();
  }
}
