// SPDX-License-Identifier: MIT
// Links in a real page: old links keep their meaning; invalid and hostile ones get one sentence
// and change nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configPresets } from '../../../wasm/index.js';
import { inPage, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();
const page = await site.newPage(null);

/** Settings that take no time. */
const SMALL = 'n_layer=1&n_head=1&n_embd=16&block_size=16&batch_size=2';

/** What came of a link. */
const told = () =>
  inPage(page, ({ app, session, state }) => {
    const { preset, text, layer, head, line, sampler, notice, textProblem } = state;
    const { pin, ablated: off, showing, place, panel, isolated } = state;
    return {
      place,
      panel,
      isolated,
      pin,
      off,
      showing,
      config: session?.info.config,
      preset,
      text: text?.id,
      layer,
      head,
      line,
      sampler,
      said: notice?.text ?? null,
      code: notice?.code ?? null,
      offer: textProblem?.text ?? null,
      problem: textProblem,
      link: app.link,
    };
  });

/** Opens a link afresh. @param {string} fragment */
async function opened(fragment) {
  await page.goto('about:blank');
  await page.goto(`${site.url}index.html#${fragment}`);
  await page.evaluate(async (fragment) => {
    const element = /** @type {any} */ (document.querySelector('glass-former'));
    await element.app.ready;
    // What is pinned and off comes when the engine has looked at the line.
    const looks = new URLSearchParams(fragment);
    const heads =
      (looks.get('ablated') ?? looks.get('off') ?? '').split('.').length - 1;
    const late = () => {
      const { pin, ablated: off, isolated, notice } = element.viewState;
      const isEarly = looks.has('isolated') && !isolated;
      return !notice && (isEarly || (looks.has('pin') && !pin) || off.length < heads);
    };
    for (let n = 0; n < 100 && late(); n++)
      await new Promise((done) => setTimeout(done, 50));
  }, fragment);
  return told();
}

/** Follows a link that gets a sentence, on the open page. @param {string} fragment */
async function followed(fragment) {
  await inPage(page, ({ app, session }) => {
    app.dismiss();
    Object.assign(globalThis, { earlier: session });
  });
  await page.evaluate((fragment) => (location.hash = fragment), fragment);
  await until(page, 'state.notice && session && session !== globalThis.earlier');
  return told();
}

/**
 * Links of version 1 as they were given out, and what each restores. A line may be added
 * here and never changed: these are in course pages.
 * @type {[string, Record<string, unknown>][]}
 */
const GOLDEN = [
  ['v=1', { n_layer: 2, batch_size: 16, learning_rate: 0.002, max_steps: 2000 }],
  [
    'v=1&n_layer=1&n_head=3&n_embd=48&block_size=32&batch_size=8&learning_rate=0.001',
    { n_layer: 1, n_head: 3, n_embd: 48, block_size: 32, learning_rate: 0.001 },
  ],
  ['v=1&seed=42&activation=relu&tied_head=false', { seed: 42, tied_head: false }],
  ['v=1&n_layer=3&layer=3&head=2', { n_layer: 3, layer: 2, head: 1 }],
  [
    `v=1&${SMALL}&line=The+fox&prompt=A+&temperature=0.5&top_k=5&top_p=0.9&chars=40&sample_seed=9`,
    { line: 'The fox', prompt: 'A ', temperature: 0.5, topK: 5, topP: 0.9, seed: 1337 },
  ],
  [`v=1&${SMALL}&greedy=1`, { greedy: true }],
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
    `v=1&${SMALL}&pin=2&shade=attention&mode=taken&transposed=1&sorted=1&race=4`,
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
  test(`an old link keeps its meaning: ${fragment}`, async () => {
    const found = await opened(fragment);
    assert.equal(found.said, null);
    const all = { ...found.sampler, ...found, ...found.config };
    for (const [key, value] of Object.entries(wanted)) {
      assert.deepEqual(all[key], value, key);
    }
    // What is given out for it now leads to the same place.
    const again = await opened(found.link);
    assert.deepEqual(again, found);
  });
}

test('a link to a step: training stops there first', async () => {
  await opened(`v=1&${SMALL}&step=7`);
  const steps = await inPage(page, async ({ app, session }) => {
    await app.train();
    return session.steps;
  });
  assert.equal(steps, 7);
});

test('a link to the pretrained model keeps it, with what is looked at', async () => {
  const { said, pin, place } = await opened('v=1&pretrained=1&place=write&pin=5');
  assert.deepEqual([said, pin, place], [null, { i: 4, j: null }, 'write']);
  assert.ok((await inPage(page, ({ element }) => element.viewState.pretrained)) > 0);
});

test('every preset opens by a link with its name', async () => {
  await opened('v=1');
  const names = (await configPresets()).map(({ name }) => name);
  assert.ok(names.length >= 5);
  for (const name of names.slice(0, 4)) {
    const { preset, said, link } = await opened(`v=1&preset=${name}`);
    assert.deepEqual([preset, said], [name, null]);
    assert.ok(link.startsWith(`v=1&preset=${name}`), link);
  }
});

test('a remote text in a link is offered, not fetched', async () => {
  const before = page.requests.length;
  const { text, offer } = await opened(`v=1&text=shakespeare&${SMALL}`);
  assert.equal(text, 'fables');
  assert.match(offer, /Tiny Shakespeare/);
  const far = page.requests.slice(before).filter((url) => !url.startsWith(site.url));
  assert.deepEqual(far, []);
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
  'temperature=0',
  'temperature=x',
  'top_k=-1',
  'pin=0',
  'pin=3.0',
  'pin=4.1e3',
  'off=1',
  'off=1.1,',
  'pin=60',
  'off=1.1,9.1',
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
  'v=2',
  'v=',
  '%E0%A4%A',
  '<img src=x onerror=alert(1)>=1',
  `line=${'x'.repeat(5000)}`,
  `n_layer=${'9'.repeat(15_000)}`,
  `x=${'y'.repeat(100_000)}`,
  Array.from({ length: 400 }, (_, i) => `k${i}=1`).join('&'),
];

/** One of each kind: the page also opens with them. */
const OPENED_WITH = [
  'n_embd=1000000',
  '__proto__=1',
  'text=toString',
  'off=1.1,9.1',
  'v=2',
];

test('hostile links get one sentence and change nothing', async () => {
  const plain = await opened('v=1');
  for (const part of HOSTILE) {
    const name = part.slice(0, 60);
    const link = `${part.startsWith('v=') ? '' : 'v=1&'}${part}`;
    const all = [await followed(link)];
    if (OPENED_WITH.includes(part)) all.push(await opened(link));
    for (const found of all) {
      assert.equal(found.code, 'bad-link', `${name}: ${found.said}`);
      assert.match(found.said, /^[A-Z][^\n]{10,300}\.$/, name);
      assert.deepEqual({ ...found, said: null, code: null }, plain, name);
    }
  }
  assert.equal(await page.evaluate(() => /** @type {any} */ ({}).n_layer), undefined);
});

test('where no model comes of a link, the nearest does, and the reason stays', async () => {
  const cases = /** @type {[string, object, string][]} */ ([
    ['arch=encoder', { arch: 'decoder', task: 'text' }, 'encoder_needs_labels'],
    ['task=pairs', { task: 'text' }, 'line_without_tab'],
    [
      'task=addition&task_lines=1000000',
      { task: 'addition', task_lines: 10000 },
      'too_few_different_lines',
    ],
  ]);
  for (const [link, expected, key] of cases) {
    const { config, problem } = await opened(`v=1&${SMALL}&${link}`);
    for (const [name, value] of Object.entries(expected))
      assert.equal(config?.[name], value, `${link}: ${name}`);
    assert.equal(problem?.key, key, link);
  }
});

test('another link in the same tab is followed, and the run so far is shelved', async () => {
  await opened(`v=1&${SMALL}`);
  await inPage(page, ({ element }) => element.step(3));
  await page.evaluate((link) => (location.hash = link), `v=1&${SMALL}&n_embd=24`);
  const state = () =>
    inPage(page, ({ session, state }) => {
      return { width: session.info.config.n_embd, kept: state.shelved?.step };
    });
  await until(page, 'session.info.config.n_embd === 24');
  assert.deepEqual(await state(), { width: 24, kept: 3 });
});

test('following the same link again restores its state', async () => {
  const link = `v=1&${SMALL}&temperature=0.5`;
  await opened(link);
  await inPage(page, ({ app }) => {
    app.selection.setSampler({ temperature: 1.5 });
    return app.usePreset('bigram');
  });
  await page.waitForFunction(() => location.hash.includes('preset=bigram'));
  await page.evaluate((link) => (location.hash = link), link);
  await until(page, "state.preset === '' && state.sampler.temperature === 0.5");
  await until(page, 'session.info.config.n_embd === 16');
});

// The page writes its address when what is shown no longer changes; in which order that time
// comes and the page hears of the link is up to the browser.
for (const order of ['before', 'after'])
  test(`a link stays when the address would be written ${order} the page hears of it`, async () => {
    const page = await site.newPage(null);
    await page.addInitScript(() => {
      /** The timers of half a second. @type {Map<number, () => void>} */
      const held = new Map();
      const { setTimeout, clearTimeout } = globalThis;
      Object.assign(globalThis, {
        held,
        setTimeout(/** @type {() => void} */ call, /** @type {number} */ ms) {
          if (ms !== 500) return setTimeout(call, ms);
          held.set(-1 - held.size, call);
          return -held.size;
        },
        clearTimeout(/** @type {number} */ id) {
          if (!held.delete(id)) clearTimeout(id);
        },
        end() {
          for (const call of held.values()) call();
          held.clear();
        },
      });
    });
    await page.goto(`index.html#v=1&${SMALL}`);
    await inPage(page, ({ element }) => element.prepare());
    const link = `v=1&${SMALL}&n_embd=24`;
    await inPage(
      page,
      async ({ app, until }, { link, order }) => {
        const { held, end } = /** @type {any} */ (globalThis);
        end();
        app.selection.setSampler({ temperature: 1.5 });
        await until('time to write', () => held.size > 0);
        const heard = new Promise((done) => addEventListener('hashchange', done));
        location.hash = link;
        if (order === 'before') end();
        await heard;
        end();
      },
      { link, order },
    );
    await until(page, 'session?.info.config.n_embd === 24');
    await inPage(page, ({ element }) => element.prepare());
    await page.evaluate('end()');
    assert.equal(new URL(page.url()).hash, `#${link}`);
  });
