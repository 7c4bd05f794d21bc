// SPDX-License-Identifier: MIT
// Single-key shortcuts. They work while the focus is inside the element and not in a text
// field, and can be switched off in the list of keys (WCAG 2.1.4).

import { shortcuts } from '../state/preferences.js';
import { headName, isAblated, shownStep } from '../state/selectors.js';

/** @import { App } from '../app/app.js' */
/** @typedef {{ app: App | null, showKeys(): void,
 *   renderRoot: HTMLElement | DocumentFragment }} Host the element */

const TYPING =
  'input:not([type=checkbox], [type=range], [type=radio]), textarea, select';

/** Keys that the page around has a use for whatever has the focus. */
const OF_THE_PAGE = /^(Tab|Escape|F\d+)$/;
/** What reads keys itself, whatever the key. */
const READING = `${TYPING}, input[type=range], input[type=radio], [role=slider]`;
/** Keys that press what has the focus. */
const PRESSES = ['Enter', ' '];

const isCommand = (/** @type {KeyboardEvent} */ event) =>
  event.ctrlKey || event.metaKey || event.altKey;

/** A key pressed inside. Slide decks turn the page with letters, arrows and the space bar:
 * what is used here goes no further.
 * @param {KeyboardEvent} event @param {Host & EventTarget} element */
export function onKey(event, element) {
  onShortcut(event, element);
  const [target] = event.composedPath();
  // What the page has put into a slot appears as itself.
  const isInside = event.target === element && target instanceof Element;
  if (!isInside || isCommand(event) || OF_THE_PAGE.test(event.key)) return;
  if (target.matches(READING) || PRESSES.includes(event.key) || event.defaultPrevented)
    event.stopPropagation();
}

/** Some decks turn no slide while a button has the focus: the mouse does not give it to one.
 * @param {MouseEvent} event @param {{ fit: boolean }} element */
export function leaveFocus(event, { fit }) {
  const target = /** @type {Element} */ (event.composedPath()[0]);
  if (fit && target.closest('button, [type=checkbox]')) event.preventDefault();
}

/** @param {KeyboardEvent} event @param {Host} element */
function onShortcut(event, element) {
  const { app } = element;
  if (!app || event.defaultPrevented || isCommand(event)) return;
  const target = event.composedPath()[0];
  const typing = target instanceof Element && target.matches(TYPING);
  if (event.key === 'Escape') {
    app.selection.unpin();
    return;
  }
  if (typing || !shortcuts.on) return;
  /** @type {Record<string, () => unknown>} */
  const actions = {
    t: () => app.toggle(),
    '.': () => app.stepOnce(),
    h: () => {
      app.selection.nextHead(event.key === 'h' ? 1 : -1);
      sayHead(app);
    },
    x: () => {
      const { layer, head, ablated } = app.store.state;
      sayHead(app, isAblated(ablated, layer, head));
      return app.queries.toggleHead(layer, head);
    },
    w: () => app.selection.showOnStage(),
    '[': () => moveStep(app, -1, target),
    ']': () => moveStep(app, 1, target),
    d: () => focusTable(element),
    '?': () => element.showKeys(),
  };
  const action = actions[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  void action();
}

/** Who does not see which head is selected hears it.
 * @param {App} app @param {boolean} [isOn] what it becomes */
function sayHead(app, isOn) {
  const { state } = app.store;
  const { head, stage } = app.t;
  const name = headName(state);
  if (!state.activations?.L) return;
  if (isOn === undefined) app.announce(`${head.heading} ${name}`);
  else app.announce(isOn ? stage.isOn(name) : stage.without[0](name));
}

/** The same of the step shown; a slider says itself where it is.
 * @param {App} app @param {number} by @param {EventTarget} target */
function moveStep(app, by, target) {
  app.snapshots.move(by);
  if (target instanceof Element && target.matches('[role=slider]')) return;
  const { state } = app.store;
  const { now, step } = app.t.snapshots;
  const at = app.format.integer(shownStep(state));
  app.announce(state.viewedSnapshot ? step(at) : now(at));
}

/** Focuses the table of the pinned row; on the screen it is in a tab. @param {Host} element */
async function focusTable({ app, renderRoot }) {
  const inspector = /** @type {import('lit').LitElement | null} */ (
    renderRoot.querySelector('gf-inspector')
  );
  if (inspector) app?.selection.openView('head');
  await inspector?.updateComplete;
  const head = (inspector?.renderRoot ?? renderRoot).querySelector('gf-head');
  // It may be out of sight.
  await /** @type {import('../views/shared/view.js').View | null} */ (head)?.catchUp();
  const table = head?.shadowRoot?.querySelector('#row-table');
  if (table instanceof HTMLElement) table.focus();
}
