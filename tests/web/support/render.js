// SPDX-License-Identifier: MIT
// What a view says, without a browser: its template as text. Lit's elements can be made in
// Node; nothing is laid out and no listener is heard.

/** @param {unknown} x */
export const escaped = (x) =>
  String(x).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param {string} text */
export const plain = (text) =>
  text
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&');

/** What binds a value at the end of the text before it, which is no longer than that. */
const BINDING = /\s([.@?]?)([\w:-]+)=(["']?)$/;
const LONGEST_NAME = -40;

/**
 * How a template is written.
 * @typedef {object} Writing
 * @property {(value: any) => any} resolved a value, or what stands in a directive
 * @property {(text: string, bound: string[], value: any) => string} bound text that ends with a
 *   binding (its sign, name and quote), with the value
 */

/** Listeners, properties and what directives hold are left out. @type {Writing} */
const PLAIN = {
  resolved: (value) => value,
  bound: (text, [sign], value) => text + (sign ? '' : htmlOf(value)),
};

/** A template as HTML. @param {any} given @param {Writing} [how] @returns {string} */
export function htmlOf(given, how = PLAIN) {
  const value = how.resolved(given);
  if (value === null || value === undefined) return '';
  if (typeof value === 'symbol' || typeof value === 'function') return '';
  if (typeof value !== 'object') return escaped(value);
  if (typeof value[Symbol.iterator] === 'function')
    return Array.from(value, (each) => htmlOf(each, how)).join('');
  const { strings, values } = value;
  if (!strings) return '';
  const parts = values.map((/** @type {any} */ each, /** @type {number} */ n) => {
    const [, ...bound] = BINDING.exec(strings[n].slice(LONGEST_NAME)) ?? [];
    return bound.length > 0
      ? how.bound(strings[n], bound, how.resolved(each))
      : strings[n] + htmlOf(each, how);
  });
  return parts.join('') + strings[values.length];
}

/** @param {string} html */
export const textOf = (html) =>
  plain(html.replace(/<!--[\s\S]*?-->/g, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

/** What Node's elements have not, and no view says anything of. */
const BODY = {
  clientWidth: 600,
  clientHeight: 400,
  closest: () => null,
  getRootNode: () => ({}),
  renderRoot: {
    activeElement: null,
    querySelector: () => null,
    querySelectorAll: () => [],
    appendChild() {},
  },
};

/** An element that its module has defined.
 * @param {string} name @param {any} app @param {Record<string, unknown>} own its properties */
export function newElement(name, app, own) {
  const Element = /** @type {any} */ (globalThis.customElements.get(name));
  return Object.assign(new Element(), BODY, { app, ...own });
}

/** The same, which can say what it has to.
 * @param {string} name @param {any} app @param {Record<string, unknown>} [own] */
export function elementOf(name, app, own = {}) {
  const element = newElement(name, app, own);
  element.willUpdate?.(new Map(Object.keys(own).map((key) => [key, undefined])));
  return element;
}

/** Its template.
 * @param {string} name @param {any} app @param {Record<string, unknown>} [own] */
export const templateOf = (name, app, own) => elementOf(name, app, own).render();

/** The view as it would be drawn, as HTML.
 * @param {string} name @param {any} app @param {Record<string, unknown>} [own] */
export const drawn = (name, app, own) => htmlOf(templateOf(name, app, own));

/** The values of a property in a template, e.g. of `.rows=` or `?disabled=`, or in a `.picture=`.
 * @param {any} value @param {string} name @returns {any[]} */
export function propertiesOf(value, name) {
  if (Array.isArray(value)) return value.flatMap((each) => propertiesOf(each, name));
  if (!value?.strings) return [];
  return value.values.flatMap((/** @type {any} */ each, /** @type {number} */ n) => {
    if (['.', '?'].some((kind) => value.strings[n].endsWith(`${kind}${name}=`)))
      return [each];
    const isPicture = value.strings[n].endsWith('.picture=') && name in each;
    return isPicture ? [each[name]] : propertiesOf(each, name);
  });
}

/** All properties of the first element of a name. @param {any} value @param {string} name
 * @returns {Record<string, any> | undefined} */
export function ownOf(value, name) {
  if (Array.isArray(value)) return value.map((each) => ownOf(each, name)).find(Boolean);
  if (!value?.strings) return undefined;
  const { strings, values } = value;
  if (!strings[0].includes(`<${name}`)) return ownOf(values, name);
  return Object.fromEntries(
    values.flatMap((/** @type {unknown} */ each, /** @type {number} */ n) => {
      const property = /\.(\w+)=$/.exec(strings[n])?.[1];
      return property ? [[property, each]] : [];
    }),
  );
}

/** The text of the first element whose tag contains `mark`, of one without children of its
 * own name. @param {string} html @param {string} mark */
export function partOf(html, mark) {
  const at = html.indexOf(mark);
  if (at < 0) return '';
  const from = html.lastIndexOf('<', at);
  const name = /^<([\w-]+)/.exec(html.slice(from))?.[1];
  const to = html.indexOf(`</${name}>`, from);
  return textOf(html.slice(from, to));
}

/** The rows of a table as texts. @param {string} html @param {string} mark in its tag
 * @returns {string[][]} */
export function rowsOf(html, mark) {
  const from = html.indexOf(mark);
  if (from < 0) return [];
  const body = html.slice(html.lastIndexOf('<', from), html.indexOf('</table>', from));
  return [...body.matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[hd][\s\S]*?<\/t[hd]>/g)].map(([cell]) => textOf(cell)),
  );
}

/** What listens to an event in the template of a view. @param {any} view @param {any} value
 * @param {string} name @returns {((event: any) => unknown)[]} */
export function listenersOf(view, value, name) {
  if (Array.isArray(value))
    return value.flatMap((each) => listenersOf(view, each, name));
  if (!value?.strings)
    return value?.values ? listenersOf(view, value.values, name) : [];
  return value.values.flatMap((/** @type {any} */ each, /** @type {number} */ n) =>
    value.strings[n].endsWith(`@${name}=`)
      ? [typeof each === 'function' ? each.bind(view) : each]
      : listenersOf(view, each, name),
  );
}

/** What a control is given and listens to, by the names of its attributes, properties and events:
 * `controlIn(template, 'write').click({})`. @param {any} value @param {string} id
 * @returns {Record<string, any> | undefined} */
export function controlIn(value, id) {
  if (Array.isArray(value))
    return value.map((each) => controlIn(each, id)).find(Boolean);
  if (!value?.strings) return value?.values ? controlIn(value.values, id) : undefined;
  const { strings, values } = value;
  const names = values.map(
    (/** @type {unknown} */ _, /** @type {number} */ n) =>
      /[@.?]?([\w-]+)=["']?$/.exec(strings[n])?.[1] ?? '',
  );
  const own = values.findIndex(
    (/** @type {unknown} */ each, /** @type {number} */ n) =>
      (names[n] === 'id' && each === id && /^["']?[\s>/]/.test(strings[n + 1])) ||
      strings[n].includes(`id="${id}"`),
  );
  if (own < 0) return controlIn(values, id);
  const from = strings.findLastIndex(
    (/** @type {string} */ text, /** @type {number} */ n) =>
      n <= own && text.includes('<'),
  );
  const to = strings.findIndex(
    (/** @type {string} */ text, /** @type {number} */ n) =>
      n > from && text.includes('>'),
  );
  const given = names.slice(from, to < 0 ? undefined : to);
  return Object.fromEntries(
    given.map((/** @type {string} */ name, /** @type {number} */ n) => [
      name,
      values[from + n],
    ]),
  );
}
