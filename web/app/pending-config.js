// SPDX-License-Identifier: MIT
// The settings wanted, beside those of the model in use: judged while they are typed, and
// taken as soon as no work is lost by it.
import { describeConfig } from '../../wasm/index.js';
import { hasTrained } from '../state/selectors.js';
import { settingsOf } from '../run/serialization.js';
import { explainSettings } from '../i18n/engine-text.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../state/types.js').Settings} Settings */

/** Settings are typed digit by digit; the engine is asked when the typing rests. */
const SETTLE_MS = 250;

export class PendingConfig {
  #app;
  #store;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #settle;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#store = app.store;
  }

  /**
   * @param {string} key
   * @param {number | string | boolean | undefined} value undefined: not of its type
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

  /** A model without steps is replaced at once; one with steps waits to be asked. */
  async #changed() {
    if (!(await this.describe())) return;
    if (hasTrained(this.#store.state))
      this.#store.set({ configPending: this.#differs() });
    else await this.#app.applySettings();
  }

  /** @returns {boolean} whether the settings wanted are not those of the model */
  #differs() {
    const { session, schema, settings } = this.#store.state;
    const actual = /** @type {Settings} */ (session?.info.config ?? {});
    return schema.some(({ key, default: fallback }) => {
      const wanted = settings[key] ?? fallback;
      return wanted !== actual[key] && key in settings;
    });
  }

  /** Asks the engine to judge the settings and to estimate size and time. */
  async describe() {
    const { settings, text, session } = this.#store.state;
    const told = await describeConfig(settings, {
      vocabSize: text?.distinct || session?.info.vocabulary.length || 64,
      nChars: text?.id === 'task' ? Infinity : (text?.characters ?? 0),
    });
    if (settings !== this.#store.state.settings) return false;
    this.#store.set({
      settingProblems: explainSettings(told.errors, this.#app),
      estimate: told.ok
        ? {
            nParam: told.nParam,
            memoryBytes: told.memoryBytes,
            msPerStep: told.estimatedMsPerStep,
          }
        : null,
    });
    return told.ok;
  }

  /** The settings of the model in use, instead of those waiting. */
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
