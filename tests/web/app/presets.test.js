// SPDX-License-Identifier: MIT
// Every preset, by its link: it loads, takes a step, and can be inspected; what is said of it has
// all its words. One of each kind is drawn in tests/browser/page/presets.test.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configPresets } from '../../../wasm/index.js';
import { viewStateOf } from '../../../web/element/view-state.js';
import { presetWords } from '../../../web/i18n/preset-words.js';
import { PAGE_SETTINGS } from '../../../web/state/recipe.js';
import { openApp, stateOf, wordsOf } from '../support/app-in-node.js';
import { LANGS } from '../support/catalogues.js';
import { drawn, partOf, textOf } from '../support/render.js';

/** @import { App } from '../../../web/app/app.js' */

await import('../../../web/views/attention/head.js');
await import('../../../web/views/loss/loss-chart.js');
await import('../../../web/views/run/presets.js');
await import('../../../web/views/run/run-bar.js');
/** Of a window, which Node has none of. */
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });

/** Only for the models whose step takes long: their parts stay as they are. */
const LIGHT = '&batch_size=4&eval_windows=4&block_size=48';
const LIGHTER = /** @type {Record<string, string>} */ ({
  poet: '&batch_size=1&eval_windows=1&block_size=48&n_layer=2',
  shakespeare: LIGHT,
  nano: LIGHT,
  'nano-fast': LIGHT,
  'shakespeare-fast': LIGHT,
  llama: LIGHT,
  modern: LIGHT,
});

/** What the line looked at must be, for the presets that learn a task. */
const EXAMPLES = /** @type {Record<string, (line: string) => boolean>} */ ({
  statquest: (line) =>
    /^(what is statquest|statquest is what) <EOS>\tawesome$/.test(line),
  tagger: (line) => {
    const [words, tags] = line.split('\t').map((part) => part.split(' '));
    return words.every(
      (word, i) =>
        /^\d+\W?$/.test(word) === (tags[i] === 'number') &&
        /^(other|name|number)$/.test(tags[i]),
    );
  },
  'seq2seq-reverse': (line) => {
    const [question, answer] = line.split('\t');
    return /^[a-z]+$/.test(question) && [...question].reverse().join('') === answer;
  },
  'seq2seq-dates': (line) => /\d.*\t\d{4}-\d\d-\d\d$/.test(line),
  repeat: (line) => {
    const [first, second] = line.split('|');
    return /^[a-z]+$/.test(first) && first === second;
  },
  induction: (line) => {
    const [first, second] = line.split('|');
    return /^[a-l]{4,8}$/.test(first) && (first + first).includes(second);
  },
  addition: (line) => {
    const [, a, b, sum] = /^(\d+)\+(\d+)\t(\d+)$/.exec(line) ?? [];
    return Number([...(sum ?? '')].reverse().join('')) === Number(a) + Number(b);
  },
});

const presets = /** @type {import('../../../web/state/types.js').Preset[]} */ (
  await configPresets()
);

/** The weights that the page has, against those of the engine for the same line: rows of shares
 * over what may be attended to.
 * @param {App} app */
async function checkHeads({ store }) {
  const { session, activations: look, line } = store.state;
  assert.ok(session && look);
  const engine = await session.runWithCache({ text: line });
  const { L, H, T } = look;
  assert.deepEqual([engine.step, engine.L, engine.H, engine.T], [look.step, L, H, T]);
  assert.deepEqual(engine.characters, look.characters);
  assert.deepEqual(look.attention, engine.attention);
  for (let head = 0; head < L * H; head++) {
    const { queries, keys, causal } = look.attentions[Math.floor(head / H)];
    assert.ok(queries.length >= 1 && keys.length >= 1);
    for (let i = 0; i < queries.length; i++) {
      const start = (head * T + i) * T;
      const row = [...look.attention.subarray(start, start + T)];
      const allowed = causal ? i + 1 : keys.length;
      const sum = row.slice(0, allowed).reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(sum - 1) < 1e-4, `head ${head}, row ${i} sums to ${sum}`);
      assert.ok(
        row.slice(allowed).every((weight) => weight === 0),
        `head ${head}, row ${i}: what is masked has no share`,
      );
    }
  }
  return L;
}

/** What views say of it, in every language. @param {App} app
 * @param {import('../../../web/state/types.js').Preset} preset */
function checkWords(app, preset) {
  for (const lang of LANGS.toReversed()) {
    app.setLanguage(wordsOf(lang));
    for (const view of ['gf-run', 'gf-presets', 'gf-head', 'gf-loss']) {
      const said = textOf(drawn(view, app));
      assert.ok(said.length > 20, `${view}: ${said}`);
      assert.doesNotMatch(said, /undefined|NaN|\[object|\{\w+\}/, view);
    }
    const { title, about, look } = presetWords(preset, app.t);
    const said = textOf(drawn('gf-presets', app));
    for (const words of [title, about, look]) assert.ok(said.includes(words), said);
    const claim = partOf(drawn('gf-head', app), 'class="claim');
    if (app.store.state.activations?.L) assert.match(claim, /\d/);
  }
}

test('there are presets of every kind, the largest among them', () => {
  const names = presets.map(({ name }) => name);
  for (const name of ['fables', 'poet', 'bigram', 'tagger', ...Object.keys(EXAMPLES)]) {
    assert.ok(names.includes(name), name);
  }
});

test('a selected preset can be left for the default settings', async (t) => {
  const app = await openApp(t, { link: '#v=1&preset=seq2seq-reverse' });
  assert.equal(app.store.state.preset, 'seq2seq-reverse');
  await app.usePreset('');
  const { preset, settings, text, session } = app.store.state;
  assert.equal(preset, '');
  assert.deepEqual(settings, PAGE_SETTINGS);
  for (const [key, value] of Object.entries({ ...PAGE_SETTINGS, arch: 'decoder' }))
    assert.equal(session?.info.config[key], value, key);
  assert.equal(text?.id, 'fables');
});

test('a model that is opened is no example: its file is named in their place', async (t) => {
  const app = await openApp(t, { link: '#v=1&preset=bigram' });
  const { bytes } = (await app.checkpoint.save()) ?? assert.fail();
  await app.usePreset('seq2seq-reverse');
  await app.checkpoint.open([new File([bytes.slice()], 'mine.safetensors')]);
  const { preset, settings } = app.store.state;
  assert.deepEqual([preset, settings.arch], ['', 'bigram']);
  const said = textOf(drawn('gf-presets', app));
  assert.match(said, /^Examples mine\.safetensors/);
  assert.doesNotMatch(said, /backwards/);
});

test('a preset that fails late leaves the one that was chosen meanwhile', async (t) => {
  const app = await openApp(t, { link: '#v=1&n_layer=1&n_head=1&n_embd=8' });
  let fail = (/** @type {boolean} */ _used) => {};
  const failing = new Promise((done) => (fail = done));
  const { mock } = t.mock.method(app, 'applySettings');
  mock.mockImplementationOnce(/** @type {any} */ (() => failing));
  const late = app.usePreset('bigram');
  await app.usePreset('seq2seq-reverse');
  const { settings } = app.store.state;
  fail(false);
  await late;
  assert.equal(app.store.state.preset, 'seq2seq-reverse');
  assert.deepEqual(app.store.state.settings, settings);
});

test('a preset that fails leaves the head looked at, also for the next model', async (t) => {
  const app = await openApp(t, { link: '#v=1&n_layer=1&n_head=2&n_embd=8' });
  const { mock } = t.mock.method(app, 'applySettings');
  mock.mockImplementationOnce(async () => false);
  await app.usePreset('bigram');
  app.selection.select({ head: 1 });
  await app.applySettings();
  assert.equal(app.store.state.head, 1);
});

for (const preset of presets) {
  const { name, config } = preset;
  test(`${name}: loads by its link, trains, and can be looked into`, async (t) => {
    const lighter = new URLSearchParams(LIGHTER[name] ?? '');
    const app = await openApp(t, { link: `#v=1&preset=${name}&${lighter}` });
    const { session, phase } = app.store.state;
    assert.ok(session);
    assert.equal(phase, 'idle');
    await stateOf(app, ({ activations }) => activations?.step === 0);
    const settings = session.info.config;
    for (const [key, value] of Object.entries(config)) {
      // Some names stand for several settings.
      if (!(key in settings)) continue;
      const given = lighter.get(key);
      assert.equal(settings[key], given ? Number(given) : value, key);
    }

    await app.stepOnce();
    assert.deepEqual([session.steps, app.store.state.phase], [1, 'paused']);
    await stateOf(app, ({ activations }) => activations?.step === 1);
    await stateOf(app, (state) => viewStateOf(state).headReport?.step === 1);
    const { line, notice, textProblem, headReport, activations } = app.store.state;
    assert.notEqual(notice?.kind, 'problem', notice?.text);
    assert.notEqual(textProblem?.kind, 'problem', textProblem?.text);
    if (EXAMPLES[name])
      assert.ok(EXAMPLES[name](line), `an example of the task: ${line}`);
    const layers = await checkHeads(app);
    assert.equal(headReport?.heads.length, layers * (activations?.H ?? 0));
    assert.equal(layers === 0, name === 'bigram', 'only counting has nothing inside');
    checkWords(app, preset);
  });
}
