// SPDX-License-Identifier: MIT
// A view of a <glass-former> brought into sight, for whom a lesson speaks of it.

/** @import { LitElement } from 'lit' */
/** @import { GlassFormer } from '../element/glass-former.js' */

/** How long a view just opened stays framed. */
const FLASH_MS = 1600;
/** Space between the run bar or the lesson and a view brought into sight. */
const SPACE_PX = 12;

/** What tells that the reader looks where they like. */
const ACTS = ['wheel', 'pointerdown', 'keydown'];
/** Scrolls to the view shown last, as long as the reader has not looked elsewhere. */
export let showAgain = () => {};
/** @type {ResizeObserver | undefined} */
let resized;

function leave() {
  resized?.disconnect();
  showAgain = () => {};
}

/** Opens the tab of a view where the element shows the screen, scrolls to the view and frames
 * it for a moment; a view that is still to be fetched, when it is there.
 * @param {GlassFormer} element @param {string} view
 * @param {Element} panel with the lesson */
export async function showView(element, view, panel) {
  element.app?.selection.openView(view);
  await element.updateComplete;
  await inspectorOf(element)?.updateComplete;
  leave();
  /** @type {HTMLElement | null} */
  let framed = null;
  // At once: whatever else moves the page ends a smooth scroll on its way.
  showAgain = () => {
    const target = viewIn(element, view);
    if (!target) return;
    if (target !== framed) frame(element, target, panel);
    framed = target;
    // A tab just opened is still to be filled: its beginning, then.
    const isTab = target.getRootNode() !== element.shadowRoot;
    target.scrollIntoView({ block: isTab ? 'start' : 'nearest' });
  };
  showAgain();
  // And again where what comes into the view makes the page longer, until the reader acts.
  resized = new ResizeObserver(showAgain);
  resized.observe(element);
  for (const act of ACTS) addEventListener(act, leave, { once: true, passive: true });
}

/** Frames a view, and keeps it below the bar at the top of the window and above the sheet at its
 * bottom. @param {GlassFormer} element @param {HTMLElement} target @param {Element} panel */
function frame(element, target, panel) {
  const bar = element.shadowRoot?.querySelector('gf-run');
  const above = Math.ceil(bar?.getBoundingClientRect().height ?? 0) + SPACE_PX;
  const below = Math.ceil(innerHeight - sheetTop(panel, target)) + SPACE_PX;
  target.style.scrollMarginBlock = `${above}px ${below}px`;
  const line = { outline: '3px solid currentColor', outlineOffset: '3px' };
  // Held before an animation that takes no time: one that runs draws every frame again.
  target.animate([line, line], { delay: FLASH_MS, fill: 'backwards', duration: 0 });
}

/** Where the lesson begins that covers the bottom of the window; its end, if it is beside.
 * @param {Element} panel @param {Element} target */
function sheetTop(panel, target) {
  const { top, left, width } = panel.getBoundingClientRect();
  const beside = target.getBoundingClientRect().left >= left + width;
  return beside ? innerHeight : Math.min(Math.max(top, innerHeight / 2), innerHeight);
}

/** @param {GlassFormer} element */
const inspectorOf = ({ shadowRoot }) =>
  /** @type {LitElement | null | undefined} */ (
    shadowRoot?.querySelector('gf-inspector')
  );

/** A view of the element: beside the stage, or in the open tab.
 * @param {GlassFormer} element @param {string} view */
function viewIn(element, view) {
  const target =
    inspectorOf(element)?.shadowRoot?.querySelector(`gf-${view}`) ??
    element.shadowRoot?.querySelector(`gf-${view}`);
  return target instanceof HTMLElement ? target : null;
}
