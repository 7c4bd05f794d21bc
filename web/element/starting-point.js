// SPDX-License-Identifier: MIT
// From the properties of an element to what its App starts from, and back when a host
// page changes them.
import { App } from '../app/app.js';
import { Format } from '../i18n/format.js';
import { quietly } from '../state/quietly.js';
import { headWithin } from '../state/selectors.js';
import { attributeValue, quoted, showsNoLine } from './attributes.js';
import { elementKey } from './methods.js';

/** @typedef {HTMLElement & {
 *   words: { lang: string, strings: import('../i18n/index.js').Strings } }} Host the element */

/** Properties that make another model. */
const MODEL = ['config', 'preset', 'seed', 'src', 'corpus'];

/** The link in `config`, overridden by other attributes.
 * @param {Host} element */
export function startingPoint(element) {
  const link = new URLSearchParams(attributeValue(element, 'config').replace(/^#/, ''));
  for (const [entry, name] of overriding(element))
    link.set(entry, attributeValue(element, name));
  return link.toString();
}

/** Attributes that override entries of the link: those, and the names of these.
 * @param {Host} element @returns {[string, string][]} */
const overriding = (element) =>
  ['preset', 'seed', 'layer', 'head', 'text']
    .filter((name) => attributeValue(element, name) !== '')
    .map((name) => [name === 'text' ? 'line' : name, name]);

/** @param {Host} element */
const hostText = (element) => ({
  src: attributeValue(element, 'src'),
  corpus: attributeValue(element, 'corpus'),
  attributes: Object.fromEntries(
    overriding(element).map(([entry, name]) => [entry, quoted(element, [name])]),
  ),
});

/** The App of an element; of others it fetches nothing but `src`, and compiles the engine now.
 * @param {Host} element
 * @param {Promise<import('../state/run.js').SerializedRun | null>} [serialized] */
export function newApp(element, serialized) {
  const { lang, strings } = element.words;
  const workers = attributeValue(element, 'workers');
  return new App({
    strings,
    format: new Format(lang, strings.units),
    lang,
    link: startingPoint(element),
    host: hostText(element),
    serialized,
    session: {
      workers: workers === 'auto' ? workers : Number(workers),
      workerUrl: attributeValue(element, 'worker-url') || undefined,
    },
    mark: elementKey(element),
  });
}

/** Applies what a host page has set; no event reports it.
 * @param {Host} element @param {App} app once it is ready
 * @param {ReadonlySet<unknown>} names of the properties */
export async function applyProperties(element, app, names) {
  const isApplied = await quietly(app, () => apply(element, app, names));
  // What the reader has chosen meanwhile no event has reported.
  if (!isApplied) app.store.set({ settings: { ...app.store.state.settings } });
}

/** Where there is no line to choose a token in, the last is shown; no event reports it.
 * @param {Host} element @param {App} app */
export function pinLast(element, app) {
  if (showsNoLine(element)) void quietly(app, () => app.selection.pinLast());
}

/** @param {Host} element @param {App} app @param {ReadonlySet<unknown>} names
 * @returns {Promise<boolean>} false: the reader chose a model meanwhile */
async function apply(element, app, names) {
  const isNewModel = MODEL.some((name) => names.has(name));
  const isApplied =
    !isNewModel || (await app.applyLink(startingPoint(element), hostText(element)));
  const absent = selectHead(element, app, names);
  const line = attributeValue(element, 'text');
  const isShown = names.has('text') && line !== '';
  if (isShown && app.selection.setLine(line).unknown.length > 0) absent.push('text');
  const text = app.t.embed.attributes(quoted(element, absent));
  if (absent.length > 0) app.showProblem(text, undefined, 'bad-config');
  if (names.has('shownStep'))
    goToStep(app, Number(attributeValue(element, 'step')) || null);
  return isApplied;
}

/** What the model does not have stays as it is.
 * @param {Host} element @param {App} app @param {ReadonlySet<unknown>} names
 * @returns {string[]} the attributes that name it */
function selectHead(element, app, names) {
  const { session, layer, head } = app.store.state;
  const now = { layer, head };
  const at = { ...now };
  const places = /** @type {const} */ (['layer', 'head']);
  for (const name of places) {
    const n = Number(attributeValue(element, name));
    if (names.has(name) && n > 0) at[name] = n - 1;
  }
  const within = session ? headWithin(session, at) : at;
  const absent = places.filter((name) => within[name] !== at[name]);
  for (const name of absent) at[name] = now[name];
  app.selection.select(at);
  return absent;
}

/** A run that is further goes back to its snapshot of that step.
 * @param {App} app @param {number | null} step null: now */
function goToStep(app, step) {
  const isAvailable = app.store.state.snapshots.some((each) => each.step === step);
  if (step === null || isAvailable) app.snapshots.go(step);
}
