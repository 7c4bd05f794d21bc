// SPDX-License-Identifier: MIT
// Where a pointer is.

/** In an element, in the element's own CSS pixels: slides and zoomed pages scale it.
 * @param {{ clientX: number, clientY: number }} at
 * @param {Element | EventTarget | null} element @returns {{ x: number, y: number }} */
export function pointIn({ clientX, clientY }, element) {
  const box = /** @type {HTMLElement} */ (element);
  const { left, top, width, height } = box.getBoundingClientRect();
  return {
    x: (clientX - left) * (box.offsetWidth / width || 1),
    y: (clientY - top) * (box.offsetHeight / height || 1),
  };
}
