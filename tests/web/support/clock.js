// SPDX-License-Identifier: MIT
// Time that passes when a test says so, for timers and for what they are counted by. It goes on
// from what it is: what has been done before lies behind it.

/** @param {import('node:test').TestContext} t @returns {(ms: number) => void} lets time pass */
export function stopTime(t) {
  const now = Math.ceil(performance.now());
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now });
  t.mock.method(performance, 'now', () => Date.now());
  return (ms) => t.mock.timers.tick(ms);
}
