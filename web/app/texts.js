// SPDX-License-Identifier: MIT
// Texts that become the one in use: built in, fetched, of a file, of a task, of the reader's own.
// One that cannot be used changes nothing, and it is said why.
import { explain } from '../i18n/engine-text.js';
import { presetWords } from '../i18n/preset-words.js';
import { builtInText } from '../run/built-in.js';
import { SOURCES, TextError, checkText, decodeText, fetchText } from '../run/texts.js';

/** @import { AppContext as App, TextChoice } from './context.js' */
/** @import { Notice, TextInUse } from '../state/types.js' */

/** A generated task has no text to check. @param {TextChoice} choice @returns {TextInUse} */
const asText = (choice) =>
  choice.id === 'task'
    ? { ...choice, characters: [...choice.text].length, distinct: 0 }
    : { ...checkText(choice), packed: choice.packed };

export class Texts {
  #app;
  /** The last one, which ends the download of the one before. */
  #choice = new AbortController();

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** A fresh model of this text.
   * @param {TextChoice} choice
   * @param {Notice | null} [standing] a problem told before, which stays, whatever comes of this
   * @returns {Promise<boolean>} whether the text is in use */
  async use(choice, standing = null) {
    const { pendingConfig, store } = this.#app;
    this.#choose();
    try {
      const text = asText(choice);
      const { draft } = store.state;
      const isRepeated = text.text.length > choice.text.length;
      const isTaken = await pendingConfig.prepare(text, isRepeated, (settings) =>
        this.#app.prepare(text, settings),
      );
      // What was typed meanwhile stays.
      if (isTaken && draft === store.state.draft) this.#app.draft.edit(null);
      store.set({ textProblem: standing });
      await pendingConfig.describe();
      return true;
    } catch (error) {
      store.set({ textProblem: standing ?? this.problem(error) });
      return false;
    }
  }

  /** @param {string} [id] @param {Notice | null} [standing] as of use()
   * @returns {Promise<boolean | null>} whether it is in use; null: another is chosen */
  async useBuiltIn(id = 'fables', standing = null) {
    const signal = this.#choose();
    const text = await this.#arrived(builtInText(id), () => signal.aborted);
    if (typeof text !== 'string') return text;
    return this.use({ id, name: this.#app.t.corpus.names[id], text }, standing);
  }

  /** @param {string} id one of SOURCES */
  async useSource(id) {
    const { store } = this.#app;
    const source = SOURCES.find((candidate) => candidate.id === id);
    if (!source || store.state.fetching) return false;
    if (!source.url) return Boolean(await this.useBuiltIn(id));
    const text = await this.fetch(source);
    const name = this.#app.t.corpus.names[id];
    return typeof text === 'string' && this.use({ id, name, text });
  }

  /** Fetches a text, unless another one is chosen meanwhile.
   * @param {import('../run/texts.js').Source} source
   * @param {Notice | null} [standing] as of use()
   * @returns {Promise<string | false | null>} as #arrived() */
  async fetch(source, standing = null) {
    const { store } = this.#app;
    const { id } = source;
    const signal = this.#choose();
    const before = store.state.text?.text;
    // A run with a text of its own may have been opened.
    const isOvertaken = () => signal.aborted || before !== store.state.text?.text;
    const total = source.bytes ?? null;
    const onProgress = (/** @type {number} */ received) =>
      store.set({ fetching: { id, received, total } });
    store.set({ textProblem: standing });
    onProgress(0);
    const fetched = fetchText(source, { onProgress, signal });
    const text = await this.#arrived(fetched, isOvertaken);
    if (!signal.aborted) store.set({ fetching: null });
    return text;
  }

  /** A text when it has come. @param {Promise<string>} coming @param {() => boolean} isOvertaken
   * @returns {Promise<string | false | null>} false: there is none, and it is said why; null:
   *   another is chosen */
  async #arrived(coming, isOvertaken) {
    try {
      const text = await coming;
      return isOvertaken() ? null : text;
    } catch (error) {
      if (isOvertaken()) return null;
      this.#app.store.set({ textProblem: this.problem(error) });
      return false;
    }
  }

  #choose() {
    this.#choice.abort();
    this.#choice = new AbortController();
    this.#app.store.set({ fetching: null });
    return this.#choice.signal;
  }

  /** @param {File} file that the reader chose or dropped */
  async useFile(file) {
    const text = await this.read(file);
    return typeof text === 'string' && this.use({ id: 'own', name: file.name, text });
  }

  /** @param {File} file */
  read(file) {
    const signal = this.#choose();
    const text = file.arrayBuffer().then((bytes) => decodeText(new Uint8Array(bytes)));
    return this.#arrived(text, () => signal.aborted);
  }

  /** A link may name a text from the network; fetching it stays the reader's choice.
   * @param {string} id one of SOURCES */
  offer(id) {
    const { linkNames, names } = this.#app.t.corpus;
    this.#app.store.set({ textProblem: { kind: 'info', text: linkNames(names[id]) } });
  }

  /** The text of a generated task, or of a preset with a text of its own.
   * @returns {TextChoice | null} */
  ofPreset() {
    const { preset, presets, settings } = this.#app.store.state;
    const found = presets.find((p) => p.name === preset);
    const title = found && presetWords(found, this.#app.t).title;
    if (found?.lines) return { id: 'task', name: title ?? '', text: found.lines };
    return this.ofTask(settings, title);
  }

  /** @param {import('../state/types.js').Settings} settings
   * @param {string} [title] default: that of the first example with this task
   * @returns {TextChoice | null} null: the task is a text, or pairs of a person's */
  ofTask({ task = 'text' }, title) {
    if (task === 'text' || task === 'pairs') return null;
    const { presets } = this.#app.store.state;
    const example = presets.find(({ config }) => config.task === task);
    const name = title ?? (example ? presetWords(example, this.#app.t).title : task);
    return { id: 'task', name: String(name), text: '' };
  }

  /** What a model is opened with: the text in use, unless there is none or only one of them is of
   * a task.
   * @param {import('../state/types.js').Settings} settings of the model
   * @returns {Promise<TextInUse | null>} null: no text of pairs is in use */
  async forModel(settings) {
    const { text } = this.#app.store.state;
    const task = this.ofTask(settings);
    if (task) return asText(task);
    if (settings.task === 'pairs' || (text && text.id !== 'task')) return text;
    return asText({
      id: 'fables',
      name: this.#app.t.corpus.names.fables,
      text: await builtInText('fables'),
    });
  }

  /** What is said of an error, with what becomes of the text in use.
   * @param {unknown} error @returns {Notice} */
  problem(error) {
    const { store, t } = this.#app;
    if (!(error instanceof TextError)) return explain(error, this.#app);
    const { problems, stays } = t.corpus;
    const isOffline = error.code === 'no-network';
    const rest = !isOffline && store.state.session ? ` ${stays}` : '';
    const text = `${problems[error.code]}${rest}`;
    return { kind: 'problem', text, code: isOffline ? error.code : 'bad-text' };
  }
}
