// SPDX-License-Identifier: MIT
// The cards of the forward pass over very different models: what each card prints computes to
// the digits printed, and says what this model does.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import '../../../../web/views/forward-pass/by-hand.js';
import '../../../../web/views/forward-pass/forward-pass.js';
import { loadMore } from '../../../../web/views/more-file.js';
import { operandsOf } from '../../../../web/views/shared/arithmetic.js';
import { visible } from '../../../../web/i18n/format.js';
import { ask, headsOf, specimens } from '../../support/specimens.js';
import {
  drawn,
  partOf,
  propertiesOf,
  rowsOf,
  templateOf,
  textOf,
} from '../../support/render.js';

const [EMBED, NORM, KEYS, DOT, SCALE, SOFTMAX, MIX, PREDICT] = [0, 1, 2, 3, 4, 5, 6, 7];

/** @import { Specimen } from '../../support/specimens.js' */
/** @type {Specimen[]} */ let models = [];

before(async () => {
  models = await specimens();
  await loadMore();
});

/** @param {string} name */
const modelOf = (name) =>
  models.find((model) => model.name === name) ?? assert.fail(name);

/** A number as printed in the language of the page. @param {string} text @param {string} lang */
const numberOf = (text, lang) =>
  Number(
    (lang === 'es' ? text.replace(',', '.') : text)
      .replace(/^\((.*)\)$/, '$1')
      .replace('−', '-'),
  );

/** The decimals of a printed number. @param {string} text */
const decimalsOf = (text) => /[.,](\d+)$/.exec(text)?.[1].length ?? 0;

/** Half of the last digit printed, and what float arithmetic adds. @param {string} text */
const half = (text) => 0.5 * 10 ** -decimalsOf(text) * (1 + 1e-6);

/** Both sides of what is printed as "a ÷ b = c", "a · b + c · d = e" or "a + b = c".
 * @param {string} sums @param {string} lang */
function checkSum(sums, lang) {
  const [left, right] = sums.split(' = ');
  const number = (/** @type {string} */ x) => numberOf(x.trim(), lang);
  const expression = left.replace(/^[^:]*: /, '');
  const [above, quotient] = expression.split(' ÷ ');
  const [below, less] = quotient?.split(' − ') ?? [];
  const terms = above.replace(/^\(|\)$/g, '').split(/ ([+−]) /);
  let value = 0;
  let sign = 1;
  for (const term of terms) {
    if (term === '+' || term === '−') sign = term === '+' ? 1 : -1;
    else
      value +=
        sign *
        term
          .split('·')
          .map(number)
          .reduce((a, b) => a * b);
  }
  if (below) value /= number(below);
  if (less) value -= number(less);
  const result = /^\S+?(?=;|$|\s)/.exec(right)?.[0].trim() ?? '';
  assert.ok(
    Math.abs(value - number(result)) <= half(result),
    `${sums}: the left side is ${value}`,
  );
}

/** Every model with queries, at several tokens and in every head.
 * @param {(model: Specimen, pass: import('../../../../wasm/index.js').ForwardPass,
 *   place: string) => void} check */
async function everywhere(check) {
  let checked = 0;
  for (const model of models) {
    const { n } = model.state.activations ?? assert.fail();
    for (const { layer, head } of headsOf(model)) {
      for (const i of [0, 1, Math.floor(n / 2), n - 1]) {
        const pass = await ask(
          model,
          { layer, head, pin: { i, j: null } },
          'forwardPass',
        );
        if (pass.obstacle) continue;
        check(model, pass, `${model.name} ${layer}.${head} at ${i}`);
        checked++;
      }
    }
  }
  assert.ok(checked > 60, `${checked} passes`);
}

/** @param {string} html */
const sumsOf = (html) =>
  [...html.matchAll(/class="sums number">([\s\S]*?)<\/p>/g)]
    .map(([, sums]) => textOf(sums))
    .filter(Boolean);

test('every line of arithmetic computes to the digits printed', () =>
  everywhere(({ app }, pass) => {
    for (const card of [EMBED, NORM, DOT, SCALE, SOFTMAX, MIX]) {
      const sums = sumsOf(drawn('gf-forward-pass', app, { card }));
      if (card === SCALE || card === SOFTMAX) assert.equal(sums.length, 1);
      // Of long vectors only the first products are written out.
      for (const line of sums) if (!line.includes('…')) checkSum(line, app.lang);
      if (card === DOT && pass.q.columns > 4)
        assert.ok(sums.every((s) => s.includes('…')));
    }
  }));

/** What an expression of sums, products, quotients, squares, roots and brackets gives, with
 * the digits printed. @param {string} written @param {string} lang */
function computed(written, lang) {
  const tokens = written.match(/[\d.,]+|[-+−·÷√²()]/g) ?? [];
  const isNext = (/** @type {string} */ some) => some.includes(tokens[0] ?? ' ');
  /** @returns {number} */
  function factor() {
    const token = tokens.shift() ?? '';
    if ('-−'.includes(token)) return -factor();
    if (token === '√') return Math.sqrt(factor());
    let value = token === '(' ? sum() : numberOf(token, lang);
    if (token === '(') tokens.shift();
    if (isNext('²') && tokens.shift()) value *= value;
    return value;
  }
  function product() {
    let value = factor();
    while (isNext('·÷'))
      value = tokens.shift() === '·' ? value * factor() : value / factor();
    return value;
  }
  function sum() {
    let value = product();
    while (isNext('+−'))
      value = tokens.shift() === '+' ? value + product() : value - product();
    return value;
  }
  return sum();
}

test('by hand: mean, deviation, eps and the first number compute as printed', () =>
  everywhere(({ app, session }, pass, place) => {
    if (!pass.norm) return;
    const x = [...pass.x.data];
    const { norm } = pass;
    const html = drawn('gf-by-hand', app, { x, norm });
    const rows = rowsOf(html, '<table');
    const of = (/** @type {string} */ text) => numberOf(text, app.lang);
    for (const [name, formula, expression, value] of rows) {
      if (/\d [a-z]/.test(expression)) continue; // a sum too long to write out
      const result = computed(expression, app.lang);
      const line = `${place}: ${name}, ${formula}: ${expression} = ${value}`;
      assert.ok(Math.abs(result - of(value)) <= half(value), `${line}: ${result}`);
    }
    const { norm: kind } = session.info.config;
    const n = x.length;
    const mean = kind === 'rms' ? 0 : x.reduce((a, b) => a + b) / n;
    const squares = x.reduce((sum, a) => sum + (a - mean) ** 2, 0);
    const divisor = {
      layer: Math.sqrt(squares / n + norm.eps),
      rms: Math.sqrt(squares / n + norm.eps),
      std: Math.sqrt(squares / (n - 1)) + norm.eps,
    }[String(kind)];
    // The engine's own numbers, in single precision.
    assert.ok(Math.abs(Number(divisor) * norm.factor - 1) < 1e-5, place);
    assert.ok(Math.abs(mean - norm.mean) < 1e-5, place);
    const first = rows.at(-1)?.at(-1) ?? '';
    const slack = half(first) + 1e-5 * Math.abs(norm.result.data[0]);
    assert.ok(Math.abs(of(first) - norm.result.data[0]) <= slack, place);
  }));

test('embed: what is before a layer is said of layers, not of attentions', async () => {
  const model = modelOf('backwards');
  const captions = [];
  for (const layer of [1, 2]) {
    await ask(model, { layer, head: 0, pin: { i: 2, j: null } }, 'forwardPass');
    const html = drawn('gf-forward-pass', model.app, { card: EMBED });
    captions.push(/x after [\w ]*\w/.exec(html)?.[0]);
  }
  // Self-attention of the first layer reads the embedding.
  assert.deepEqual(captions, [undefined, 'x after attention']);
});

test('by hand: the square of a negative number computes as printed', () => {
  const { app } = modelOf('five lines');
  const x = [-0.3, 0.2, -0.1];
  const norm = { eps: 1e-5, gain: { rows: 1, columns: 3, data: [1, 1, 1] } };
  const [[, , squares, value]] = rowsOf(
    drawn('gf-by-hand', app, { x, norm }),
    '<table',
  );
  assert.equal(squares, '(−0.3)² + 0.2² + (−0.1)²');
  assert.equal(numberOf(value, 'en'), 0.14);
});

test('softmax: each row and the total compute, however sharp the head', () =>
  everywhere(({ app }, pass, place) => {
    const html = drawn('gf-forward-pass', app, { card: SOFTMAX });
    const rows = rowsOf(html, 'id="keys"').filter((row) => row.length === 6);
    const total = sumsOf(html)[0].split(' ÷ ')[1].split(' = ')[0];
    const of = (/** @type {string} */ text) => numberOf(text, app.lang);
    for (const [key, score, below, power, share] of rows.slice(1)) {
      const n = Number(/^\d+/.exec(key)?.[0]) - 1;
      assert.ok(Math.abs(of(score) - pass.scores.data[n]) <= half(score), place);
      assert.ok(
        Math.abs(Math.exp(of(below)) - of(power)) <= half(power),
        `${place}: e^${below} = ${power}`,
      );
      assert.ok(
        Math.abs(of(power) / of(total) - of(share)) <= half(share),
        `${place}: ${power} ÷ ${total} = ${share}`,
      );
      assert.ok(Math.abs(of(share) - pass.shares.data[n]) <= half(share), place);
    }
  }));

test('scaling: the root and the weights named are those of this model', () =>
  everywhere(({ app, session }, pass, place) => {
    const claim = partOf(
      drawn('gf-forward-pass', app, { card: SCALE }),
      'class="claim"',
    );
    const isWidth = session.info.config.score_scale === 'width';
    const n = isWidth ? session.info.config.n_embd : pass.q.columns;
    assert.ok(claim.includes(`√${n} `), `${place}: ${claim}`);
    assert.ok(Math.abs(1 / pass.scale - Math.sqrt(Number(n))) < 1e-5);
    const shares = [...pass.shares.data.subarray(0, pass.allowed)];
    // What distance takes off is taken off in both cases.
    const off = (/** @type {number} */ n) => (pass.slope ?? 0) * (pass.allowed - 1 - n);
    const raw = [...pass.scores.data.subarray(0, pass.allowed)].map(
      (s, n) => (s + off(n)) / pass.scale - off(n),
    );
    const most = Math.max(...raw);
    const sum = raw.reduce((total, s) => total + Math.exp(s - most), 0);
    const sharp = Math.exp(raw[shares.indexOf(Math.max(...shares))] - most) / sum;
    const [, without, withIt] = /(\d+)\s?%.*?(\d+)\s?%/.exec(claim) ?? [];
    assert.equal(Number(without), Math.round(100 * sharp), place);
    assert.equal(Number(withIt), Math.round(100 * Math.max(...shares)), place);
    assert.ok(!/nearly all|casi todo/.test(claim));
  }));

test('queries and keys: which is which, and what they are computed from', () =>
  everywhere(({ app, session }, pass, place) => {
    const template = templateOf('gf-forward-pass', app, { card: KEYS });
    const html = drawn('gf-forward-pass', app, { card: KEYS });
    assert.ok(template && propertiesOf(template, 'app').length > 0);
    const [q, k] =
      app.lang === 'es' ? ['consulta q', 'claves k'] : ['query q', 'keys k'];
    const figures = [...html.matchAll(/<figure class=(\w)[\s\S]*?<\/figure>/g)];
    assert.deepEqual(
      figures.map(([, letter]) => letter),
      ['q', 'k'],
      place,
    );
    assert.ok(textOf(figures[0][0]).startsWith(q), textOf(figures[0][0]));
    assert.ok(textOf(figures[1][0]).startsWith(k), textOf(figures[1][0]));
    const [sums] = sumsOf(html);
    assert.equal(sums.includes('W_Q · x̂'), Boolean(pass.norm), place);
    const rotates = session.info.config.positions === 'rotary';
    assert.equal(/rotated|giran/.test(sums), rotates, place);
    const { n_kv_head: ofKeys, qk_norm: isUnit } = session.info.config;
    assert.equal(/2 heads share these keys/.test(sums), Number(ofKeys) > 0, place);
    assert.equal(/root mean square/.test(sums), isUnit === true, place);
  }));

test('queries and keys: q and k give the scores, x normalised gives q', async () => {
  const model = modelOf('memorised');
  const { session, state } = model;
  const names = session.info.parameters.map(({ name }) => name);
  const weight = names.find((name) => name.endsWith('h.0.attn.c_attn.weight')) ?? '';
  const bias = weight.replace('weight', 'bias');
  const pass = await ask(
    model,
    { layer: 0, head: 1, pin: { i: 4, j: null } },
    'forwardPass',
  );
  const { tensors } = await session.runWithCache({
    text: state.line,
    tensors: [weight, bias],
  });
  const D = pass.q.columns;
  const C = pass.x.columns;
  const x = pass.norm.result.data;
  for (let d = 0; d < D; d++) {
    const row = D + d;
    let sum = tensors[bias].data[row];
    for (let c = 0; c < C; c++) sum += tensors[weight].data[row * C + c] * x[c];
    assert.ok(Math.abs(sum - pass.q.data[d]) < 1e-4, `entry ${d}`);
  }
});

test('dot product: the query is of the token that reads, the key of the one looked at', async () => {
  const model = modelOf('memorised');
  const { app, state } = model;
  await ask(model, { layer: 0, head: 0, pin: { i: 6, j: null } }, 'forwardPass');
  const claim = partOf(
    drawn('gf-forward-pass', app, { card: DOT, j: 1 }),
    'class="claim"',
  );
  const { characters } = state.activations ?? assert.fail();
  const [reads, looked] = [characters[6], characters[1]].map(visible);
  assert.notEqual(reads, looked);
  assert.ok(claim.includes(`query of ‘${reads}’ and the key of ‘${looked}’`), claim);
});

test('embedding, mask, projection, output: only what this model has is named', () =>
  everywhere(({ app, session, state }, pass, place) => {
    const { config, labels } = session.info;
    const claim = (/** @type {number} */ card) =>
      partOf(drawn('gf-forward-pass', app, { card }), 'class="claim"');
    const isPlus = /plus its position|más su embedding de posición/.test(claim(EMBED));
    assert.equal(isPlus, Boolean(pass.position), `${place}: ${claim(EMBED)}`);
    assert.equal(/RMS/.test(claim(NORM)), config.norm === 'rms', place);
    const masks = /mask|máscara/.test(claim(SOFTMAX));
    const { causal } = state.activations?.attentions[state.layer] ?? assert.fail();
    assert.equal(masks, causal, `${place}: ${claim(SOFTMAX)}`);
    const html = drawn('gf-forward-pass', app, { card: PREDICT });
    assert.equal(/parallel/.test(textOf(html)), config.parallel === true, place);
    assert.equal(
      /take. [^ ]+ off the score/.test(
        textOf(drawn('gf-forward-pass', app, { card: SCALE })),
      ),
      config.positions === 'alibi',
      place,
    );
    if (pass.mlp)
      assert.equal(/per label/.test(textOf(html)), labels.length > 0, place);
  }));

test('a model without heads says so and is not asked', async () => {
  const model = modelOf('bigram');
  await ask(
    model,
    { pin: { i: 2, j: null }, layer: 0, head: 0 },
    'forwardPass',
    'circuits',
  );
  assert.deepEqual(model.state.answers, {});
  assert.match(textOf(drawn('gf-forward-pass', model.app)), /no attention heads/);
});

test('operands get digits until what they give has the digits of the result', () => {
  const { format } = modelOf('untrained').app;
  const equation = {
    of: (/** @type {number[]} */ [a, b]) => a / b,
    value: 1.2344 / 0.98765,
    write: (/** @type {number} */ x) => format.small(x),
  };
  const [a, b] = operandsOf(format, [1.2344, 0.98765], [equation]).map(Number);
  assert.equal(format.small(a / b), format.small(equation.value));
  // Three digits would give 1.2449 …: 1.24, where the result is 1.25.
  assert.notEqual(format.small(1.23 / 0.988), format.small(equation.value));
});
