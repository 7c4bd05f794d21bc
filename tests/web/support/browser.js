// SPDX-License-Identifier: MIT
// What views read of a browser when they are made: no pointer, no preference, nothing observed.

const none = { addEventListener() {}, removeEventListener() {} };
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, ...none }),
  ResizeObserver: Observer,
  devicePixelRatio: 1,
});
