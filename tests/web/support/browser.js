// SPDX-License-Identifier: MIT
// What views read of a browser when they are made: no pointer, no preference, nothing observed.

const none = { addEventListener() {}, removeEventListener() {} };
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Before the first view of a file is made: what a file has put on globalThis ends with it. */
export const makeBrowser = () =>
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: false, ...none }),
    ResizeObserver: Observer,
    devicePixelRatio: 1,
  });
