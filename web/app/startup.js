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
/** @import { State } from '../state/state.js' */
/** @import { Notice } from '../state/types.js' */

/**
 * @typedef {object} HostText
 * @property {string} [src] URL of a text
 * @property {string} [fetched] what was found there
 * @property {string} [corpus] id of SOURCES, or the text itself
 * @property {Record<string, string>} [attributes] entries of the link that the host page has as
 *   attributes, as they are named in a sentence
 */

/** When a link was asked for: what was open, and the turn of its settings (PendingConfig.claim()).
 * @typedef {Pick<State, 'place' | 'panel'> & { choice: object }} Asked */

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
 * @param {HostText | undefined} given
 * @param {Asked} asked
 * @returns {Promise<boolean>} false: the reader has chosen something else meanwhile, which stays
 */
export async function applyLink(app, fragment, given, asked) {
  const host = { ...given };
  const before = app.store.state;
  const { schema, presets } = before;
  const ids = SOURCES.map(({ id }) => id);
  const link = await validated(decodeLink(fragment, schema, ids, presets));
  const own = link.own ? await unpackText(link.own).catch(() => null) : '';
  if (own === null) {
    link.rejected.push('own_text');
    link.own = undefined;
  }
  if (!app.pendingConfig.isChosen(asked.choice)) return false;
  const { model } = link.view ?? {};
  const isOffered = Boolean(model && publishedKeeping());
  if (model && !isOffered) link.rejected.push('model');
  app.pendingConfig.choose(link);
  const isUsed = await useText(app, link, host, own ?? '');
  if (isUsed === null || !app.pendingConfig.isChosen(link)) return false;
  if (!isUsed && before.session) {
    app.pendingConfig.choose({ ...before, isExact: false });
    reportRejected(app, link.rejected, host);
    return true;
  }
  if (!isUsed) await useNearest(app, link, host, own ?? '');
  look(app, link, host, asked);
  // Fetching a published model stays the reader's choice; the page that knows some offers it.
  app.store.set({ offered: isOffered ? link : null });
  if (isOffered) app.selection.openView('export');
  return true;
}

/** Where no model comes of a link: with the nearest value of the setting that stands in the
 * way, or, if that is not enough, without the link's settings. The reason stays.
 * @param {App} app @param {ReadLink} link @param {HostText} host @param {string} own */
async function useNearest(app, link, host, own) {
  const { textProblem } = app.store.state;
  // What the page itself refuses is the text, which no setting mends.
  if (!textProblem?.key) return;
  const { start } = link;
  const { setting, found } = textProblem.params ?? {};
  const key = String(setting ?? '');
  const value = typeof found === 'number' ? found : start[key];
  const nearer = value === undefined ? start : { ...link.settings, [key]: value };
  for (const settings of new Set([nearer, start])) {
    app.pendingConfig.choose({ ...link, settings });
    if ((await useText(app, link, host, own, textProblem)) !== false) return;
  }
}

/** What a link looks at; what it cannot be is named with what could not be used before.
 * @param {App} app @param {LinkState & Partial<ReadLink>} link @param {HostText} [host]
 * @param {Asked} [asked] */
function look(app, link, host, asked) {
  const { line, sampler, view = {}, rejected = [] } = link;
  const { selection, store } = app;
  let isLooking = true;
  const reject = (/** @type {string[]} */ names) => {
    rejected.push(...names);
    if (!isLooking) reportRejected(app, rejected, host);
  };
  const places = /** @type {const} */ (['layer', 'head']);
  reject(places.filter((name) => link[name] !== store.state[name]));
  selection.showSplit(/** @type {'' | 'train' | 'val'} */ (view.split ?? ''));
  const isLacking = line && selection.setLine(line).unknown.length > 0;
  if (sampler) selection.setSampler(sampler);
  // Those of a text or model that is still to be fetched are read then.
  if (!isAwaited(app, link)) {
    if (isLacking) reject(['line']);
    if (sampler?.prompt && selection.unknownInPrompt().length > 0) {
      selection.setSampler({ prompt: '' });
      reject(['prompt']);
    }
  }
  applyLinkView(app, view, reject, asked);
  isLooking = false;
  reportRejected(app, rejected, host);
}

/** Whether what is there stands in for what the link names, which the reader may fetch.
 * @param {App} app @param {LinkState} link */
function isAwaited({ store }, { text, view }) {
  const { state } = store;
  const source = SOURCES.find(({ id }) => id === text);
  const isElsewhere = Boolean(source?.url) && state.text?.id !== text;
  return isElsewhere || (view?.model ?? '') !== state.published;
}

/** What a link looks at in the model that it led to.
 * @param {App} app @param {LinkState} link */
export function lookAt(app, link) {
  app.selection.chooseHead(link);
  look(app, link);
}

/** What a link to the pretrained model looks at, where that is the model: it has settings and a
 * text of its own.
 * @param {App} app @param {string} fragment @param {HostText} [host]
 * @param {Asked} [asked]
 * @returns {boolean} whether it is */
export function applyLook(app, fragment, host, asked) {
  const { schema, presets, pretrained, text } = app.store.state;
  const ids = SOURCES.map(({ id }) => id);
  const link = decodeLink(fragment, schema, ids, presets);
  if (!pretrained || !link.view?.pretrained) return false;
  const { settings, start, rejected } = link;
  rejected.push(...Object.keys(settings).filter((key) => settings[key] !== start[key]));
  if (link.preset) rejected.push('preset');
  if (link.own) rejected.push('own_text');
  if (link.text !== text?.id && link.text !== 'fables') rejected.push('text');
  app.selection.chooseHead(link);
  look(app, link, host, asked);
  return true;
}

/** Sentences about links. @type {WeakSet<Notice>} */
const ofLinks = new WeakSet();

/** Names from a link can be of any length and number; those that the host page has as attributes
 * are named so. What was said of the link before goes.
 * @param {App} app @param {string[]} names @param {HostText} [host] */
function reportRejected(app, names, { attributes = {} } = {}) {
  const { t, store } = app;
  const ofHost = names.filter((name) => Object.hasOwn(attributes, name));
  const others = names.filter((name) => !ofHost.includes(name));
  const shown = others.slice(0, 5).map((name) => name.slice(0, 24));
  if (others.length > shown.length) shown.push('…');
  const said = [];
  if (others.length > 0) said.push(t.link.rejected(shown.join(', ')));
  if (ofHost.length > 0)
    said.push(t.embed.attributes(ofHost.map((name) => attributes[name]).join(', ')));
  const text = said.join(' ');
  const before = store.state.notice;
  const isOfLink = before !== null && ofLinks.has(before);
  if (text === (isOfLink ? before.text : '')) return;
  const code = others.length > 0 ? 'bad-link' : 'bad-config';
  /** @type {Notice | null} */
  const notice = text ? { kind: 'problem', text, code } : null;
  if (notice) ofLinks.add(notice);
  store.set({ notice });
}

/** @param {App} app @param {LinkState} link @param {HostText} host
 * @param {string} packedText the text in the link itself, '' if none
 * @param {Notice | null} [standing] as of Texts.use()
 * @returns {Promise<boolean | null>} whether it is in use; null: another is chosen */
async function useText(app, link, host, packedText, standing) {
  const { src, corpus = '' } = host;
  const { text, own: packed } = link;
  const { text: inUse } = app.store.state;
  const preset = app.texts.ofPreset();
  const isTask = preset?.text === '';
  if (src && !isTask) return useSrc(app, src, host, standing);
  const source = SOURCES.find((each) => each.id === (corpus || text));
  if (corpus && !source && !isTask) {
    const name = app.t.corpus.names.own;
    return app.texts.use({ id: 'own', name, text: corpus }, standing);
  }
  if (preset) return app.texts.use(preset, standing);
  if (packedText !== '') {
    const own = { id: 'own', name: app.t.corpus.names.own, text: packedText, packed };
    if (await app.texts.use(own, standing)) return true;
    return useInstead(app);
  }
  // A text that was pasted or fetched before stays in use.
  if (
    inUse &&
    inUse.id !== 'task' &&
    (inUse.id === source?.id || (!corpus && text === 'fables' && !isBuiltIn(inUse.id)))
  ) {
    return app.texts.use(inUse, standing);
  }
  const id = source?.url ? undefined : source?.id;
  const used = await app.texts.useBuiltIn(id, standing);
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

/** Fetches the text that the host page names, once; no other URL is fetched unasked.
 * @param {App} app @param {string} src @param {HostText} host
 * @param {Notice | null} [standing] as of Texts.use() */
async function useSrc(app, src, host, standing) {
  const { store, texts } = app;
  try {
    const { href, pathname } = new URL(src, document.baseURI);
    const text =
      host.fetched ?? (await texts.fetch({ id: 'own', url: href }, standing));
    if (text === null) return null;
    if (text !== false) {
      host.fetched = text;
      const name = fileName(pathname) || app.t.corpus.names.own;
      if (await texts.use({ id: 'own', name, text }, standing)) return true;
    }
  } catch (error) {
    store.set({ textProblem: texts.problem(error) });
  }
  return useInstead(app);
}

/** Without a model the built-in text, with the reason beside it. @param {App} app */
async function useInstead({ store, texts }) {
  const { textProblem, session } = store.state;
  return !session && texts.useBuiltIn(undefined, textProblem);
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
