// SPDX-License-Identifier: MIT
// What a link looks at, in a real App.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf } from '../support/app-in-node.js';

const SMALL = 'v=1&n_layer=1&n_head=2&n_embd=8&block_size=8&batch_size=2&line=the+fox';
const LOOK = `${SMALL}&pin=3.2&ablated=1.2`;
const chosen = (/** @type {import('../../../web/state/state.js').State} */ state) => [
  state.pin,
  state.ablated,
];

test('a link pins its cell and switches its head off when the line has been read', async (t) => {
  const app = await openApp(t, { link: `#${SMALL}` });
  await app.applyLink(LOOK);
  const state = await stateOf(app, ({ pin, ablated }) => pin && ablated.length > 0);
  assert.deepEqual(chosen(state), [{ i: 2, j: 1 }, [{ layer: 0, head: 1 }]]);
});

test('on a line that was edited since it does neither, nor when the old line returns', async (t) => {
  const app = await openApp(t, { link: `#${SMALL}` });
  await app.applyLink(LOOK);
  for (const line of ['the hen', 'the fox']) {
    app.selection.setLine(line);
    await stateOf(app, ({ activations }) => activations?.text === line);
    assert.deepEqual(chosen(app.store.state), [null, []]);
  }
});

test('what a line does not have is named with what the engine refused before', async (t) => {
  const link = SMALL.replace('n_layer=1', 'n_layer=99');
  const app = await openApp(t, { link: `#${link}&nonsense=1&pin=99` });
  const said = (
    /** @type {import('../../../web/state/state.js').State} */ { notice },
  ) => String(notice?.text);
  const state = await stateOf(app, (now) => said(now).includes('pin'));
  assert.match(said(state), /: nonsense, n_layer, pin\.$/);
});
