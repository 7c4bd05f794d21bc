// SPDX-License-Identifier: MIT

/** Brings the beginning of an element back into the window, where it is above it.
 * @param {Element} element */
export function toTop(element) {
  if (element.getBoundingClientRect().top < 0) element.scrollIntoView();
}
