// SPDX-License-Identifier: MIT
// What tests/tools/test.js hears of a file of Node tests while it runs: a line of JSON for each
// test that begins and each that ends. The lines begin with a character that no test prints.

export const MARK = '\u001e';

/**
 * @typedef {object} TestEvent
 * @property {'begin' | 'pass' | 'fail' | 'skip' | 'end'} what 'end': of a suite
 * @property {string} name
 * @property {number} depth of a subtest; 0 for the tests of the file
 * @property {number} [ms]
 * @property {string} [detail] why it failed
 */

/** What node:test calls them. A test that waits for its turn has not begun.
 * @type {Record<string, TestEvent['what']>} */
const KINDS = { 'test:dequeue': 'begin', 'test:pass': 'pass', 'test:fail': 'fail' };

/** @param {AsyncIterable<{ type: string, data: any }>} events of node:test */
export default async function* report(events) {
  for await (const { type, data } of events) {
    const what = KINDS[type];
    const { type: form, duration_ms: ms, error } = data?.details ?? {};
    if (!what) continue;
    const isSkipped = data.skip !== undefined || data.todo !== undefined;
    const isSuite = form === 'suite' && !isSkipped;
    // A suite counts where none of its tests does: left out, or it failed by itself.
    const isTold =
      (isSuite && what === 'pass') || error?.failureType === 'subtestsFailed';
    const of = { name: data.name, depth: data.nesting };
    if (!isTold)
      yield line({
        ...{ ...of, what: what !== 'begin' && isSkipped ? 'skip' : what, ms },
        ...(what === 'fail' ? { detail: reason(error) } : {}),
      });
    if (isSuite && what !== 'begin') yield line({ ...of, what: 'end' });
  }
}

const line = (/** @type {TestEvent} */ event) => `${MARK}${JSON.stringify(event)}\n`;

/** What was thrown, without the frames of Node. @param {any} error */
function reason(error) {
  const { cause = error } = error;
  const lines = String(cause?.stack ?? cause?.message ?? cause).split('\n');
  return lines
    .filter((line) => !/\(?node:(internal|async_hooks)/.test(line))
    .join('\n');
}
