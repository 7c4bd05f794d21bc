// SPDX-License-Identifier: MIT
// What an element follows while it is in a page, until a signal: preferences of the reader's
// system, its own height, and whether it is in sight.

/** @param {string} query of media @param {AbortSignal} signal
 * @param {(matches: boolean) => void} apply called now and with every change */
export function watchMedia(query, signal, apply) {
  const list = matchMedia(query);
  const listener = () => apply(list.matches);
  list.addEventListener('change', listener, { signal });
  listener();
}

/** @param {Element} element @param {AbortSignal} signal
 * @param {(height: number) => void} apply called with every new height */
export function watchHeight(element, signal, apply) {
  let last = 0;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(element.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    apply(height);
  });
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Content may reach below a box whose height the page around has set.
 * @param {Element} element @param {AbortSignal} signal
 * @param {(isSeen: boolean) => void} apply called first when the browser knows */
export function watchSight(element, signal, apply) {
  const observer = new IntersectionObserver((entries) => {
    const { isIntersecting, boundingClientRect: box } = entries[entries.length - 1];
    const below = element.scrollHeight - box.height;
    apply(isIntersecting || (below > 1 && box.bottom <= 0));
  });
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}
