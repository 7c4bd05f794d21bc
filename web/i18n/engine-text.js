// SPDX-License-Identifier: MIT
// What comes from the engine, in the reader's language. The engine speaks English: where
// the strings have words for a code or a name, they come first.

/** @typedef {import('./index.js').Strings} Strings */

/**
 * @param {unknown} error
 * @param {Strings} t
 * @returns {import('../state/types.js').Notice}
 */
export function explain(error, { engine }) {
  const { code, message, hint } =
    /** @type {Error & { code?: string, hint?: string }} */ (error);
  const text = engine.problems[code ?? ''];
  if (!code || !text) {
    const said = hint && message.includes(hint);
    return { kind: 'problem', code, text: message, hint: said ? '' : hint };
  }
  const help = [engine.hints[code], engine.detail(message)].filter(Boolean).join(' ');
  return { kind: 'problem', code, text, hint: help };
}

/**
 * @param {{ key: string, message: string }[]} errors of describeConfig()
 * @param {{ store: import('../state/state.js').AppStore, t: Strings, format: import('./format.js').Format }} app
 * @returns {Record<string, string>} a sentence for each setting
 */
export function explainSettings(errors, app) {
  const { schema, settings } = app.store.state;
  const { engine } = app.t;
  /** @param {{ key: string, message: string }} error */
  const sentence = ({ key, message }) => {
    if (!engine.problems['bad-config']) return message;
    const { min = -Infinity, max = Infinity } =
      schema.find((row) => row.key === key) ?? {};
    const value = settings[key];
    if (typeof value === 'number' && !(value >= min && value <= max)) {
      return engine.range(app.format.small(min), app.format.small(max));
    }
    const code = key === 'block_size' ? 'text-too-short' : 'bad-config';
    return `${engine.problems[code]} ${engine.detail(message)}`;
  };
  return Object.fromEntries(errors.map((error) => [error.key, sentence(error)]));
}

/**
 * What a preset is called and about.
 * @param {Pick<import('../state/types.js').Preset, 'name' | 'title' | 'about' | 'look'>} preset
 * @param {Strings} t
 */
export const presetWords = (preset, t) => t.presets.texts[preset.name] ?? preset;

/**
 * The name of the text in use, again; a reader's own keeps its own.
 * @param {import('../state/state.js').State} state
 * @param {Strings} t
 */
export function textName({ text, preset, presets }, t) {
  const own = presets.find(({ name }) => name === preset);
  if (text?.id === 'task' && own) return presetWords(own, t).title;
  return (text?.id !== 'own' && t.corpus.names[text?.id ?? '']) || (text?.name ?? '');
}
