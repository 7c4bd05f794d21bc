// SPDX-License-Identifier: MIT
// What a model starts from: a link, and what the host page says about the text. Used when
// an element begins, and again when the host page sets something else.
import { describeConfig } from '../../wasm/index.js';
import { attributeValue } from '../element/attributes.js';
import { applyLinkView } from '../run/link-view.js';
import { unpackText } from '../run/link-text.js';
import { PAGE_SETTINGS, decodeLink } from '../run/settings.js';
import { SOURCES, fetchText } from '../run/texts.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../element/glass-former.js').GlassFormer} GlassFormer */
/** @typedef {import('../run/settings.js').LinkState} LinkState */

/** What another model is made of when it changes. */
const MODEL = ['config', 'preset', 'seed', 'src', 'corpus'];

/** Settings are judged by themselves first; whether a text is long enough comes later. */
const ANY_TEXT = { vocabSize: 65, nChars: Infinity };

/**
 * @typedef {object} HostText
 * @property {string} [src] address of a text, as the host page gives it
 * @property {string} [corpus] id of one of SOURCES, or the text itself
 */

/** The link in `config`, with what other attributes say instead.
 * @param {GlassFormer} element */
export function startingPoint(element) {
  const link = new URLSearchParams(element.config.replace(/^#/, ''));
  for (const name of ['preset', 'seed', 'layer', 'head', 'text']) {
    const value = attributeValue(element, name);
    if (value !== '') link.set(name === 'text' ? 'line' : name, value);
  }
  return link.toString();
}

/** @param {GlassFormer} element */
export const hostText = (element) => ({
  src: attributeValue(element, 'src'),
  corpus: attributeValue(element, 'corpus'),
});

/**
 * What a host has set on an element that has begun; it is told nothing of it.
 * @param {GlassFormer} element
 * @param {App} app that is ready
 * @param {ReadonlySet<unknown>} names of the properties
 */
export async function applyProperties(element, app, names) {
  app.applying++;
  if (MODEL.some((name) => names.has(name)))
    await app.applyLink(startingPoint(element), hostText(element));
  for (const name of /** @type {const} */ (['layer', 'head'])) {
    const at = Number(attributeValue(element, name)) - 1;
    if (names.has(name) && at >= 0) app.select({ [name]: at });
  }
  if (names.has('text') && element.text) app.setLine(element.text);
  if (names.has('shownStep'))
    goToStep(app, Number(attributeValue(element, 'step')) || null);
  app.applying--;
}

/** A run that is further than the step asked for goes back to its copy of it.
 * @param {App} app @param {number | null} step null: now */
function goToStep(app, step) {
  const isKept = app.store.state.snapshots.some((each) => each.step === step);
  if (step === null || isKept) app.snapshots.go(step);
}

/**
 * The link with everything left out that the engine refuses.
 * @param {ReturnType<typeof decodeLink>} link
 * @param {import('../state/types.js').Preset[]} presets
 */
async function judged(link, presets) {
  const { errors } = await describeConfig(link.settings, ANY_TEXT);
  if (errors.length === 0) return link;
  const start = presets.find(({ name }) => name === link.preset)?.config;
  const settings = { ...link.settings };
  for (const { key } of errors) {
    const first = (start ?? PAGE_SETTINGS)[key];
    if (first === undefined) delete settings[key];
    else settings[key] = first;
  }
  const rejected = [...link.rejected, ...errors.map(({ key }) => key)];
  // What was left might still contradict itself.
  const { ok } = await describeConfig(settings, ANY_TEXT);
  return {
    ...link,
    settings: ok ? settings : { ...(start ?? PAGE_SETTINGS) },
    rejected,
  };
}

/**
 * Takes a link, on the text it asks for. A run with steps is kept aside; what cannot be
 * used is named and changes nothing.
 * @param {App} app
 * @param {string} fragment
 * @param {HostText} [host]
 */
export async function applyLink(app, fragment, host = {}) {
  const before = app.store.state;
  const { schema, presets } = before;
  const ids = SOURCES.map(({ id }) => id);
  const link = await judged(decodeLink(fragment, schema, ids, presets), presets);
  const given = link.own ? await unpackText(link.own).catch(() => null) : '';
  if (given === null) {
    link.rejected.push('own_text');
    link.own = undefined;
  }
  if (link.rejected.length > 0) sayRejected(app, link.rejected);
  const { settings, preset, layer, head } = link;
  const wanted = { preset, settings, settingProblems: {}, waiting: false };
  app.store.set({ ...wanted, layer, head });
  const taken = await useText(app, link, host, given ?? '');
  if (!taken && before.session) {
    const { preset, settings, layer, head } = before;
    app.store.set({ preset, settings, layer, head });
    return;
  }
  const { line, sampler } = link;
  if (line) app.setLine(line);
  if (sampler) app.setSampler(sampler);
  applyLinkView(app, link.view ?? {}, (names) => sayRejected(app, names));
}

/** Names may be as long and as many as somebody likes.
 * @param {App} app @param {string[]} names */
function sayRejected(app, names) {
  const shown = names.slice(0, 5).map((name) => name.slice(0, 24));
  if (names.length > shown.length) shown.push('…');
  app.showProblem(app.t.link.rejected(shown.join(', ')), undefined, 'bad-link');
}

/** @param {App} app @param {LinkState} link @param {HostText} host
 * @param {string} given in the link itself, '' if none */
async function useText(app, { text, own: packed }, { src, corpus = '' }, given) {
  const { id, text: inUse } = app.store.state.text ?? {};
  const own = app.presetText();
  const isTask = own?.text === '';
  if (src && !isTask) return useSrc(app, src);
  const source = SOURCES.find((each) => each.id === (corpus || text));
  if (corpus && !source && !isTask) {
    return app.useText({ id: 'own', name: app.t.corpus.names.own, text: corpus });
  }
  if (own) return app.useText(own);
  if (given !== '') {
    const name = app.t.corpus.names.own;
    if (await app.useText({ id: 'own', name, text: given, packed })) return true;
    const { textProblem } = app.store.state;
    if (app.store.state.session) return false;
    // Something to look at all the same, and the reason beside it.
    const used = await app.useBuiltIn();
    app.store.set({ textProblem });
    return used;
  }
  // A text that is here already, pasted or fetched, need not be asked for.
  if (inUse && id !== 'task' && (id === source?.id || text === 'fables')) {
    return app.useText(
      /** @type {import('../state/types.js').TextInUse} */ (app.store.state.text),
    );
  }
  const used = await app.useBuiltIn();
  if (used && source?.url) app.offer(source.id);
  return used;
}

/** The only address that is asked without a reader's choice: the host page names it.
 * @param {App} app @param {string} src */
async function useSrc(app, src) {
  const { store } = app;
  const progress = (/** @type {number} */ received) =>
    store.set({ fetching: { id: 'own', received, total: null } });
  try {
    const { href, pathname } = new URL(src, document.baseURI);
    progress(0);
    const text = await fetchText({ id: 'own', url: href }, progress);
    const name = decodeURIComponent(pathname.split('/').pop() ?? '');
    store.set({ fetching: null });
    if (await app.useText({ id: 'own', name: name || app.t.corpus.names.own, text }))
      return true;
  } catch (error) {
    store.set({ fetching: null, textProblem: app.textProblem(error) });
  }
  const { textProblem } = store.state;
  // Something to look at all the same, and the reason beside it.
  const used = store.state.session ? false : await app.useBuiltIn();
  store.set({ textProblem });
  return used;
}

/**
 * A whole configuration by name, on the text it needs if it needs one of its own. The
 * run so far is kept.
 * @param {App} app
 * @param {string} name '': what the page begins with
 */
export async function usePreset(app, name) {
  const before = app.store.state;
  const preset = before.presets.find((p) => p.name === name);
  if (name && !preset) return;
  app.store.set({
    preset: name,
    settings: { ...(preset?.config ?? PAGE_SETTINGS) },
    settingProblems: {},
    configPending: false,
    layer: 0,
    head: 0,
  });
  const text = app.presetText();
  const used = await (text
    ? app.useText(text)
    : before.text?.id === 'task'
      ? app.useBuiltIn()
      : app.applySettings());
  if (!used) {
    app.store.set({ preset: before.preset, settings: before.settings });
  } else if (preset && ['shakespeare', 'fierro'].includes(preset.text)) {
    if (app.store.state.text?.id !== preset.text) app.offer(preset.text);
  }
}
