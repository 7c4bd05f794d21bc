// SPDX-License-Identifier: MIT
// Links as an App applies them: old links keep their meaning; invalid and hostile ones get one
// sentence and change nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { configPresets } from '../../../wasm/index.js';
import { viewStateOf } from '../../../web/element/view-state.js';
import { picked } from '../../../web/state/store.js';
import { newApp, openApp, stateOf } from '../support/app-in-node.js';
import { pretrainedRun } from '../support/pretrained.js';

/** @import { App } from '../../../web/app/app.js' */
/** @typedef {Parameters<typeof openApp>[0]} Test */

const { applyProperties, startingPoint } =
  await import('../../../web/element/starting-point.js');

/** Settings that take no time. */
const SMALL = 'n_layer=1&n_head=1&n_embd=16&block_size=16&batch_size=2';

const SEEN = /** @type {const} */ ([
  ...['place', 'panel', 'isolated', 'pin', 'showing', 'preset', 'layer', 'head'],
  ...['line', 'sampler'],
]);

/** What came of a link. @param {App} app */
function stateIn(app) {
  const { session, text, notice, textProblem, ablated: off } = app.store.state;
  const seen = picked(viewStateOf(app.store.state), SEEN);
  return {
    ...{ ...seen, off, config: session?.info.config, text: text?.id },
    ...{ said: notice?.text ?? null, code: notice?.code ?? null },
    ...{ problem: textProblem, link: app.link },
  };
}

/** What is pinned and off comes when the engine has looked at the line.
 * @param {App} app */
async function looked(app) {
  await stateOf(app, ({ activations, line }) => activations?.text === line);
  while (app.applying > 0) await setImmediate();
  return stateIn(app);
}

/** The link as the element hands it on. @param {string} fragment */
const handedOn = (fragment) => startingPoint(/** @type {any} */ ({ config: fragment }));

/** Opens a link afresh. @param {Test} t @param {string} fragment */
const openedApp = (t, fragment) => openApp(t, { link: handedOn(fragment) });

/** @param {Test} t @param {string} fragment */
const opened = async (t, fragment) => looked(await openedApp(t, fragment));

/** Follows a link that gets a sentence. @param {App} app @param {string} fragment */
async function followed(app, fragment) {
  const { session } = app.store.state;
  app.dismiss();
  await app.applyLink(handedOn(fragment));
  assert.notEqual(app.store.state.session, session);
  return looked(app);
}

/**
 * Links as they were given out, and what each restores. A line may be added
 * here and never changed: these are in course pages.
 * @type {[string, Record<string, unknown>][]}
 */
const GOLDEN = [
  ['v=1', { n_layer: 2, batch_size: 16, learning_rate: 0.002, max_steps: 2000 }],
  ['v=1&max_steps=50', { max_steps: 50, init_std: 0.02, optimizer: 'adamw' }],
  ['v=2', { n_layer: 2, batch_size: 16, learning_rate: 0.01, optimizer: 'muon' }],
  [
    'v=1&n_layer=1&n_head=3&n_embd=48&block_size=32&batch_size=8&learning_rate=0.001',
    { n_layer: 1, n_head: 3, n_embd: 48, block_size: 32, learning_rate: 0.001 },
  ],
  ['v=1&seed=42&activation=relu&tied_head=false', { seed: 42, tied_head: false }],
  ['v=1&n_layer=3&layer=3&head=2', { n_layer: 3, layer: 2, head: 1 }],
  [`v=2&${SMALL}&line=+a+fox+`, { line: ' a fox ' }],
  [
    `v=1&${SMALL}&line=The+fox&prompt=A+&temperature=0.5&top_k=5&top_p=0.9&chars=40&sample_seed=9`,
    { line: 'The fox', prompt: 'A ', temperature: 0.5, topK: 5, topP: 0.9, seed: 1337 },
  ],
  [`v=1&${SMALL}&greedy=1`, { greedy: true }],
  [`v=1&${SMALL}&temperature=0`, { greedy: true, temperature: 0.8 }],
  [
    `v=1&${SMALL}&n_layer=2&n_head=2&pin=5.3&off=2.1%2C1.2`,
    {
      pin: { i: 4, j: 2 },
      off: [
        { layer: 1, head: 0 },
        { layer: 0, head: 1 },
      ],
    },
  ],
  [
    `v=1&${SMALL}&pin=2&shade=attention&mode=taken&transposed=1&sorted=1&race=4&guesses=7.0123abcd.1.2`,
    {
      pin: { i: 1, j: null },
      off: [],
      showing: {
        mode: 'taken',
        transposed: true,
        since: 0,
        shade: 'attention',
        sorted: true,
        race: 3,
        guesses: '7.0123abcd.1.2',
      },
    },
  ],
  [`v=1&${SMALL}`, { place: 'stage', panel: '', isolated: null }],
  [`v=1&${SMALL}&place=lab`, { place: 'lab', panel: 'heads' }],
  [`v=1&${SMALL}&place=lab&panel=compare`, { place: 'lab', panel: 'compare' }],
  [
    `v=1&${SMALL}&n_layer=2&n_head=2&place=learn&panel=lens&isolated=2.1&step=40`,
    { place: 'learn', panel: 'lens', isolated: { layer: 1, head: 0 } },
  ],
];

for (const [fragment, wanted] of GOLDEN) {
  test(`an old link keeps its meaning: ${fragment}`, async (t) => {
    const found = await opened(t, fragment);
    assert.equal(found.said, null);
    const all = /** @type {Record<string, unknown>} */ ({
      ...{ ...found.sampler, ...found },
      ...found.config,
    });
    for (const [key, value] of Object.entries(wanted)) {
      assert.deepEqual(all[key], value, key);
    }
    // What is given out for it now leads to the same place.
    assert.deepEqual(await opened(t, found.link), found);
  });
}

test('a link to a step: training stops there first', async (t) => {
  const app = await openedApp(t, `v=1&${SMALL}&step=7`);
  await app.train();
  assert.equal(app.store.state.session?.steps, 7);
});

test('a head is selected by a link without a version, as of attributes alone, too', async (t) => {
  const link = startingPoint(/** @type {any} */ ({ layer: 2, head: 3 }));
  const { layer, head, said } = stateIn(await openApp(t, { link }));
  assert.deepEqual([layer, head, said], [1, 2, null]);
});

test('every preset opens by a link with its name, and is in the link given out', async (t) => {
  const names = (await configPresets()).map(({ name }) => name);
  assert.ok(names.length >= 5);
  for (const name of names.slice(0, 4)) {
    const { preset, said, link } = await opened(t, `v=1&preset=${name}`);
    assert.deepEqual([preset, said], [name, null]);
    assert.ok(link.startsWith(`v=2&preset=${name}`), link);
  }
});

/** Bad values, huge ones, unknown names, and names that objects have by nature. */
const HOSTILE = [
  'n_layer=-1',
  'n_layer=two',
  'n_layer=1e9',
  'n_layer=99999999999999999999',
  'n_embd=1000000',
  'n_head=5',
  'learning_rate=Infinity',
  'learning_rate=NaN',
  'learning_rate=-1',
  'batch_size=0x10',
  'activation=__proto__',
  'activation=constructor',
  'preset=constructor',
  'preset=%00',
  '__proto__=1',
  'constructor=1',
  'hasOwnProperty=1',
  '__proto__[n_layer]=9',
  'text=https://example.org/a.txt',
  'text=toString',
  'layer=0',
  'head=1.5',
  'layer=99999999999',
  'layer=2',
  'head=2',
  'temperature=0.01',
  'temperature=x',
  'top_k=-1',
  'pin=0',
  'pin=3.0',
  'pin=4.1e3',
  'off=1',
  'off=1.1,',
  'pin=60',
  'off=1.1,9.1',
  'line=日本',
  'prompt=日本',
  'guesses=zzz',
  'guesses=1.0123abcd',
  'shade=constructor',
  'mode=weights ',
  'sorted=true',
  'race=-1',
  'top_p=7',
  'place=attic',
  'panel=constructor',
  'place=stage&panel=compare',
  'isolated=9.1',
  'step=-1',
  'chars=1e9',
  'v=3',
  'v=',
  '%E0%A4%A',
  '<img src=x onerror=alert(1)>=1',
  `line=${'x'.repeat(5000)}`,
  `n_layer=${'9'.repeat(15_000)}`,
  `x=${'y'.repeat(100_000)}`,
  Array.from({ length: 400 }, (_, i) => `k${i}=1`).join('&'),
];

/** One of each kind: an App also opens with them. */
const OPENED_WITH = [
  'n_embd=1000000',
  '__proto__=1',
  'text=toString',
  'off=1.1,9.1',
  'v=3',
];

/** Longer links are not read at all. */
const LONGEST = 10_000;

/** The rest of a link: settings that take no time, where it is not about them.
 * @param {string} part */
function restFor(part) {
  if (part.startsWith('v=')) return '';
  const [key] = part.split('=');
  const isWhole = part.length > LONGEST || new URLSearchParams(SMALL).has(key);
  return isWhole ? 'v=2' : `v=1&${SMALL}`;
}

test('hostile links get one sentence and change nothing', async (t) => {
  const app = await openedApp(t, 'v=2');
  const [whole, small] = [await looked(app), await opened(t, `v=1&${SMALL}`)];
  for (const part of HOSTILE) {
    const name = part.slice(0, 60);
    const rest = restFor(part);
    const plain = rest.includes(SMALL) ? small : whole;
    const link = [rest, part].filter(Boolean).join('&');
    const all = [await followed(app, link)];
    if (OPENED_WITH.includes(part)) all.push(await opened(t, link));
    for (const found of all) {
      assert.equal(found.code, 'bad-link', `${name}: ${found.said}`);
      assert.match(String(found.said), /^[A-Z][^\n]{10,300}\.$/, name);
      assert.deepEqual({ ...found, said: null, code: null }, plain, name);
    }
  }
  assert.equal(/** @type {any} */ ({}).n_layer, undefined);
});

test('a link whose settings contradict each other names all that it loses; the next one none', async (t) => {
  const app = await openedApp(t, 'v=2');
  const contradictory = 'v=2&n_layer=1&n_embd=16&block_size=16&n_head=3';
  const { said } = await followed(app, contradictory);
  for (const key of ['n_layer', 'n_embd', 'block_size', 'n_head'])
    assert.match(String(said), new RegExp(`\\b${key}\\b`));
  assert.equal((await followed(app, `v=1&${SMALL}`)).code, null);
});

test('where no model comes of a link, the nearest does, and the reason stays', async (t) => {
  const cases = /** @type {[string, object, string][]} */ ([
    ['arch=encoder', { arch: 'decoder', task: 'text' }, 'encoder_needs_labels'],
    ['task=pairs', { task: 'text' }, 'line_without_tab'],
    [
      'task=addition&task_lines=20000',
      { task: 'addition', task_lines: 10000 },
      'too_few_different_lines',
    ],
  ]);
  for (const [link, expected, key] of cases) {
    const { config, problem } = await opened(t, `v=1&${SMALL}&${link}`);
    for (const [name, value] of Object.entries(expected))
      assert.equal(config?.[name], value, `${link}: ${name}`);
    assert.equal(problem?.key, key, link);
  }
});

test('a text elsewhere is offered by a link, and the fables are there meanwhile', async (t) => {
  const { text, problem } = await opened(t, `v=1&text=shakespeare&${SMALL}`);
  assert.equal(text, 'fables');
  assert.match(String(problem?.text), /Tiny Shakespeare/);
});

test('another link is followed, and the run so far is shelved', async (t) => {
  const app = await openedApp(t, `v=1&${SMALL}`);
  await app.store.state.session?.step(3);
  await app.applyLink(`v=1&${SMALL}&n_embd=24`);
  const { session, shelved } = app.store.state;
  assert.deepEqual([session?.info.config.n_embd, shelved?.step], [24, 3]);
});

test('following the same link again restores its state', async (t) => {
  const link = `v=1&${SMALL}&temperature=0.5`;
  const app = await openedApp(t, link);
  app.selection.setSampler({ temperature: 1.5 });
  await app.usePreset('bigram');
  assert.match(app.link, /preset=bigram/);
  await app.applyLink(link);
  const { preset, sampler, session } = app.store.state;
  assert.deepEqual(
    [preset, sampler.temperature, session?.info.config.n_embd],
    ['', 0.5, 16],
  );
});

test('what the reader chooses while a link is applied stays', async (t) => {
  const app = await openedApp(t, `v=2&${SMALL}`);
  /** @type {Promise<unknown>} */ let chosen = Promise.resolve();
  // As soon as the model of the link is there.
  const end = app.store.subscribe((changed) => {
    if (!changed.has('session')) return;
    end();
    app.selection.setSampler({ temperature: 1.5 });
    chosen = app.usePreset('bigram');
  });
  const link = handedOn(`v=2&${SMALL}&n_embd=24&temperature=0.5&pin=3`);
  assert.equal(await app.applyLink(link), false);
  await chosen;
  const { preset, sampler, pin, session } = app.store.state;
  assert.deepEqual([preset, sampler.temperature, pin], ['bigram', 1.5, null]);
  assert.equal(session?.info.config.arch, 'bigram');
  assert.equal(await app.applyLink(link), true);
  assert.equal(app.store.state.sampler.temperature, 0.5);
});

test('a head that the pretrained model does not have is named, and the nearest is shown', async (t) => {
  const link = 'v=2&pretrained=1&head=99';
  const serialized = Promise.resolve(pretrainedRun());
  const app = await openApp(t, { link, serialized });
  const { head, said } = stateIn(app);
  const n = Number(app.store.state.session?.info.config.n_head);
  assert.deepEqual([head, said?.includes('head')], [n - 1, true], `${said}`);
});

test('of links followed in quick succession the last one stays, whichever is ready first', async (t) => {
  const app = await openedApp(t, `v=2&${SMALL}`);
  app.pretrainedRun = pretrainedRun();
  const follow = (/** @type {string[]} */ ...links) =>
    Promise.all(links.map((link) => app.applyLink(link)));
  const shown = () => [
    app.store.state.pretrained > 0,
    app.store.state.session?.info.config.n_embd,
    app.store.state.settings.n_embd,
  ];
  const [first, other] = ['v=2&pretrained=1&head=2', `v=2&${SMALL}&n_embd=24`];
  await follow('v=2', first, other);
  assert.deepEqual(shown(), [false, 24, 24]);
  await follow(other, first);
  assert.deepEqual(shown(), [true, 128, 64]);
  // The same from the pretrained model itself.
  await follow(other, first);
  assert.deepEqual(shown(), [true, 128, 64]);
  await Promise.all([app.applyLink(first), app.usePreset('bigram')]);
  assert.equal(app.store.state.session?.info.config.arch, 'bigram');
});

test('what the pretrained model has of its own no link changes: the parts are named', async (t) => {
  const parts = 'preset=bigram&n_layer=1&own_text=AAAA&text=shakespeare&prompt=日本';
  const link = `v=2&pretrained=1&${parts}`;
  const serialized = Promise.resolve(pretrainedRun());
  const { said, code, config } = stateIn(await openApp(t, { link, serialized }));
  for (const name of ['n_layer', 'preset', 'own_text', 'text'])
    assert.match(String(said), new RegExp(`\\b${name}\\b`));
  assert.deepEqual([code, config?.n_layer], ['bad-link', 4]);
  const own = await openApp(t, { link: 'v=2&pretrained=1&head=2', serialized });
  assert.equal(stateIn(own).said, null);
});

test('a line and a prompt of a text that is still to be fetched are not refused', async (t) => {
  const link = `v=2&text=shakespeare&${SMALL}&line=3&prompt=3`;
  const { said, sampler } = stateIn(await openedApp(t, link));
  assert.deepEqual([said, sampler.prompt], [null, '3']);
});

test('attributes of the host page are named as such, not as parts of a link', async (t) => {
  const set = { preset: 'zzz', layer: 9, text: '日本' };
  const element = /** @type {any} */ ({ config: `v=2&${SMALL}&bogus=1`, ...set });
  const app = await openApp(t, { link: `v=2&${SMALL}` });
  await applyProperties(element, app, new Set(['preset']));
  const { notice } = app.store.state;
  assert.equal(
    notice?.text,
    'Parts of this link are invalid and were ignored: bogus. Invalid attributes in the page ' +
      'around this element: preset="zzz", layer="9", text="日本".',
  );
  assert.equal(notice?.code, 'bad-link');
  element.config = `v=2&${SMALL}`;
  await applyProperties(element, app, new Set(['config']));
  assert.equal(app.store.state.notice?.code, 'bad-config');
});

test('what the reader opens while a link is applied stays open', async (t) => {
  const app = newApp(t, { link: `v=2&${SMALL}&place=write` });
  app.selection.openPlace('lab');
  app.selection.openPanel('diagnostics');
  await app.ready;
  const opened = () => [app.store.state.place, app.store.state.panel];
  assert.deepEqual(opened(), ['lab', 'diagnostics']);
  await app.applyLink(`v=2&${SMALL}&place=write`);
  assert.equal(opened()[0], 'write');
  const coming = app.applyLink(`v=2&${SMALL}`);
  app.selection.openPlace('learn');
  await coming;
  assert.equal(opened()[0], 'learn');
});

test('a link to the pretrained model leads to it from another, which is shelved', async (t) => {
  const app = await openedApp(t, `v=2&${SMALL}`);
  app.pretrainedRun = pretrainedRun();
  await app.stepOnce();
  assert.equal(await app.applyLink('v=2&text=grimm&pretrained=1&head=2'), true);
  const { pretrained, head, shelved } = app.store.state;
  assert.deepEqual([pretrained > 0, head, shelved?.step], [true, 1, 1]);
});

test('what a host page sets later is within the model, and is no text of its own any more', async (t) => {
  const app = await openedApp(t, `v=2&${SMALL}`);
  const host = (/** @type {object} */ set, /** @type {string[]} */ ...names) =>
    applyProperties(
      /** @type {any} */ ({ config: undefined, ...set }),
      app,
      new Set(names),
    );
  await host({ layer: 9, head: '7' }, 'layer', 'head');
  const { layer, head, notice } = app.store.state;
  assert.deepEqual([layer, head, notice?.code], [0, 0, 'bad-config']);
  const named = 'Invalid attributes in the page around this element: ';
  assert.equal(notice?.text, `${named}layer="9", head="7".`);
  await host({ corpus: 'the cat sat on the mat. '.repeat(20) }, 'corpus');
  assert.equal(app.store.state.text?.id, 'own');
  await host({ corpus: 'fables' }, 'corpus');
  assert.equal(app.store.state.text?.id, 'fables');
  await host({ text: 'the 日本 cat' }, 'text');
  const { notice: ofText, line } = app.store.state;
  assert.deepEqual([ofText?.text, line], [`${named}text="the 日本 cat".`, 'the  cat']);
  // What the model has is taken; beside it what it has not stays as it is.
  const config = `v=2&${SMALL}&n_layer=3&n_head=4`;
  await host({ config, layer: 3, head: 2 }, 'config', 'layer', 'head');
  app.dismiss();
  await host({ config, layer: 2, head: 5 }, 'layer', 'head');
  const later = app.store.state;
  assert.deepEqual([later.layer, later.head], [1, 1]);
  assert.equal(later.notice?.text, `${named}head="5".`);
});

test('until the model of a link is there, the head of the one shown stays', async (t) => {
  const app = await openApp(t, { link: `v=1&${SMALL}` });
  await looked(app);
  /** @type {string[]} */
  const outside = [];
  app.store.subscribe(() => {
    const { activations, layer, head } = app.store.state;
    if (activations && !(layer < activations.L && head < activations.H))
      outside.push(`${layer + 1}.${head + 1}`);
  });
  const larger = SMALL.replace('n_layer=1&n_head=1', 'n_layer=2&n_head=4');
  await app.applyLink(`v=1&${larger}&layer=2&head=3`);
  const { layer, head } = await looked(app);
  assert.deepEqual({ layer, head, outside }, { layer: 1, head: 2, outside: [] });
  await app.applyLink(`v=1&${SMALL}&layer=9`);
  assert.deepEqual([(await looked(app)).layer, outside], [0, []]);
});
