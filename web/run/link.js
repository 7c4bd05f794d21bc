// SPDX-License-Identifier: MIT
// The link: settings, selection and sampler as the fragment of an address.
import { linkKey } from './aliases.js';
import { parseSetting } from './settings.js';
import { VIEWS } from '../views/registry.data.js';
import { FIRST_PAGE_SETTINGS, PAGE_SETTINGS } from '../state/recipe.js';

/** @import { Preset, SettingRow, Settings } from '../state/types.js' */

const LINK_VERSION = 2;

/** What links that name no preset start from, by version. */
const STARTS = new Map([
  ['1', FIRST_PAGE_SETTINGS],
  [String(LINK_VERSION), PAGE_SETTINGS],
]);

/**
 * @typedef {object} LinkState
 * @property {Settings} settings
 * @property {string} preset name of the preset it started from, or ''
 * @property {string} text id of a text that can be fetched again
 * @property {string} [own] a text, packed by link-text.js
 * @property {number} layer
 * @property {number} head
 * @property {string} [line] where it is not the first of the text
 * @property {Partial<import('../state/types.js').SamplerSettings>} [sampler]
 * @property {Record<string, string>} [view] by key of VIEW_KEYS
 */

/**
 * @typedef {LinkState & { rejected: string[], start: Readonly<Settings>, isExact: boolean }} ReadLink
 * `start`: the settings that it changes; `isExact`: a page made it, and no setting follows the
 * length of the text
 */

/** Longer fragments are rejected unread. */
const MAX_LINK = 20_000;
const MAX_LINE = 2048;

/**
 * Sampler settings: key in a link, key in the state, default, range.
 * @type {[string, keyof import('../state/types.js').SamplerSettings, number, number, number][]}
 */
const SAMPLER = [
  ['chars', 'chars', 300, 1, 5000],
  ['temperature', 'temperature', 0.8, 0.05, 2],
  ['top_k', 'topK', 0, 0, 1e6],
  ['top_p', 'topP', 1, 0.05, 1],
  ['greedy', 'greedy', 0, 0, 1],
  ['sample_seed', 'seed', 1, 0, 2 ** 31],
];

/** Of the guessing game: NUMBER, or NUMBER.CHECK.GUESSES.GUESSES…: of each character in order. */
export const ROUND = /^([1-9]\d{0,5})(?:\.([\da-f]{8})((?:\.[1-9]\d{0,4}){1,12}))?$/;

/** Entries of the view: key in a link, valid values other than the default.
 * @type {[string, RegExp][]} */
const VIEW_KEYS = [
  ['pretrained', /^1$/],
  ['model', /^\w[\w.:/@% -]+$/],
  ['place', /^(write|learn|lab)$/],
  ['experiment', /^[\w-]+$/],
  ['guesses', ROUND],
  ['panel', new RegExp(`^(${VIEWS.join('|')})$`)],
  ['step', /^[1-9]\d{0,8}$/],
  ['stage', /^why$/],
  ['split', /^(train|val)$/],
  ['isolated', /^[1-9]\d?\.[1-9]\d?$/],
  ['pin', /^[1-9]\d{0,3}(\.[1-9]\d{0,3})?$/],
  ['ablated', /^[1-9]\d?\.[1-9]\d?(,[1-9]\d?\.[1-9]\d?)*$/],
  ['shade', /^(attention|saliency|ablation)$/],
  ['mode', /^(excess|taken|scores|change)$/],
  ['transposed', /^1$/],
  ['sorted', /^1$/],
  ['score', /^[1-9]\d?$/],
];

/** @param {string} name @param {string} value
 * @returns {Partial<import('../state/types.js').SamplerSettings> | null} null: not usable */
function parseSampler(name, value) {
  if (name === 'prompt') return value.length <= MAX_LINE ? { prompt: value } : null;
  const row = SAMPLER.find(([key]) => key === name);
  const x = value.trim() === '' ? Number.NaN : Number(value);
  if (name === 'temperature' && x === 0) return { greedy: true };
  if (!row || !(x >= row[3] && x <= row[4])) return null;
  const [, key, start] = row;
  if (key === 'greedy') return { greedy: x === 1 };
  return Number.isInteger(start) && row[4] > 2 && !Number.isInteger(x)
    ? null
    : { [key]: x };
}

/**
 * The fragment, without '#': version, then what differs from the starting point. It
 * contains a pasted text only if the reader chose so.
 * @param {LinkState} state
 * @param {SettingRow[]} schema
 * @param {Preset[]} presets
 */
export function encodeLink(state, schema, presets) {
  const query = new URLSearchParams({ v: String(LINK_VERSION) });
  const preset = presets.find(({ name }) => name === state.preset);
  const start = preset?.config ?? PAGE_SETTINGS;
  if (preset) query.set('preset', preset.name);
  if (!['fables', 'own', 'task'].includes(state.text)) query.set('text', state.text);
  for (const { key, default: fallback } of schema) {
    const wanted = state.settings[key] ?? fallback;
    if (wanted !== (start[key] ?? fallback)) query.set(key, String(wanted));
  }
  if (state.layer !== 0) query.set('layer', String(state.layer + 1));
  if (state.head !== 0) query.set('head', String(state.head + 1));
  if (state.line) query.set('line', state.line);
  if (state.sampler?.prompt) query.set('prompt', state.sampler.prompt);
  for (const [name, key, start] of SAMPLER) {
    const value = Number(state.sampler?.[key] ?? start);
    if (value !== start) query.set(name, String(value));
  }
  for (const [name, pattern] of VIEW_KEYS) {
    const value = state.view?.[name] ?? '';
    if (pattern.test(value)) query.set(name, value);
  }
  if (state.own) query.set('own_text', state.own);
  return query.toString();
}

/** The link without parts of the text. @param {string} link */
export function withoutText(link) {
  const query = new URLSearchParams(link);
  const own = [...query.keys()].filter((key) => linkKey(key) === 'own_text');
  if (own.length > 0) for (const key of [...own, 'line']) query.delete(key);
  return query.toString();
}

/**
 * Reads a link of this or an older version. Unusable entries are named in `rejected` and
 * left out; the engine checks ranges.
 * @param {string} fragment with or without '#'
 * @param {SettingRow[]} schema
 * @param {readonly string[]} textIds
 * @param {Preset[]} presets
 * @returns {ReadLink}
 */
export function decodeLink(fragment, schema, textIds, presets) {
  const isLink = fragment.length <= MAX_LINK;
  const query = new URLSearchParams(isLink ? fragment.replace(/^#/, '') : 'v=too-long');
  const rows = new Map(schema.map((row) => [row.key, row]));
  const preset = presets.find(({ name }) => name === query.get('preset'));
  const version = query.get('v') ?? '';
  const start = preset?.config ?? STARTS.get(version) ?? PAGE_SETTINGS;
  /** @type {ReadLink} */
  const link = {
    settings: { ...start },
    preset: preset?.name ?? '',
    text: 'fables',
    layer: 0,
    head: 0,
    ...{ start, isExact: version !== '' },
    rejected: [],
  };
  for (const [key, value] of query) {
    const name = rows.has(key) ? key : linkKey(key);
    const row = rows.get(name);
    if (row) {
      const parsed = parseSetting(row, value);
      if (parsed === undefined) link.rejected.push(name);
      else link.settings[name] = parsed;
    } else if (name === 'text' && textIds.includes(value)) {
      link.text = value;
    } else if ((name === 'layer' || name === 'head') && /^[1-9]\d{0,2}$/.test(value)) {
      link[name] = Number(value) - 1;
    } else if (name === 'line' && value.length <= MAX_LINE) {
      link.line = value;
    } else if (name === 'own_text') {
      link.own = value;
    } else if (
      VIEW_KEYS.some(([key, pattern]) => key === name && pattern.test(value))
    ) {
      link.view = { ...link.view, [name]: value };
    } else if (parseSampler(name, value)) {
      link.sampler = { ...link.sampler, ...parseSampler(name, value) };
    } else if (name === 'preset' ? !preset : name !== 'v' || !STARTS.has(value)) {
      link.rejected.push(name);
    }
  }
  return link;
}
