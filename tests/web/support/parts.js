// SPDX-License-Identifier: MIT
// A view in Node with stand-ins for the few elements that it asks for after it was rendered:
// canvases that record, boxes, and what a reader does to them.
import { recordingCanvas } from './recording.js';
import { controlIn, newElement } from './render.js';

const STYLE = {
  /** @this {Record<string, unknown>} @param {string} name @param {string} value */
  setProperty(name, value) {
    this[name] = value;
  },
  /** @this {Record<string, unknown>} @param {string} name */
  removeProperty(name) {
    delete this[name];
  },
};

/** A stand-in for an element. @param {object} [own] @returns {any} */
export const part = (own = {}) => ({
  style: Object.create(STYLE),
  hidden: false,
  isFocused: false,
  focus() {
    this.isFocused = true;
  },
  ...own,
});

/** Where a pointer is, in an element that begins at the corner of the screen.
 * @param {number} x @param {number} y @param {object} [more] */
export function pointer(x, y, more = {}) {
  const box = { left: 0, top: 0, width: 0, height: 0 };
  const element = { getBoundingClientRect: () => box, setPointerCapture() {} };
  const event = {
    clientX: x,
    clientY: y,
    currentTarget: element,
    button: 0,
    buttons: 0,
  };
  return /** @type {any} */ ({
    ...event,
    preventDefault() {},
    stopPropagation() {},
    ...more,
  });
}

/** A view that its module has defined, of a width, with parts by selector.
 * @param {string} name of the element @param {any} app
 * @param {Record<string, any>} [parts] canvases: `canvas()` @param {number} [clientWidth]
 * @returns {any} */
export function viewWith(name, app, parts = {}, clientWidth = 600) {
  const renderRoot = {
    querySelector: (/** @type {string} */ selector) => parts[selector] ?? null,
    querySelectorAll: (/** @type {string} */ selector) =>
      [parts[selector] ?? []].flat(),
  };
  return newElement(name, app, { clientWidth, renderRoot });
}

/** The events that a view fires from now on: their names with what they tell, or, of one name,
 * only that. @param {any} view @param {string} [name] @returns {any[]} */
export function told(view, name) {
  /** @type {any[]} */
  const events = [];
  view.dispatchEvent = (/** @type {CustomEvent} */ { type, detail }) => {
    if (!name) events.push([type, detail]);
    else if (type === name) events.push(detail);
  };
  return events;
}

export const canvas = recordingCanvas;

/** The parts of a gf-cells, with room for two crosses. @returns {Record<string, any>} */
export const tableParts = () => ({
  ...{ '.left': canvas(), '.top': canvas(), '.raster': canvas() },
  ...{ '.focus': part(), '.band': [part(), part(), part(), part()] },
  '.scroll': part({ scrollTop: 0, scrollLeft: 0, clientWidth: 200, clientHeight: 150 }),
});

/** Where its bands are. @param {Record<string, any>} parts */
export const bandsOf = (parts) =>
  parts['.band']
    .map((/** @type {any} */ { style }) => Object.values(style).join(' '))
    .filter(Boolean);

/** A template with those that directives hold. @param {any} value @returns {any} */
export function whole(value) {
  if (Array.isArray(value)) return value.map(whole);
  if (value?.strings) return { ...value, values: value.values.map(whole) };
  return value?.values ? value.values.map(whole) : value;
}

/** A key as a listener gets it. @param {string} key @returns {any} */
export const keyPress = (key) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  preventDefault() {},
  stopPropagation() {},
});

/** The lines of the file that the button of a template saves.
 * @param {import('node:test').TestContext} test @param {any} template
 * @returns {Promise<string[]>} */
export async function savedBy({ mock }, template) {
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(globalThis.document, 'createElement', () => ({ click() {} }));
  const made = mock.method(URL, 'createObjectURL', (/** @type {any} */ _) => '');
  controlIn(template, 'csv')?.click({});
  mock.reset();
  const [file] = made.mock.calls[0].arguments;
  return (await file.text()).trim().split('\n');
}
