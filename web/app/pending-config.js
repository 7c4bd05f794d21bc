// SPDX-License-Identifier: MIT
// The chosen settings, beside those of the model in use: validated while they are typed,
// and applied at once unless that would replace a trained model.
import { describeConfig } from '../../wasm/index.js';
import { hasTrained } from '../state/selectors.js';
import { fitToText, nearestValue } from '../run/fit-settings.js';
import { settingValue } from '../run/settings.js';
import { lengthOf, refit } from '../state/recipe.js';
import { explainSettings } from '../i18n/engine-text.js';

/** @import { AppContext as App } from './context.js' */
/** @import { State } from '../state/state.js' */
/** @import { Settings } from '../state/types.js' */

/** Settings are typed digit by digit; they are validated when typing pauses. */
const SETTLE_MS = 250;
const PAGE_SETTLED_MS = 1500;

/** @typedef {{ block_size: number, val_fraction: number }} Context */

const isSame = (/** @type {Context} */ a, /** @type {Context} */ b) =>
  a.block_size === b.block_size && a.val_fraction === b.val_fraction;

export class PendingConfig {
  #app;
  #store;
  /** Until then more may be typed. @type {ReturnType<typeof setTimeout> | undefined} */
  #typing;
  /** What the last change led to. */
  #settled = Promise.resolve();
  /** What was chosen, and what the text in use has room for.
   * @type {Record<'from' | 'to', Context> | null} */
  #fit = null;
  /** Of the text before. @type {State['notice']} */
  #said = null;
  /** The configuration that was chosen last as a whole. @type {object | null} */
  #choice = null;
  /** No model has been made yet of settings that were chosen whole. */
  #isExact = false;
  /** Settings in whose fields something else is than their value. @type {Set<string>} */
  #unread = new Set();
  /** Estimates have a time. */
  #isTimed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timing;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#store = app.store;
    app.store.subscribe((changed) => {
      if (changed.has('session')) this.#isExact = false;
    });
  }

  /**
   * Chooses a whole configuration; nothing is made of it yet.
   * @param {Pick<import('../state/state.js').State, 'preset' | 'settings'>
   *   & { layer?: number, head?: number, nextHead?: State['nextHead'], isExact?: boolean }} config
   *   isExact: none of the settings follows the length of the text
   */
  choose(config) {
    const { preset, settings, layer = 0, head = 0, isExact = true } = config;
    const { nextHead = { layer, head } } = config;
    this.#choice = config;
    this.#isExact = isExact;
    this.#unread.clear();
    const problems = { settingProblems: {}, settingOffers: {} };
    const chosen = { preset, settings, ...problems, configPending: false };
    this.#store.set({ ...chosen, nextHead });
  }

  /** For who has to read something before choose(): see isChosen(). @returns {object} */
  claim() {
    return (this.#choice = {});
  }

  /** Whether no other has been chosen since. @param {object} config given to choose(), or of claim() */
  isChosen(config) {
    return this.#choice === config;
  }

  get #unreadProblems() {
    const { notANumber, notWhole } = this.#app.t.settings;
    const { schema } = this.#store.state;
    const isWhole = (/** @type {string} */ key) =>
      schema.find((row) => row.key === key)?.type === 'int';
    return Object.fromEntries(
      [...this.#unread].map((key) => [key, isWhole(key) ? notWhole : notANumber]),
    );
  }

  /** @param {string} key
   * @param {number | string | boolean | undefined} value undefined: not of the setting's type */
  set(key, value) {
    const { settings, settingProblems } = this.#store.state;
    if (value === undefined) {
      this.#unread.add(key);
      const problems = { ...settingProblems, ...this.#unreadProblems };
      this.#store.set({ settingProblems: problems, settingOffers: {} });
      return;
    }
    this.#unread.delete(key);
    this.#store.set({ settings: { ...settings, [key]: value } });
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.settle(), SETTLE_MS);
  }

  /** Takes what was typed as it is now. @returns {Promise<void>} when that is done */
  settle() {
    if (this.#typing) this.#settled = this.#changed();
    clearTimeout(this.#typing);
    this.#typing = undefined;
    return this.#settled;
  }

  /** The chosen settings as the recipe has them for the length of a text. Presets stay.
   * @param {import('../state/types.js').TextInUse} text @returns {Settings} */
  #following(text) {
    const { settings, preset, text: last } = this.#store.state;
    return this.#isExact || preset
      ? settings
      : refit(settings, lengthOf(last), lengthOf(text));
  }

  /** Those settings with a context that a short text has room for. The length first chosen
   * returns with a longer text.
   * @param {import('../state/types.js').TextInUse} text
   * @param {number} [nTokens] as the engine counted them; words and pieces are not known before
   * @returns {Settings} the chosen settings themselves, if they stay */
  #fitted(text, nTokens) {
    const { settings: now, schema } = this.#store.state;
    const value = (/** @type {string} */ key) => settingValue(schema, now, key);
    if (text.id === 'task' || value('task') !== 'text') return now;
    const settings = this.#following(text);
    const chosen = this.#context(settings);
    const from = this.#isFitted() && this.#fit ? this.#fit.from : chosen;
    const known = value('tokenizer') === 'chars' ? text.characters : undefined;
    const length = nTokens ?? known;
    const to = length === undefined ? from : fitToText(length, from);
    this.#fit = to === from ? null : { from, to };
    return isSame(to, chosen) ? settings : { ...settings, ...to };
  }

  /** Makes a model with the context that the text has room for, and says so where it is not
   * the chosen one.
   * @param {import('../state/types.js').TextInUse} text
   * @param {boolean} isRepeated the text was too short for any context
   * @param {(settings: Settings) => Promise<boolean>} make
   * @returns {Promise<boolean>} as `make` */
  async prepare(text, isRepeated, make) {
    const before = this.#store.state.settings;
    let settings = this.#fitted(text);
    const remake = async (/** @type {any} */ error) => {
      if (error.code !== 'text-too-short') throw error;
      settings = this.#fitted(text, Number(error.params?.tokens));
      if (settings === before) throw error;
      return make(settings);
    };
    const isTaken = await make(settings).catch(remake);
    const isNew = !isSame(this.#context(settings), this.#context(before));
    if (isTaken && this.#store.state.notice === this.#said)
      this.#store.set({ notice: null });
    if (isTaken && (isRepeated || (isNew && this.#fit))) this.#sayFit(isRepeated);
    return isTaken;
  }

  /** @param {boolean} isRepeated */
  #sayFit(isRepeated) {
    const { t, format } = this.#app;
    const now = this.#context(this.#store.state.settings);
    const held = now.val_fraction;
    const { from = now } = this.#fit ?? {};
    this.#app.showInfo(
      t.corpus.fitted({
        context: format.integer(now.block_size),
        held: held === from.val_fraction ? '' : format.percent(held),
        isRepeated,
      }),
    );
    this.#said = this.#store.state.notice;
  }

  /** @param {Settings} settings */
  #context(settings) {
    const { schema } = this.#store.state;
    return {
      block_size: Number(settingValue(schema, settings, 'block_size')),
      val_fraction: Number(settingValue(schema, settings, 'val_fraction')),
    };
  }

  /** Whether the context is one that the reader did not choose. */
  #isFitted() {
    return this.#fit && isSame(this.#fit.to, this.#context(this.#store.state.settings));
  }

  /** What a link says of the settings: nothing that does not fit, and nothing that follows a
   * text that is not in the link.
   * @returns {Settings} */
  get shared() {
    const { settings, settingProblems, currentConfig, text, preset } =
      this.#store.state;
    if (Object.keys(settingProblems).length > 0) return currentConfig.settings;
    if (text?.id !== 'own' || text.packed) return settings;
    const chosen =
      this.#fit && this.#isFitted() ? { ...settings, ...this.#fit.from } : settings;
    return preset ? chosen : refit(chosen, text.characters, undefined);
  }

  /** The nearest values that fit, for the settings with a problem.
   * @param {import('../../wasm/index.js').PlainError[]} errors */
  async #offer(errors) {
    const { settings, schema } = this.#store.state;
    const wrong = errors.map(({ params }) => params.setting);
    /** @type {State['settingOffers']} */
    const settingOffers = {};
    for (const row of schema.filter(({ key }) => wrong.includes(key))) {
      const value = await nearestValue(row, settings, this.#text);
      if (value !== undefined) settingOffers[row.key] = value;
    }
    if (settings === this.#store.state.settings) this.#store.set({ settingOffers });
  }

  /** What the engine needs to know of the text: of words and pieces there are about as many as
   * the model has. */
  get #text() {
    const { text, session, schema, settings } = this.#store.state;
    const own = session?.info.vocabulary.length;
    const isOfText =
      this.#differs() && settingValue(schema, settings, 'tokenizer') === 'chars';
    return {
      vocabSize: (isOfText && text?.distinct) || own || 64,
      nChars: text?.id === 'task' ? Infinity : (text?.characters ?? 0),
    };
  }

  /** Replaces a model without steps at once; one with steps on request. */
  async #changed() {
    if (!(await this.describe())) return;
    if (hasTrained(this.#store.state))
      this.#store.set({ configPending: this.#differs() });
    else await this.#app.applySettings();
  }

  /** @returns {boolean} whether the chosen settings are not those of the model */
  #differs() {
    const { session, schema, settings } = this.#store.state;
    const actual = /** @type {Settings} */ (session?.info.config ?? {});
    return schema.some(({ key }) => key in settings && settings[key] !== actual[key]);
  }

  /** Has the engine validate the settings and estimate memory and time.
   * @returns {Promise<boolean>} whether they are valid */
  async describe() {
    const { settings } = this.#store.state;
    const text = { ...this.#text, timed: this.#isTimed };
    const description = await describeConfig(settings, text);
    if (settings !== this.#store.state.settings) return false;
    const { session } = this.#store.state;
    const made = session && !this.#differs() ? session.info : description;
    this.#store.set({
      settingProblems: {
        ...explainSettings(description.errors, this.#app),
        ...this.#unreadProblems,
      },
      settingOffers: {},
      estimate: description.ok
        ? {
            nParam: made.nParam,
            memoryBytes: description.memoryBytes,
            msPerStep: description.estimatedMsPerStep,
          }
        : null,
    });
    if (!description.ok) await this.#offer(description.errors);
    return description.ok;
  }

  /** As describe(), with nobody who waits for it. Why there is no engine is shown. */
  describeAgain() {
    this.describe().catch(() => {});
  }

  /** From now on estimates have a time. The machine is measured when the page has settled:
   * that takes this thread a while. */
  time() {
    this.#timing ??= setTimeout(() => {
      this.#isTimed = true;
      this.describeAgain();
    }, PAGE_SETTLED_MS);
  }

  /** Returns to the settings that a model like the one in use is made of. */
  reset() {
    const { session, currentConfig } = this.#store.state;
    if (!session) return;
    this.#unread.clear();
    this.#store.set({ settings: currentConfig.settings, configPending: false });
    this.describeAgain();
  }

  stop() {
    clearTimeout(this.#typing);
    clearTimeout(this.#timing);
  }
}
