// SPDX-License-Identifier: MIT
// What every element says of models as different as readers make them, as recorded in
// tests/web/recorded/said-*.txt: texts, names for screen readers, states of controls, and in short
// the numbers given to charts and pictures. Of all models but the first, what is not as of it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeBrowser } from '../support/browser.js';
import { openApp, stateOf, wordsOf } from '../support/app-in-node.js';
import { LANGS, loadLanguages } from '../support/catalogues.js';
import { sameAsRecorded } from '../support/recorded.js';
import { elementOf, propertiesOf } from '../support/render.js';
import { said } from '../support/said.js';
import { tokensCss } from '../../../web/draw/tokens.data.js';
import { headNames, shownStep } from '../../../web/state/selectors.js';
import { QUERIES } from '../../../web/queries/registry.js';
import { PLACES } from '../../../web/views/code/steps.js';
import { loadMore } from '../../../web/views/more-file.js';

makeBrowser();

const WEB = fileURLToPath(new URL('../../../web/', import.meta.url));
const FABLES = readFileSync(`${WEB}texts/fables.txt`, 'utf8').slice(0, 2400);

/** Every element by its name, as its module defines it. @type {Set<string>} */
const defined = new Set();
const { customElements } = globalThis;
const define = customElements.define.bind(customElements);
customElements.define = (/** @type {string} */ name, /** @type {any} */ made) => {
  defined.add(name);
  define(name, made);
};
for (const room of ['views', 'lessons', 'assignments'])
  for (const path of readdirSync(`${WEB}${room}`, { recursive: true }))
    if (/\.js$/.test(String(path))) await import(`${WEB}${room}/${path}`);
customElements.define = define;
const { SECTIONS } = await import(`${WEB}views/diagnostics/diagnostics.js`);
await loadMore();
await loadLanguages();

/** @import { App } from '../../../web/app/app.js' */
/** @import { State } from '../../../web/state/state.js' */
/** @typedef {Record<string, unknown>} Own properties of an element */

/** @param {string} key @param {unknown[]} values @returns {() => Own[]} */
const each =
  (key, ...values) =>
  () =>
    values.map((value) => ({ [key]: value }));

/** @param {App} app */
const sampleOf = ({ store: { state } }) => state.latestSample ?? state.samples.at(-1);

/** Elements that are told what to show, or have more than one side; others are shown as they are.
 * An element of a closed panel is not there at all, and has no entry. @type {Record<string, (app: App) => Own[]>} */
const SIDES = {
  'gf-both-samples': (app) => [{ sample: app.store.state.latestSample }],
  'gf-by-hand': (app) => {
    if (!app.store.state.answers.forwardPass) return [];
    const card = elementOf('gf-forward-pass', app, { card: 1 }).render();
    const [x, norm] = ['x', 'norm'].map((name) => propertiesOf(card, name)[0]);
    return norm ? [{ x, norm }] : [];
  },
  'gf-cells': () => [],
  'gf-circuits': each('kind', 'qk', 'ov'),
  'gf-code': () => Object.keys(PLACES).map((place) => ({ place, open: true })),
  'gf-diagnostics': () => [{ open: new Set(['diagnostics', ...SECTIONS]) }],
  'gf-drawn-from': (app) => {
    const { tokens = [], prompt = '' } = app.store.state.completion ?? {};
    const all = { prompt, tokens };
    return [
      { ...all, n: 2, editable: true },
      { ...all, n: 0, brief: true },
    ];
  },
  'gf-embeddings': each('tab', 0, 1, 2, 3),
  'gf-experiment-chart': () => [],
  'gf-forward-pass': () => [
    {},
    ...Array.from({ length: 7 }, (_, n) => ({ card: n + 1 })),
  ],
  'gf-histograms': each('of', 'weights', 'gradients'),
  'gf-lines': () => [],
  'gf-loss': () => [{ bits: false }, { bits: true, logX: true }],
  'gf-masks': each('open', true),
  'gf-settings-panel': () => [{}],
  'gf-written-text': (app) => {
    const sample = sampleOf(app);
    return sample ? [{ prompt: sample.prompt, label: 'label', typing: true }] : [];
  },
};
/** What follows a step that is looked at. */
const MOVED = new Set([
  'gf-head', 'gf-heads', 'gf-line-strip', 'gf-loss', 'gf-loss-events', 'gf-loss-scrubber', 'gf-matrix', 'gf-samples', 'gf-single-update',
  'gf-run', 'gf-stage', 'gf-step-field', 'gf-sum', 'gf-text', 'gf-write',
]); // oxfmt-ignore
const SPANISH = new Set([
  'gf-ablation', 'gf-attribution', 'gf-cache', 'gf-compare', 'gf-head', 'gf-lens', 'gf-loss', 'gf-patching', 'gf-position-loss',
  'gf-run', 'gf-setup', 'gf-text',
]); // oxfmt-ignore
const SUMMED = new Set([
  'gf-sum',
  'gf-by-hand',
  'gf-head-comparison',
  'gf-attribution',
]);
/** Shown where something else has happened, or told what to show by others, whose properties are
 * recorded instead. */
const QUIET = new Set([
  'gf-both-samples', 'gf-cells', 'gf-experiment-chart', 'gf-lines', 'gf-minute', 'gf-minute-marks', 'gf-notice', 'gf-origin', 'gf-sum',
]); // oxfmt-ignore
/** These say the same of every model, or nothing of it. */
const ONCE = new Set([
  'gf-help', 'gf-keys', 'gf-embed-panel', 'gf-published', 'gf-embedding-map', 'gf-circuits', 'gf-updates', 'gf-histograms', 'gf-embeddings', 'gf-code', 'gf-settings-panel',
]); // oxfmt-ignore

// Nothing depends on how many cores there are.
Object.defineProperty(globalThis, 'navigator', {
  value: { hardwareConcurrency: 1 },
  configurable: true,
});

/** Nothing depends on how fast the machine is: not times, nor at which steps it looked.
 * @param {App} app */
function holdTimes({ store }) {
  const { progress, estimate, profile, headHistory, samples } = store.state;
  store.set({
    progress: progress && { ...progress, msPerStep: 2, tokensPerSecond: 64000 },
    estimate: estimate && { ...estimate, msPerStep: 2 },
    profile: profile && heldProfile(profile),
    headHistory: headHistory.slice(-1),
    samples: samples.slice(0, 1),
  });
}

/** @param {import('../../../wasm/index.js').Profile} profile */
function heldProfile(profile) {
  const ops = profile.ops.map((op, n) => ({
    ...op,
    ...{ forwardMs: (n + 1) / 64, backwardMs: (n + 1) / 32 },
  }));
  const ms = ops.reduce((sum, op) => sum + op.forwardMs + op.backwardMs, 0);
  return { ...profile, ops, stepMs: ms + 1, otherMs: 1 };
}

/** What comes by itself has come. @param {State} state */
function isSettled(state) {
  const { session, headReport, detailed, latestSample, ablated, comparedRuns } = state;
  const { steps = 0, info } = session ?? {};
  const writes = info?.form !== 'tagging';
  return (
    headReport?.step === steps &&
    (headReport.positions || !detailed) &&
    (!writes ||
      (latestSample?.step === shownStep(state) &&
        (latestSample.off ?? '') === headNames(ablated))) &&
    (steps === 0 || comparedRuns.at(-1)?.points.at(-1)?.step === steps)
  );
}

/** All that is asked of the model as it stands, with its answers. @param {App} app */
async function answered(app) {
  const names = /** @type {(keyof typeof QUERIES)[]} */ (Object.keys(QUERIES));
  const { store, queries } = app;
  store.set({ answers: {} });
  const done = queries.want([...names, 'depths']);
  await stateOf(app, (state) => {
    const isHere = (/** @type {keyof typeof QUERIES} */ name) =>
      QUERIES[name].dependsOn(state) === null || state.answers[name];
    return state.activations?.text === state.line && names.every(isHere);
  });
  await stateOf(app, isSettled);
  done();
}

/** element → lines @type {Map<string, string[]>} */
let first = new Map();

/** Of source text only how much there is: other tests run it. @param {string} line */
function withoutSource(line) {
  if (line.startsWith('<pre id=c ')) return `C: ${line.match(/src\/\S+/g)?.join(' ')}`;
  return line.startsWith('<pre id=pytorch ') ? `PyTorch: ${line.length}` : line;
}

/** @param {App} app @param {(name: string) => boolean} [which] */
function hear(app, which = (name) => !ONCE.has(name)) {
  holdTimes(app);
  /** @type {Map<string, string[]>} */
  const all = new Map();
  for (const name of [...defined].filter(which).sort()) {
    if (!name.startsWith('gf-')) continue;
    const sides = (SIDES[name] ?? (() => [{}]))(app);
    /** @type {Set<string>} */
    const known = new Set();
    const lines = sides.flatMap((own) => {
      const fresh = /** @type {string[]} */ (said(name, app, own)).filter(
        (line) => !known.has(line),
      );
      for (const line of fresh) known.add(line);
      const [side] = Object.entries(own).filter(([, x]) => typeof x !== 'object');
      return sides.length > 1 ? [`-- ${side ?? ''}`, ...fresh] : fresh;
    });
    all.set(name, name === 'gf-code' ? lines.map(withoutSource) : lines);
  }
  return all;
}

/** @param {Map<string, string[]>} all */
function soundness(all) {
  for (const [name, lines] of all)
    for (const line of lines)
      assert.doesNotMatch(
        line,
        /\bNaN\b|undefined|\bnull\b|\[object|Infinity|: \.$/,
        name,
      );
}

/** @param {string} name @param {Map<string, string[]>} all */
function record(name, all) {
  soundness(all);
  const isBase = first.size === 0;
  const lines = [...all].flatMap(([element, now]) => {
    const known = first.get(element) ?? [];
    const news = now.filter((line) => !known.includes(line));
    if (!isBase && news.length === 0 && now.length === known.length) return [];
    const gone = known.filter((line) => !now.includes(line)).length;
    return [`== ${element}${gone ? ` (${gone} others gone)` : ''}`, ...news];
  });
  if (isBase) first = all;
  sameAsRecorded(`said-${name}`, lines);
}

const SMALL =
  'n_layer=2&n_head=2&n_embd=16&block_size=16&batch_size=8&max_steps=40&eval_interval=10&learning_rate=0.01&eval_windows=16&warmup_steps=4';
const LEARNED = `#${SMALL}&positions=learned`;
const OWN = { corpus: FABLES };

/** @param {App} app */
async function train(app) {
  await app.train();
  await stateOf(app, ({ phase }) => phase === 'done');
}

/** Pins a character, and has all that is asked of it. @param {App} app @param {number} i */
async function pin(app, i) {
  app.selection.select({ pin: { i, j: null } });
  await answered(app);
}

/** @param {string} link @param {number} [i] character that is pinned */
async function trained(link, i = 5, how = {}) {
  const app = await openApp({ after }, { link, ...how });
  const { notice, textProblem } = app.store.state;
  assert.deepEqual([notice, textProblem], [null, null]);
  await train(app);
  app.diagnostics.setDetailed(true);
  await pin(app, i);
  return app;
}

test('a decoder: untrained, trained, with a head off, at an earlier step, in Spanish', async () => {
  const app = await openApp({ after }, { link: LEARNED, host: OWN });
  const { store, selection, diagnostics, queries } = app;
  await answered(app);
  const untrained = hear(app);

  await train(app);
  diagnostics.setDetailed(true);
  await app.writing.write();
  await pin(app, 5);
  await diagnostics.freeze();
  await diagnostics.patch(5, 'x', 'stream');
  await diagnostics.measureTimes();
  const everything = hear(app, () => true);
  record('decoder', everything);
  record('untrained', untrained);
  const { activations, answers } = store.state;
  store.set({ activations: null, answers: {} });
  record('waiting', hear(app));
  store.set({ activations, answers });

  await diagnostics.makeUpdate();
  await stateOf(app, isSettled);
  await queries.toggleHead(1, 0);
  selection.isolate(1, 0);
  selection.show({ shade: 'attention', mode: 'scores', sorted: true, race: 0 });
  selection.showOnStage('why');
  selection.openPlace('lab');
  diagnostics.selectWeight('transformer.h.0.mlp.c_fc.weight', 70);
  diagnostics.selectUnit(3);
  await diagnostics.patch(5, 'x', 'heads');
  await stateOf(app, ({ latestSample }) => latestSample?.full);
  queries.setAttributionBaseline('strongest');
  await answered(app);
  const pass = store.state.answers.forwardPass?.value;
  queries.showOrigin([pass.outAt ?? pass.xAt].filter(Boolean));
  await answered(app);
  app.showProblem('Something is wrong.', 'Do this.');
  store.set({ guide: { step: 3, i: 5, head: { layer: 1, head: 0 }, guess: 'a' } });
  record('head-off', hear(app));

  app.dismiss();
  store.set({ guide: null });
  selection.show({ shade: 'saliency', mode: 'change' });
  await queries.toggleHead(1, 0);
  app.snapshots.go(20);
  await pin(app, 8);
  await stateOf(app, ({ viewedHeadReport }) => viewedHeadReport);
  record(
    'snapshot',
    hear(app, (name) => MOVED.has(name)),
  );

  app.setLanguage(wordsOf('es'));
  await answered(app);
  record(
    'spanish',
    hear(app, (name) => SPANISH.has(name)),
  );
});

/** Of models of characters alone (canGuess in web/app/minute.js). */
const OF_LETTERS = new Set(['gf-invitation', 'gf-minute', 'gf-minute-marks']);

/** What speaks of characters and letters whatever a text is made of: how long it is, loss per
 * character beside other tokenizers, keys, other models. */
const OF_CHARACTERS = [
  /per character/,
  /characters, \d+ distinct/,
  /^Letter keys|Letter keys on$/,
  /characters, words, or byte-pair encoding/,
  /from letter pairs \(bigram\) to/,
  /character by character/,
  /one character, a word or a piece of a word/,
  /A few thousand characters/,
  /^This game is played with characters/,
  /por carácter/,
  /caracteres, \d+ distintos/,
  /^Las letras funcionan|Teclas de letras activas$/,
  /caracteres, palabras o codificación/,
  /desde pares de letras \(bigramas\) hasta/,
  /carácter a carácter/,
  /un carácter, una palabra o un trozo de palabra/,
  /Unos miles de caracteres/,
  /^A este juego se juega con caracteres/,
  /pro Zeichen/,
  /Zeichen, \d+ verschiedene/,
  /^Buchstabentasten wirken|Buchstabentasten an$/,
  /Zeichen, Wörter oder Byte-Pair-Encoding/,
  /von Buchstabenpaaren \(Bigramm\) bis/,
  /Zeichen für Zeichen/,
  /ein Zeichen, ein Wort oder ein Wortteil/,
  /Einige tausend Zeichen/,
  /^Geraten werden Zeichen/,
];

/** What is said of characters or letters though they are not meant. @param {Map<string, string[]>} all */
const misnamed = (all) =>
  [...all].flatMap(([name, lines]) =>
    lines
      .map((line) => line.replace(/<[^>]* id=[^ ]+/, ''))
      .filter((line) => !OF_CHARACTERS.some((meant) => meant.test(line)))
      .filter((line) =>
        /character|letter|car[aá]cter|letra|\bZeichen\b|Buchstab/i.test(line),
      )
      .map((line) => `${name}: ${line}`),
  );

test('an encoder that tags names: its text is of words', async () => {
  const app = await trained(
    '#preset=tagger&n_layer=1&n_head=2&n_embd=16&batch_size=8&max_steps=30&eval_interval=10&warmup_steps=4&task_lines=200&eval_windows=16',
  );
  const all = hear(app);
  record('tagger', all);
  for (const name of OF_LETTERS) all.delete(name);
  assert.deepEqual(misnamed(all), []);
});

test('an encoder-decoder that writes backwards', async () => {
  const app = await trained(
    '#task=reverse&arch=encoder_decoder&n_layer=1&n_head=2&n_embd=16&block_size=14&source_block_size=12&batch_size=8&max_steps=30&eval_interval=10&learning_rate=0.01&warmup_steps=4&task_lines=200&norm_place=post&eval_windows=16',
    2,
  );
  await app.writing.write();
  record('backwards', hear(app));
});

test('a model of words with the parts of today, saved and opened', async () => {
  const app = await trained(
    `#${SMALL}&tokenizer=words&norm=rms&activation=swiglu&positions=rotary&n_kv_head=1&qk_norm=1&tied_head=0&logit_softcap=8`,
    3,
    { host: OWN },
  );
  const file = await app.checkpoint.save();
  assert.ok(file);
  await app.checkpoint.open([file.bytes]);
  await stateOf(app, ({ comparedRuns: [, run] }) => run?.points.length > 0);
  await pin(app, 3);
  record(
    'words',
    hear(app, (name) => name === 'gf-code' || !ONCE.has(name)),
  );
});

test('a model of sub-words: characters are spoken of only where they are meant', async () => {
  const app = await trained(`${LEARNED}&tokenizer=bpe&vocab_limit=300`, 3, {
    host: OWN,
  });
  assert.ok(
    app.store.state.session?.info.vocabulary.some((token) => /\w{3}/.test(token)),
  );
  await app.writing.write();
  await app.queries.toggleHead(1, 0);
  app.selection.showOnStage('why');
  app.diagnostics.setDetailed(true);
  await pin(app, 2);
  const misnamedIn = (/** @type {string} */ shade) => {
    app.selection.show({ shade: /** @type {any} */ (shade) });
    return misnamed(hear(app, (each) => each !== 'gf-code' && !OF_LETTERS.has(each)));
  };
  for (const lang of LANGS) {
    app.setLanguage(wordsOf(lang));
    await answered(app);
    const found = ['surprise', 'saliency', 'ablation'].flatMap(misnamedIn);
    assert.deepEqual(found, [], lang);
  }
});

test('a bigram table, which has no heads', async () => {
  const app = await trained(
    '#preset=bigram&max_steps=30&eval_interval=10&eval_windows=16',
    3,
    { host: OWN },
  );
  record('bigram', hear(app));
});

test('an encoder-decoder with one residual stream, of whose sum the stage says all parts', async () => {
  const app = await trained(
    '#preset=seq2seq-reverse&n_layer=1&n_head=2&n_embd=16&n_ff=32&norm_place=pre&norm=std&batch_size=8&max_steps=20&eval_interval=10&warmup_steps=4&task_lines=200&eval_windows=16',
    2,
  );
  app.selection.showOnStage('why');
  await answered(app);
  record(
    'sum',
    hear(app, (name) => SUMMED.has(name)),
  );
});

/** By the sheet of shades.js, and by the element around. */
const SET_AROUND = ['--on-shade', '--below'];

test('style sheets use no custom property that nothing sets', () => {
  const sheets = [...defined].map((name) => {
    const { styles = [] } = /** @type {any} */ (globalThis.customElements.get(name));
    return [styles].flat(Infinity).map(({ cssText }) => cssText);
  });
  const css = [tokensCss, ...sheets.flat()].join('\n');
  const namesBy = (/** @type {RegExp} */ mark) =>
    [...css.matchAll(mark)].map(([, name]) => name);
  const isSet = new Set([...namesBy(/(--[\w-]+)\s*:/g), ...SET_AROUND]);
  const lost = namesBy(/var\((--[\w-]+)\)/g).filter((name) => !isSet.has(name));
  assert.deepEqual(lost, []);
});

test('every element of the views is heard', () => {
  const views = [...defined].filter((name) => name.startsWith('gf-'));
  assert.deepEqual([...first.keys()], views.sort());
  // Told what to show by others, whose properties are recorded instead.
  const quiet = [...first]
    .filter(([, lines]) => lines.length === 0)
    .map(([name]) => name);
  assert.deepEqual(quiet, [...QUIET]);
});
