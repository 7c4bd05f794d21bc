// SPDX-License-Identifier: MIT
// The assignment that a link names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILT_IN } from '../../../web/assignments/built-in.js';
import { findAssignment } from '../../../web/assignments/find.js';

/** Answers fetches of the page at this address. @param {import('node:test').TestContext} t */
function page(t) {
  Object.assign(globalThis, {
    document: { baseURI: 'https://course.example/page/?x=1' },
  });
  const text = JSON.stringify({ ...Object(BUILT_IN.circuit), name: 'mine' });
  const { mock } = t.mock.method(globalThis, 'fetch', async () => new Response(text));
  return () => mock.calls.map(({ arguments: [url] }) => String(url));
}

test('an assignment comes by name, or from a file of the page’s own site', async (t) => {
  const fetched = page(t);
  assert.equal((await findAssignment('circuit')).name, 'circuit');
  assert.deepEqual(fetched(), []);
  for (const address of ['my.json', '/other/my.json', 'https://course.example/my.json'])
    assert.equal((await findAssignment(address)).name, 'mine');
  assert.equal(fetched().length, 3);
  assert.equal(fetched()[0], 'https://course.example/page/my.json');
});

for (const address of [
  'https://raw.githubusercontent.com/someone/a/main/b.json',
  '//elsewhere.example/b.json',
  'http://course.example/b.json',
  'data:application/json,{}',
  'https://[',
])
  test(`an assignment of another site is not fetched: ${address}`, async (t) => {
    const fetched = page(t);
    await assert.rejects(findAssignment(address), { key: 'noNetwork' });
    assert.deepEqual(fetched(), []);
  });
