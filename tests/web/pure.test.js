// SPDX-License-Identifier: MIT
// The parts of the page that need no page: texts, links, series, milestones, geometry.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellAt, fit, keepInView, naturalCell } from '../../web/draw/frame.js';
import { HATCH_PERIOD, hexPixel, rasterise } from '../../web/draw/matrix.js';
import { MAX_POINTS, columns, csv, historyCsv, smooth } from '../../web/draw/series.js';
import { links, strongest } from '../../web/draw/attention.js';
import { Format, visible } from '../../web/i18n/format.js';
import { affordable, msPerSequence } from '../../web/queries/budget.js';
import { attentionInterval } from '../../web/queries/attention-loop.js';
import { milestones, lossStanding } from '../../web/run/milestones.js';
import { Paced } from '../../web/queries/paced.js';
import { decodeLink, encodeLink, parseSetting } from '../../web/run/settings.js';
import { PAGE_SETTINGS } from '../../web/state/run.js';
import { Store } from '../../web/state/store.js';
import en from '../../web/i18n/en/index.js';
import es from '../../web/i18n/es/index.js';
import { checkText, decodeText, heldOutStart, linesOf } from '../../web/run/texts.js';
import { errorText, explain } from '../../web/i18n/engine-text.js';
import { GlassError } from '../../wasm/shared/errors.js';
import { nextSampleStep, samplePrompt } from '../../web/run/samples.js';

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
const given = (/** @type {string} */ text) => ({ id: 'own', name: 'Own', text });

test('texts: what no model could learn from is named, each with its own reason', () => {
  const cases = /** @type {[() => unknown, string][]} */ ([
    [() => checkText(given('')), 'empty'],
    [() => checkText(given(' \n\t ')), 'empty'],
    [() => checkText(given('aaaaaaaaaaaaaa')), 'one-character'],
    [() => decodeText(Uint8Array.of(0x48, 0xe9, 0x6c, 0x61)), 'not-utf8'],
    [() => decodeText(Uint8Array.of(0xff, 0xfe, 0x41, 0x00)), 'not-utf8'],
    [() => decodeText(bytes('PK\0\0data')), 'binary'],
    [() => decodeText(new Uint8Array(20 * 1024 * 1024 + 1)), 'too-large'],
  ]);
  for (const [attempt, code] of cases) {
    assert.throws(
      attempt,
      (error) => /** @type {{ code: string }} */ (error).code === code,
    );
  }
});

test('texts: characters are code points, CR LF is one line end, cut emoji are replaced', () => {
  const text = checkText(given('añ\r\n🦊🦊\ud83e'));
  assert.equal(text.text, 'añ\n🦊🦊\ufffd');
  assert.equal(text.characters, 6);
  assert.equal(text.distinct, 5);
  assert.equal(decodeText(bytes('\ufeffone\r\ntwo')), 'one\ntwo');
});

test('texts: lines come from the held-out end and are never longer than asked', () => {
  const early = 'an early line that is in the training part of it\n'.repeat(40);
  const late = 'a late line that the model has never been trained on, and a long one\n';
  const lines = linesOf(early + late.repeat(8), 40, 0.2);
  assert.ok(lines.length > 0);
  for (const line of lines) {
    assert.ok([...line].length <= 40, line);
    assert.ok(line.startsWith('a late line'), line);
  }
  assert.deepEqual(linesOf('xyxyxyxy', 5, 0.1), ['xyxyx'], 'a text without lines');
});

const SCHEMA = [
  { key: 'n_layer', type: 'int', default: 4, group: 'shape', help: '' },
  { key: 'learning_rate', type: 'float', default: 0.001, group: 'optimizer', help: '' },
  { key: 'tied_head', type: 'bool', default: true, group: 'parts', help: '' },
  { key: 'activation', type: 'enum', default: 'gelu', choices: ['gelu', 'relu'], group: 'parts', help: '' },
]; // prettier-ignore
const TEXTS = ['fables', 'shakespeare'];
const PRESETS = [
  {
    name: 'deep', title: 'Deep', about: '', look: '', text: 'any', lines: null,
    config: { n_layer: 9, activation: 'relu' },
  },
]; // prettier-ignore

test('links: what is written is read back; what equals the start is left out', () => {
  const plain = {
    settings: { ...PAGE_SETTINGS },
    preset: '',
    text: 'fables',
    layer: 0,
    head: 0,
  };
  assert.equal(encodeLink(plain, SCHEMA, PRESETS), 'v=1');
  const settings = {
    ...PAGE_SETTINGS,
    n_layer: 3,
    tied_head: false,
    activation: 'relu',
  };
  const link = encodeLink(
    { settings, preset: '', text: 'shakespeare', layer: 2, head: 1 },
    SCHEMA,
    PRESETS,
  );
  assert.equal(
    link,
    'v=1&text=shakespeare&n_layer=3&tied_head=false&activation=relu&layer=3&head=2',
  );
  const read = decodeLink(`#${link}`, SCHEMA, TEXTS, PRESETS);
  assert.deepEqual(read, {
    settings,
    preset: '',
    text: 'shakespeare',
    layer: 2,
    head: 1,
    rejected: [],
  });
});

test('links: a preset is named, and only what differs from it is written', () => {
  const settings = { n_layer: 9, activation: 'gelu' };
  const state = { settings, preset: 'deep', text: 'task', layer: 0, head: 0 };
  const link = encodeLink(state, SCHEMA, PRESETS);
  assert.equal(link, 'v=1&preset=deep&activation=gelu');
  const read = decodeLink(link, SCHEMA, TEXTS, PRESETS);
  assert.deepEqual(read.settings, settings);
  assert.equal(read.preset, 'deep');
  assert.deepEqual(decodeLink('preset=none', SCHEMA, TEXTS, PRESETS).rejected, [
    'preset',
  ]);
});

test('links: hostile parts are named and have no effect', () => {
  const read = decodeLink(
    'v=9&n_layer=two&learning_rate=NaN&activation=evil&text=http://x&layer=-1&__proto__=1',
    SCHEMA,
    TEXTS,
    PRESETS,
  );
  assert.deepEqual(read.settings, PAGE_SETTINGS);
  assert.equal(read.text, 'fables');
  assert.deepEqual(read.rejected, [
    'v', 'n_layer', 'learning_rate', 'activation', 'text', 'layer', '__proto__',
  ]); // prettier-ignore
});

test('settings: only text of the right type is a value', () => {
  const [int, real, bool, choice] = SCHEMA;
  assert.equal(parseSetting(int, ' 12 '), 12);
  assert.equal(parseSetting(int, '1.5'), undefined);
  assert.equal(parseSetting(real, '1e-3'), 0.001);
  assert.equal(parseSetting(real, ''), undefined);
  assert.equal(parseSetting(bool, 'false'), false);
  assert.equal(parseSetting(bool, 'yes'), undefined);
  assert.equal(parseSetting(choice, 'relu'), 'relu');
  assert.equal(parseSetting(choice, 'sine'), undefined);
});

test('series: held-out points stand at their own steps, between training points', () => {
  const history = {
    step: [1, 2, 3, 4],
    loss: [4, 3, 2, 1],
    valStep: [0, 2, 5],
    valLoss: [4.5, 3.5, 0.5],
  };
  const [x, train, , val] = columns(history);
  assert.deepEqual(x, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(train, [null, 4, 3, 2, 1, null]);
  assert.deepEqual(val, [4.5, null, 3.5, null, null, 0.5]);
});

test('series: a long run is thinned, its held-out points and its end are not', () => {
  const n = 5 * MAX_POINTS + 3;
  const step = Array.from({ length: n }, (_, k) => k + 1);
  const valStep = [0, 1501, n];
  const [x, train, , val] = columns({ step, loss: step, valStep, valLoss: [9, 8, 7] });
  assert.ok(x.length <= MAX_POINTS + 5, `${x.length} points`);
  assert.deepEqual(
    val.filter((v) => v !== null),
    [9, 8, 7],
  );
  assert.equal(train.at(-1), n);
});

test('series: the running mean of a constant is that constant from the first step', () => {
  for (const value of smooth([3, 3, 3, 3, 3], [1, 2, 3, 10, 2000]))
    assert.ok(Math.abs(value - 3) < 1e-12);
});

test('series: the running mean of a thinned course is that of the whole one', () => {
  const step = Array.from({ length: 400 }, (_, n) => n + 1);
  const loss = step.map((s) => 1 + 3 * Math.exp(-s / 60));
  const tenth = step.filter((s) => s % 10 === 0);
  const means = tenth.map(
    (s) => loss.slice(s - 10, s).reduce((sum, x) => sum + x, 0) / 10,
  );
  const [whole, thin] = [smooth(loss, step), smooth(means, tenth)];
  tenth.forEach((s, n) => {
    assert.ok(Math.abs(whole[s - 1] - thin[n]) < 0.06, `${s}: ${thin[n]}`);
  });
});

test('series: CSV quotes what needs quoting', () => {
  assert.equal(csv({ a: [1, 2], 'b,c': ['x"y'] }), 'a,"b,c"\n1,"x""y"\n2,\n');
});

test('series: the table of a run has every column, each at its own steps', () => {
  const history = {
    step: [1, 2],
    loss: [3, 2.5],
    learningRate: [0.1, 0.2],
    gradNorm: [1, 4],
    valStep: [0, 2],
    valLoss: [3.5, 2.75],
    valAccuracy: [0, 0.25],
  };
  const { columns } = es.loss;
  const [heading, ...lines] = historyCsv(history, columns).trim().split('\n');
  const { step, train, val, accuracy, rate, norm } = columns;
  assert.equal(heading, [step, train, val, accuracy, rate, norm].join());
  assert.deepEqual(lines, ['0,,3.5,0,,', '1,3,,,0.1,1', '2,2.5,2.75,0.25,0.2,4']);
  assert.equal(historyCsv({}, columns), `${heading}\n`);
});

test('milestones: the first measurement below a baseline counts, later ones do not', () => {
  const history = { valStep: [0, 50, 100, 150], valLoss: [4.1, 3.2, 3.4, 2.2] };
  const found = milestones(history, { unigram: 3.3, bigram: 2.5 });
  assert.deepEqual(found, [
    { kind: 'unigram', step: 50, loss: 3.2 },
    { kind: 'bigram', step: 150, loss: 2.2 },
  ]);
  const base = { uniform: 4.1, unigram: 3.3, bigram: 2.5 };
  assert.deepEqual(
    [260, 4.12, 3.9, 3.2, 2.4].map((loss) => lossStanding(loss, base)),
    ['worse', 'nothing', 'some', 'letters', 'pairs'],
  );
});

test('attention: links carry at least the share asked for, and the rest is told', () => {
  // One head of three rows; the middle head of three, so that a wrong offset shows.
  const row = [0.1, 0.6, 0.3];
  const attention = new Float32Array(27).fill(-1);
  attention.set([1, 0, 0, 0.5, 0.5, 0, ...row], 9);
  const look = {
    attention, n: 3, T: 3, L: 1, H: 3, text: 'abc', characters: ['a', 'b', 'c'], step: 0,
    attentions: [{
      kind: /** @type {const} */ ('self'), layer: 0, causal: true,
      queries: ['a', 'b', 'c'], keys: ['a', 'b', 'c'],
    }],
    logits: new Float32Array(), loss: new Float32Array(),
  }; // prettier-ignore
  assert.deepEqual(
    strongest(look, 0, 1, 2).map(({ j }) => j),
    [1, 2, 0],
  );
  const { kept, others, rest } = links(look, 0, 1, 2, 0.85);
  assert.deepEqual(
    kept.map(({ j }) => j),
    [1, 2],
  );
  assert.equal(others, 1);
  assert.ok(Math.abs(rest - 0.1) < 1e-6);
});

test('matrix: rows read, columns are looked at, and the future is hatched at 45 degrees', () => {
  const T = 3;
  const cell = 4;
  const values = Float32Array.of(1, 9, 9, 0.25, 0.75, 9, 0, 0.5, 0.5);
  const table = Uint32Array.from({ length: 256 }, (_, n) => n);
  const mask = 1000;
  const hatch = 2000;
  const pixels = new Uint32Array(T * cell * T * cell);
  rasterise(pixels, {
    values,
    offset: 0,
    rowStride: T,
    columnStride: 1,
    rows: T,
    columns: T,
    cell,
    table,
    mask,
    hatch,
    allowed: (i, j) => j <= i,
  });
  const at = (/** @type {number} */ y, /** @type {number} */ x) =>
    pixels[y * T * cell + x];
  for (let i = 0; i < T; i++) {
    for (let j = 0; j <= i; j++) {
      const expected = Math.round(values[i * T + j] * 255);
      for (const [dy, dx] of [
        [0, 0],
        [3, 3],
        [1, 2],
      ]) {
        assert.equal(
          at(i * cell + dy, j * cell + dx),
          expected,
          `row ${i}, column ${j}`,
        );
      }
    }
  }
  for (let y = 0; y < cell; y++) {
    for (let x = cell; x < T * cell; x++) {
      assert.equal(at(y, x), (x + y) % HATCH_PERIOD === 0 ? hatch : mask);
    }
  }
  assert.equal(hexPixel('#123456'), 0xff563412);
});

test('frame: cells are whole device pixels, and a point finds its cell', () => {
  for (const ratio of [1, 1.25, 2, 2.625]) {
    const { cell, count, device } = fit(44, 700, ratio, naturalCell(44, 700));
    assert.equal(cell * ratio, device);
    assert.ok(Number.isInteger(device));
    assert.ok(count * cell + 30 <= 700 + 1e-9);
  }
  const geometry = { cell: 10, row0: 5, column0: 2, rows: 8, columns: 8, gutter: 30 };
  assert.deepEqual(cellAt(geometry, 30, 30), { i: 5, j: 2 });
  assert.deepEqual(cellAt(geometry, 109.9, 45), { i: 6, j: 9 });
  assert.equal(cellAt(geometry, 29, 45), null);
  assert.equal(cellAt(geometry, 110, 45), null);
  assert.equal(keepInView(0, 8, 9, 20), 2);
  assert.equal(keepInView(10, 8, 3, 20), 3);
  assert.equal(keepInView(18, 8, 19, 20), 12);
});

test('looking: heads are drawn at most ten times a second and slower when it would cost', () => {
  assert.equal(attentionInterval(5, 16, false), 100);
  assert.equal(attentionInterval(5, 16, true), 1000);
  const slow = attentionInterval(300, 8, false);
  // One look costs about 300 / (3 · 8) ms; the pause makes that at most 5 %.
  assert.ok(300 / 24 / slow <= 0.05, `${slow} ms`);
  assert.equal(attentionInterval(60000, 1, false), 1000);
});

test('ladder: rungs stand at doubling steps and begin with the first word', () => {
  assert.deepEqual([0, 24, 25, 60, 400].map(nextSampleStep), [25, 25, 50, 100, 800]);
  assert.equal(samplePrompt('Once there was'), 'Once ');
  assert.equal(samplePrompt('从前有一只狐狸'), '从前有一');
});

test('format: numbers as the page shows them, invisible characters made visible', () => {
  const format = new Format('en', en.units);
  assert.equal(format.integer(1240), '1,240');
  assert.equal(format.loss(1.9), '1.90');
  assert.equal(format.perplexity(6.94), '6.9');
  assert.equal(format.perplexity(58.3), '58');
  assert.equal(format.rate(31234), '31,000');
  assert.equal(format.bytes(4.73e6), '4.7 MB');
  assert.equal(format.duration(12.2), '13 s');
  assert.equal(format.duration(600), '10 min');
  const spanish = new Format('es', es.units);
  assert.equal(spanish.loss(1.9), '1,90');
  assert.equal(
    spanish.integer(31234),
    '31\u202f234',
    'a thin space that does not break',
  );
  assert.equal(new Format('es-MX', es.units).loss(1.9), '1.90', 'each country its own');
  assert.deepEqual([' ', '\n', '\t', 'q', '\u0007'].map(visible), [
    '␣',
    '⏎',
    '⇥',
    'q',
    '\ufffd',
  ]);
  // An acute accent, a Devanagari vowel; alone they stand on nothing.
  assert.deepEqual(['\u0301', '\u093f', 'e\u0301', 'é', '🦊'].map(visible), [
    '\u25cc\u0301',
    '\u25cc\u093f',
    'e\u0301',
    'é',
    '🦊',
  ]);
});

test('store: listeners hear what changed, once, and not what stayed the same', () => {
  const store = new Store({ a: 1, b: 'x' });
  /** @type {string[][]} */
  const heard = [];
  const end = store.subscribe((changed) => heard.push([...changed]));
  store.set({ a: 1 });
  store.set({ a: 2, b: 'x' });
  end();
  store.set({ b: 'y' });
  assert.deepEqual(heard, [['a']]);
  assert.deepEqual(store.state, { a: 2, b: 'y' });
});

test('what was put off is brought forward when training ends', async () => {
  let pause = 60_000;
  let asked = 0;
  const paced = new Paced(
    async () => asked++,
    () => pause,
    (error) => assert.fail(String(error)),
  );
  paced.now();
  paced.soon();
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(asked, 1, 'the budget is kept');
  pause = 0;
  paced.soon();
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(asked, 2, 'and forgotten when there is none');
  paced.stop();
});

test('a large model is asked about few sequences, a small one about all', () => {
  assert.equal(affordable(3, 8), 8);
  assert.equal(affordable(450, 8), 3);
  assert.equal(affordable(9000, 8), 1);
  const info = { flopsPerStep: 9e9, config: { batch_size: 10 } };
  const session = /** @type {any} */ ({ info, workers: 2 });
  assert.equal(msPerSequence({ session, progress: null }), 20, 'assumed');
  const progress = /** @type {any} */ ({ msPerStep: 60 });
  assert.equal(msPerSequence({ session, progress }), 4, 'measured, by two workers');
});

test('texts: a line is held out from where the end of the text begins', () => {
  // 12 characters, three of them in two UTF-16 units; the last 5 are held out.
  const text = 'ab😀dabefgh😀😀';
  const border = text.indexOf('fgh');
  assert.equal(heldOutStart(text, 'fgh', 5), 0);
  assert.equal(heldOutStart(text, 'gh😀', 5), -1);
  assert.equal(heldOutStart(text, '😀dabefg', 5), border - 2);
  assert.ok(heldOutStart(text, 'dabe', 5) >= 4, 'all of it is trained on');
  assert.ok(heldOutStart(`${text}ab`, 'ab', 7) >= 2, 'it stands in both parts');
  assert.equal(heldOutStart(text, 'zz', 5), Infinity, 'it is nowhere');
});

test('errors: Spanish fills in parameters, units, numbers and the error inside', () => {
  const spanish = { t: es, format: new Format('es', es.units) };
  const english = { t: en, format: new Format('en', en.units) };
  const inside = {
    code: 'bad-text',
    key: 'text_not_utf8',
    params: { position: 1234, line: 2 },
  };
  const error = new GlassError(
    'in_line',
    { line: 2, why: inside },
    { code: 'bad-text', message: 'Line 2: in English.' },
  );
  assert.equal(
    explain(error, spanish).text,
    'Línea 2: El texto no es UTF-8 en la posición 1 234 (línea 2). Hay que guardarlo como UTF-8 y probar otra vez.'.replace(
      '1 234',
      spanish.format.integer(1234),
    ),
  );
  assert.equal(explain(error, english).text, 'Line 2: in English.');
  const params = { line: 3, tokens: 2, unit: 'words', labels: 1 };
  const labels = { key: 'wrong_number_of_labels', params, message: '' };
  assert.equal(
    errorText(labels, spanish),
    'La línea 3 tiene 2 palabras pero 1 etiquetas.',
  );
  assert.equal(explain(new Error('Anything else.'), spanish).text, 'Anything else.');
});

test('format: choices past a million are a power of ten, however many', () => {
  const format = new Format('en', en.units);
  assert.equal(format.perplexity(6.93), '6.9');
  assert.equal(format.perplexity(Math.exp(260)), '10^113');
  assert.equal(format.perplexity(Infinity), '10^308');
});
