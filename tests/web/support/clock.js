// SPDX-License-Identifier: MIT
// Time that passes when a test says so, for timers and for what they are counted by.

/** @param {import('node:test').TestContext} t @returns {(ms: number) => void} lets time pass */
export function stopTime(t) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.mock.method(performance, 'now', () => Date.now());
  return (ms) => t.mock.timers.tick(ms);
}
