// SPDX-License-Identifier: MIT
// Where a pointer is in an element, in the element's own CSS pixels, whatever scale a page of
// slides or a zoomed page gives it.

/** Layout rounds the sizes of boxes to whole pixels. */
const ROUNDING_PX = 1;

/** @param {number} shown @param {number} laidOut CSS pixels */
const ratio = (shown, laidOut) =>
  laidOut > 0 && Math.abs(shown - laidOut) >= ROUNDING_PX ? shown / laidOut : 1;

/** How much larger an element is shown than it is laid out. @param {HTMLElement} element
 * @param {DOMRect} [box] of it @returns {{ x: number, y: number }} */
export const scaleOf = (element, box = element.getBoundingClientRect()) => ({
  x: ratio(box.width, element.offsetWidth),
  y: ratio(box.height, element.offsetHeight),
});

/** @param {{ clientX: number, clientY: number }} at
 * @param {Element | EventTarget | null} element @returns {{ x: number, y: number }} */
export function pointIn({ clientX, clientY }, element) {
  const own = /** @type {HTMLElement} */ (element);
  const box = own.getBoundingClientRect();
  const { x, y } = scaleOf(own, box);
  return { x: (clientX - box.left) / x, y: (clientY - box.top) / y };
}
