// SPDX-License-Identifier: MIT
// The chosen settings, beside those of the model in use: validated while they are typed,
// and applied at once unless that would replace a trained model.
import { describeConfig } from '../../wasm/index.js';
import { hasTrained } from '../state/selectors.js';
import { fitToText, nearestValue } from '../run/fit-settings.js';
import { settingsOf } from '../run/serialization.js';
import { settingValue } from '../run/settings.js';
import { explainSettings } from '../i18n/engine-text.js';

/** @import { AppContext as App } from './context.js' */
/** @import { Settings } from '../state/types.js' */

/** Settings are typed digit by digit; they are validated when typing pauses. */
const SETTLE_MS = 250;

export class PendingConfig {
  #app;
  #store;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #settle;
  /** What was chosen, and what the text in use has room for.
   * @type {Record<'from' | 'to', { block_size: number, val_fraction: number }> | null} */
  #fit = null;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#store = app.store;
  }

  /**
   * Chooses a whole configuration; nothing is made of it yet.
   * @param {Pick<import('../state/state.js').State, 'preset' | 'settings'>
   *   & { layer?: number, head?: number }} config
   */
  choose({ preset, settings, layer = 0, head = 0 }) {
    const chosen = { preset, settings, settingProblems: {}, configPending: false };
    this.#store.set({ ...chosen, layer, head });
  }

  /**
   * @param {string} key
   * @param {number | string | boolean | undefined} value undefined: not of the setting's type
   */
  set(key, value) {
    const { settings, settingProblems } = this.#store.state;
    if (value === undefined) {
      const problem = this.#app.t.settings.notANumber;
      this.#store.set({ settingProblems: { ...settingProblems, [key]: problem } });
      return;
    }
    this.#store.set({ settings: { ...settings, [key]: value } });
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => void this.#changed(), SETTLE_MS);
  }

  /** The chosen settings with a context that a short text has room for. The length first
   * chosen returns with a longer text.
   * @param {{ id: string, characters: number }} text
   * @returns {Settings} */
  fitted({ id, characters }) {
    const { settings, schema } = this.#store.state;
    const value = (/** @type {string} */ key) => settingValue(schema, settings, key);
    const isPlain = value('task') === 'text' && value('tokenizer') === 'chars';
    if (id === 'task' || !isPlain) return settings;
    const chosen = {
      block_size: Number(value('block_size')),
      val_fraction: Number(value('val_fraction')),
    };
    const isFitted =
      this.#fit && JSON.stringify(this.#fit.to) === JSON.stringify(chosen);
    const from = isFitted && this.#fit ? this.#fit.from : chosen;
    const to = fitToText(characters, from);
    this.#fit = to === from ? null : { from, to };
    return to === chosen || (to === from && !isFitted)
      ? settings
      : { ...settings, ...to };
  }

  /** A value for a setting with a problem. @param {string} key
   * @returns {Promise<number | string | undefined>} */
  async nearest(key) {
    const { settings, schema } = this.#store.state;
    const row = schema.find((each) => each.key === key);
    return row && nearestValue(row, settings, this.#text);
  }

  /** What the engine needs to know of the text. */
  get #text() {
    const { text, session } = this.#store.state;
    return {
      vocabSize: text?.distinct || session?.info.vocabulary.length || 64,
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
    return schema.some(({ key, default: fallback }) => {
      const value = settings[key] ?? fallback;
      return value !== actual[key] && key in settings;
    });
  }

  /** Has the engine validate the settings and estimate memory and time.
   * @returns {Promise<boolean>} whether they are valid */
  async describe() {
    const { settings } = this.#store.state;
    const description = await describeConfig(settings, this.#text);
    if (settings !== this.#store.state.settings) return false;
    this.#store.set({
      settingProblems: explainSettings(description.errors, this.#app),
      estimate: description.ok
        ? {
            nParam: description.nParam,
            memoryBytes: description.memoryBytes,
            msPerStep: description.estimatedMsPerStep,
          }
        : null,
    });
    return description.ok;
  }

  /** Returns to the settings of the model in use. */
  reset() {
    const { session } = this.#store.state;
    if (!session) return;
    const settings = settingsOf(session);
    const { currentConfig } = this.#store.state;
    this.#store.set({
      settings,
      currentConfig: { ...currentConfig, settings },
      configPending: false,
    });
    void this.describe();
  }

  stop() {
    clearTimeout(this.#settle);
  }
}
