// SPDX-License-Identifier: MIT
// What a model starts from: a link, a preset, and the text that the host page sets.
import { describeConfig } from '../../wasm/index.js';
import { isBuiltIn } from '../run/built-in.js';
import { ANY_TEXT } from '../run/fit-settings.js';
import { publishedKeeping } from '../run/offers.js';
import { unpackText } from '../run/link-text.js';
import { applyLinkView } from '../run/link-view.js';
import { decodeLink } from '../run/link.js';
import { SOURCES } from '../run/texts.js';
import { lengthOf, recipeFor } from '../state/recipe.js';

/** @import { AppContext as App } from './context.js' */
/** @import { LinkState, ReadLink } from '../run/link.js' */

/**
 * @typedef {object} HostText
 * @property {string} [src] URL of a text
 * @property {string} [corpus] id of SOURCES, or the text itself
 */

/** The link without the settings that the engine refuses. @param {ReadLink} link */
async function validated(link) {
  const { errors } = await describeConfig(link.settings, ANY_TEXT);
  if (errors.length === 0) return link;
  const settings = { ...link.settings };
  const wrong = errors.map(({ params }) => String(params.setting));
  for (const key of wrong) {
    const first = link.start[key];
    if (first === undefined) delete settings[key];
    else settings[key] = first;
  }
  // The rest may still contradict itself.
  const { ok } = await describeConfig(settings, ANY_TEXT);
  const left = ok ? settings : { ...link.start };
  const dropped = Object.keys(link.settings).filter(
    (key) => link.settings[key] !== left[key],
  );
  return { ...link, settings: left, rejected: [...link.rejected, ...dropped] };
}

/**
 * Applies a link, on the text it names. A run with steps is shelved; parts that cannot be
 * used are named and change nothing.
 * @param {App} app
 * @param {string} fragment
 * @param {HostText} [host]
 * @returns {Promise<boolean>} false: the reader has chosen something else meanwhile, which stays
 */
export async function applyLink(app, fragment, host = {}) {
  const before = app.store.state;
  const { schema, presets } = before;
  const ids = SOURCES.map(({ id }) => id);
  const link = await validated(decodeLink(fragment, schema, ids, presets));
  const own = link.own ? await unpackText(link.own).catch(() => null) : '';
  if (own === null) {
    link.rejected.push('own_text');
    link.own = undefined;
  }
  reportRejected(app, link.rejected);
  app.pendingConfig.choose(link);
  const isUsed = await useText(app, link, host, own ?? '');
  if (isUsed === null || !app.pendingConfig.isChosen(link)) return false;
  if (!isUsed && before.session) {
    app.pendingConfig.choose({ ...before, isExact: false });
    return true;
  }
  if (!isUsed) await useNearest(app, link, host, own ?? '');
  look(app, link);
  offerModel(app, link);
  return true;
}

/** Where no model comes of a link: with the nearest value of the setting that stands in the
 * way, or, if that is not enough, without the link's settings. The reason stays.
 * @param {App} app @param {ReadLink} link @param {HostText} host @param {string} own */
async function useNearest(app, link, host, own) {
  const { textProblem } = app.store.state;
  const { start } = link;
  const { setting, found } = textProblem?.params ?? {};
  const key = String(setting ?? '');
  const value = typeof found === 'number' ? found : start[key];
  const nearer = value === undefined ? start : { ...link.settings, [key]: value };
  for (const settings of [nearer, start]) {
    app.pendingConfig.choose({ ...link, settings });
    if ((await useText(app, link, host, own)) === false) continue;
    app.store.set({ textProblem });
    return;
  }
}

/** What a link looks at; what it cannot be is named with what could not be used before.
 * @param {App} app @param {LinkState & Partial<ReadLink>} link */
function look(app, link) {
  const { line, sampler, view = {}, rejected = [] } = link;
  const reject = (/** @type {string[]} */ names) => {
    rejected.push(...names);
    reportRejected(app, rejected);
  };
  const places = /** @type {const} */ (['layer', 'head']);
  reject(places.filter((name) => link[name] !== app.store.state[name]));
  app.selection.showSplit(/** @type {'' | 'train' | 'val'} */ (view.split ?? ''));
  if (line) app.selection.setLine(line);
  if (sampler) app.selection.setSampler(sampler);
  applyLinkView(app, view, reject);
}

/** Fetching a published model stays the reader's choice; the page that knows some offers it.
 * @param {App} app @param {LinkState} link */
function offerModel(app, link) {
  const { model } = link.view ?? {};
  const isOffered = Boolean(model && publishedKeeping());
  app.store.set({ offered: isOffered ? link : null });
  if (isOffered) app.selection.openView('export');
  else if (model) reportRejected(app, ['model']);
}

/** What a link looks at in the model that it led to.
 * @param {App} app @param {LinkState} link */
export function lookAt(app, link) {
  app.selection.chooseHead(link);
  look(app, link);
}

/** What a link to the pretrained model looks at, where that is the model.
 * @param {App} app @param {string} fragment @returns {boolean} whether it is */
export function applyLook(app, fragment) {
  const { schema, presets, pretrained } = app.store.state;
  const ids = SOURCES.map(({ id }) => id);
  const link = decodeLink(fragment, schema, ids, presets);
  if (!pretrained || !link.view?.pretrained) return false;
  lookAt(app, link);
  return true;
}

/** Names from a link can be of any length and number. What was said of the link before goes.
 * @param {App} app @param {string[]} names */
function reportRejected(app, names) {
  const code = 'bad-link';
  const { notice } = app.store.state;
  const shown = names.slice(0, 5).map((name) => name.slice(0, 24));
  if (names.length > shown.length) shown.push('…');
  const text = names.length > 0 ? app.t.link.rejected(shown.join(', ')) : '';
  if (text === (notice?.code === code ? notice.text : '')) return;
  if (text) app.showProblem(text, undefined, code);
  else app.store.set({ notice: null });
}

/** @param {App} app @param {LinkState} link @param {HostText} host
 * @param {string} packedText the text in the link itself, '' if none
 * @returns {Promise<boolean | null>} see Texts.useFetched() */
async function useText(app, { text, own: packed }, { src, corpus = '' }, packedText) {
  const { text: inUse } = app.store.state;
  const preset = app.texts.ofPreset();
  const isTask = preset?.text === '';
  if (src && !isTask) return useSrc(app, src);
  const source = SOURCES.find((each) => each.id === (corpus || text));
  if (corpus && !source && !isTask) {
    return app.texts.use({ id: 'own', name: app.t.corpus.names.own, text: corpus });
  }
  if (preset) return app.texts.use(preset);
  if (packedText !== '') {
    const name = app.t.corpus.names.own;
    if (await app.texts.use({ id: 'own', name, text: packedText, packed })) return true;
    return useInstead(app);
  }
  // A text that was pasted or fetched before stays in use.
  if (
    inUse &&
    inUse.id !== 'task' &&
    (inUse.id === source?.id || (!corpus && text === 'fables' && !isBuiltIn(inUse.id)))
  ) {
    return app.texts.use(inUse);
  }
  const used = await app.texts.useBuiltIn(source?.url ? undefined : source?.id);
  if (used && source?.url) app.texts.offer(source.id);
  return used;
}

/** Its last part, as written where it is not well encoded. @param {string} pathname */
function fileName(pathname) {
  const last = pathname.split('/').pop() ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Fetches the text that the host page names; no other URL is fetched unasked.
 * @param {App} app @param {string} src */
async function useSrc(app, src) {
  const { store, texts } = app;
  try {
    const { href, pathname } = new URL(src, document.baseURI);
    const name = fileName(pathname) || app.t.corpus.names.own;
    const used = await texts.useFetched({ id: 'own', url: href }, name);
    if (used !== false) return used;
  } catch (error) {
    store.set({ textProblem: texts.problem(error) });
  }
  return useInstead(app);
}

/** Without a model the built-in text, with the reason beside it. @param {App} app */
async function useInstead({ store, texts }) {
  const { textProblem, session } = store.state;
  const used = !session && (await texts.useBuiltIn());
  store.set({ textProblem });
  return used;
}

/** A configuration by name, on its own text if it has one. The run in use is shelved.
 * @param {App} app @param {string} name '': the starting point of the page */
export async function usePreset(app, name) {
  const before = app.store.state;
  const preset = before.presets.find((p) => p.name === name);
  if (name && !preset) return;
  const settings = { ...(preset?.config ?? recipeFor(lengthOf(before.text))) };
  const choice = { preset: name, settings };
  app.pendingConfig.choose(choice);
  const text = app.texts.ofPreset();
  const used = await (text
    ? app.texts.use(text)
    : before.text?.id === 'task'
      ? app.texts.useBuiltIn()
      : app.applySettings());
  if (!app.pendingConfig.isChosen(choice)) return;
  if (!used) {
    app.pendingConfig.choose({ ...before, isExact: false });
  } else if (preset && ['shakespeare', 'fierro'].includes(preset.text)) {
    if (app.store.state.text?.id !== preset.text) app.texts.offer(preset.text);
  }
}
