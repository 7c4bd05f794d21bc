// SPDX-License-Identifier: MIT
// Attributes of <glass-former>: name, default and valid values. The JSDoc of the element
// describes them; a test compares the two.
import { viewName } from '../run/aliases.js';
import { CONTROLS, VIEWS } from '../views/registry.data.js';
import { isOffered } from '../views/shared/render-view.js';

export const splitNames = (/** @type {string} */ list) =>
  list.split(/[\s,]+/).filter(Boolean);

const oneOf =
  (/** @type {string[]} */ ...choices) =>
  (/** @type {string} */ value) =>
    choices.includes(value);
const whole = (/** @type {string} */ value) => /^[1-9]\d{0,8}$/.test(value);
const positive = (/** @type {string} */ value) => Number(value) > 0;
const namesOf =
  (/** @type {readonly string[]} */ known) => (/** @type {string} */ value) =>
    splitNames(value).every((name) => known.includes(viewName(name)));
const any = () => true;
const isAddress = (/** @type {string} */ value) => {
  try {
    return Boolean(new URL(value, document.baseURI));
  } catch {
    return false;
  }
};

/** attribute → default and validity. The property has the same name in camel case, except
 * `step`, which is a method: its property is `shownStep`.
 * @type {Record<string, [string, (value: string) => boolean]>} */
export const ATTRIBUTES = {
  src: ['', isAddress],
  corpus: ['', any],
  preset: ['', any],
  config: ['', any],
  seed: ['', (value) => /^\d{1,15}$/.test(value)],
  autostart: ['click', oneOf('click', 'visible', 'none')],
  loading: ['lazy', oneOf('lazy', 'eager')],
  'max-steps': ['', whole],
  'max-seconds': ['', positive],
  workers: ['auto', (value) => value === 'auto' || /^[1-8]$/.test(value)],
  'worker-url': ['', isAddress],
  view: ['', namesOf(VIEWS)],
  layer: ['', whole],
  head: ['', whole],
  step: ['latest', (value) => value === 'latest' || whole(value)],
  text: ['', any],
  controls: ['', namesOf([...VIEWS, 'none'])],
  hide: ['', namesOf([...VIEWS, 'controls'])],
  theme: ['auto', oneOf('auto', 'light', 'dark')],
  lang: ['', any],
  label: ['', any],
};

/** Boolean attributes. */
export const SWITCHES = ['readonly', 'background', 'fit'];

/** Not reflected: texts of any length. */
const UNREFLECTED = ['config', 'corpus', 'text'];

/** @param {string} attribute */
export const propertyOf = (attribute) =>
  attribute === 'step'
    ? 'shownStep'
    : attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** React on a server writes a property as an attribute of the same name, which HTML makes lower
 * case: `maxsteps` for `max-steps`. @type {Record<string, string>} */
export const RENDERED_NAMES = Object.fromEntries(
  Object.keys(ATTRIBUTES)
    .map((attribute) => [propertyOf(attribute).toLowerCase(), attribute])
    .filter(([name, attribute]) => name !== attribute),
);

/** A host may set anything, and no symbol becomes a string by itself. */
const converter = {
  toAttribute: (/** @type {unknown} */ value) =>
    typeof value === 'symbol' ? String(value) : value,
};

/** The properties as Lit declares them. */
export const properties = Object.fromEntries([
  ...Object.keys(ATTRIBUTES).map((attribute) => [
    propertyOf(attribute),
    {
      attribute,
      useDefault: true,
      reflect: !UNREFLECTED.includes(attribute),
      converter,
    },
  ]),
  ...SWITCHES.map((name) => [name, { type: Boolean, useDefault: true, reflect: true }]),
]);

/** As the page around has it. @param {object} element @param {string} attribute */
const textOf = (element, attribute) =>
  String(Reflect.get(element, propertyOf(attribute)) ?? '');

/** The value of an attribute; its default where it is missing or invalid.
 * @param {object} element @param {string} attribute */
export function attributeValue(element, attribute) {
  const [start, isFine] = ATTRIBUTES[attribute];
  const text = textOf(element, attribute);
  return text !== '' && isFine(text) ? text : start;
}

/** Attributes as they are named in a sentence. @param {object} element @param {string[]} names */
export const quoted = (element, names) =>
  names.map((name) => `${name}="${textOf(element, name).slice(0, 24)}"`).join(', ');

/** What the page around has to mend: invalid values, and views that only our own page and frame
 * have.
 * @param {object} element @param {import('../i18n/index.js').Strings['embed']} words
 * @param {ReadonlyMap<string, unknown>} [changed] properties; of others nothing new is said */
export function attributeProblem(element, words, changed) {
  const asked = splitNames(attributeValue(element, 'view'));
  const absent = asked.filter((name) => !isOffered(viewName(name))).join(', ');
  const wrong = Object.keys(ATTRIBUTES).filter((name) => {
    const text = textOf(element, name);
    const isValid = text === '' || ATTRIBUTES[name][1](text);
    return !isValid || (absent && name === 'view');
  });
  const isNew = wrong.some((name) => !changed || changed.has(propertyOf(name)));
  if (!isNew) return null;
  return {
    text: words.attributes(quoted(element, wrong)),
    hint: absent ? words.absentViews(absent) : undefined,
  };
}

/** Views of one token, and those in which one is chosen. */
const OF_TOKEN = ['forward-pass', 'lens', 'attribution'];
const CHOOSING = ['stage', 'text', 'head'];

/** Whether there are views of one token and none to choose it in. @param {object} element */
const chooseNone = (element) => {
  const view = splitNames(attributeValue(element, 'view')).map(viewName);
  const names = (/** @type {string[]} */ list) =>
    list.some((name) => view.includes(name));
  return names(OF_TOKEN) && !names(CHOOSING);
};

/** Whether that is how it is shown: there is no room for a line beside them.
 * @param {object} element */
export const showsNoLine = (element) =>
  Boolean(Reflect.get(element, 'fit')) && chooseNone(element);

/** Names of the views to show, with the controls that go with them.
 * @param {object} element @returns {string[]} */
export function shownViews(element) {
  const read = (/** @type {string} */ name) =>
    splitNames(attributeValue(element, name)).map(viewName);
  const view = read('view');
  if (chooseNone(element) && !showsNoLine(element)) view.push('text');
  const controls = read('controls');
  const hide = read('hide').flatMap((name) =>
    name === 'controls' ? CONTROLS : [name],
  );
  const { readonly } = /** @type {{ readonly?: boolean }} */ (element);
  if (readonly) hide.push('presets', 'setup', 'export', 'stored-runs');
  // Anything that moves must be pausable: a single view comes with the run bar.
  const beside = controls.length > 0 ? controls : view.length > 0 ? ['run'] : CONTROLS;
  return VIEWS.filter((part) => {
    if (part === 'status') return true;
    if (hide.includes(part)) return false;
    if (view.includes(part) || beside.includes(part)) return true;
    return view.length === 0 && part !== 'stage' && !CONTROLS.includes(part);
  });
}
