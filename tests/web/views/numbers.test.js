// SPDX-License-Identifier: MIT
// What the page says against what the engine says: a table of sentences, labels and cells with
// a number in them. Names stand at their own numbers, signs and units are right, and what is
// computed for the screen is computed here again.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import '../../../web/views/attention/ablation.js';
import '../../../web/views/compare/compare.js';
import '../../../web/views/diagnostics/health.js';
import '../../../web/views/diagnostics/neurons.js';
import '../../../web/views/diagnostics/patching.js';
import '../../../web/views/diagnostics/position-loss.js';
import '../../../web/views/diagnostics/single-update.js';
import '../../../web/views/forward-pass/forward-pass.js';
import '../../../web/views/logits/attribution.js';
import '../../../web/views/logits/lens.js';
import '../../../web/views/loss/loss-chart.js';
import '../../../web/views/weights/circuits.js';
import { selectedHead } from '../../../web/views/attention/head-modes.js';
import { loadMore } from '../../../web/views/more-file.js';
import { visible } from '../../../web/i18n/format.js';
import { tokensPerCharacter } from '../../../web/run/compared-runs.js';
import { ask, modelNamed } from '../support/specimens.js';
import { drawn, partOf, propertiesOf, rowsOf, templateOf } from '../support/render.js';
import { percent, signed, small, softmax, two } from '../support/writers.js';

/** @import { Specimen } from '../support/specimens.js' */
/** @import { Table } from '../../../wasm/index.js' */

/** Three heads in two layers, no two sizes alike. @type {Specimen} */ let model;
/** A position of its line that has a character after it, and a head. */
const [AT, LAYER, HEAD] = [6, 1, 2];

before(async () => {
  await loadMore();
  model = await modelNamed('five lines');
  Object.assign(model.state, { layer: LAYER, head: HEAD, pin: { i: AT, j: null } });
});

const shown = (/** @type {string} */ text) => text.replaceAll('-', '−');

/** @param {ArrayLike<number>} x */
const largestOf = (x) => Array.from(x).indexOf(Math.max(...Array.from(x)));
/** @param {ArrayLike<number>} x */
const smallestOf = (x) => Array.from(x).indexOf(Math.min(...Array.from(x)));

/** The row of a table. @param {Table} table @param {number} i */
const row = ({ columns, data }, i) => data.subarray(i * columns, (i + 1) * columns);

const names = () => model.session.info.vocabulary.map(visible);
const characters = () => (model.state.activations?.characters ?? []).map(visible);

/** @param {string} view @param {object} [own] */
const claimOf = (view, own = {}) =>
  shown(partOf(drawn(view, model.app, { ...own }), 'id="claim"'));

/** Each case: what is said, and what has to be in it.
 * @type {Record<string, () => Promise<[string, string[]][]>>} */
const TABLE = {
  'loss: curves by name, and what is said, in nats and in bits': async () => {
    const { valLoss } = model.session.history;
    const { bigram = NaN } = model.session.info.baselines ?? {};
    const loss = valLoss.at(-1) ?? NaN;
    const html = (/** @type {boolean} */ bits) => drawn('gf-loss', model.app, { bits });
    // Of the loss as printed.
    const perplexity = Math.exp(Number(two(loss)));
    return [
      [partOf(html(false), 'class="unit"'), ['nats per character']],
      [partOf(html(true), 'class="unit"'), ['bits per character']],
      [
        partOf(html(false), 'class="claim'),
        [`perplexity ${perplexity.toFixed(perplexity < 10 ? 1 : 0)}`],
      ],
      ...[1, Math.LN2].flatMap((unit) => {
        const [val, count, least] = [loss, bigram, Math.min(...valLoss)].map((nats) =>
          two(nats / unit),
        );
        const lowest = `owest validation loss: ${least} at step 50`;
        return /** @type {[string, string[]][]} */ ([
          [partOf(html(unit < 1), 'class="keys'), [`validation ${val}`, `l${lowest}`]],
          [
            partOf(html(unit < 1), 'class="claim'),
            [
              `Validation loss ${val} after 100`,
              `letter pairs (${count})`,
              `L${lowest}`,
            ],
          ],
        ]);
      }),
    ];
  },

  'circuits: the query before its key, the character before its logit': async () => {
    // What is said is of all of them, also where a character is pinned.
    const pin = { i: 2, j: null };
    const { qk, ov } = await ask(model, { chosenToken: null, pin }, 'circuits');
    const of = (/** @type {Table} */ { columns, data }, /** @type {number} */ k) => [
      names()[Math.floor(k / columns)],
      names()[k % columns],
      signed(data[k]),
    ];
    const [a, b, most] = of(qk, largestOf(qk.data));
    const [c, d, least] = of(qk, smallestOf(qk.data));
    const [e, f, up] = of(ov, largestOf(ov.data));
    const [g, h, down] = of(ov, smallestOf(ov.data));
    const template = templateOf('gf-circuits', model.app, { kind: 'qk' });
    const [describe] = propertiesOf(template, 'describe');
    return [
      [
        claimOf('gf-circuits'),
        [`the score is highest from ‘${a}’ to ‘${b}’ (${most})`],
      ],
      [claimOf('gf-circuits'), [`lowest from ‘${c}’ to ‘${d}’ (${least})`]],
      [
        claimOf('gf-circuits', { kind: 'ov' }),
        [`‘${e}’ for the logit of ‘${f}’ (${up})`],
      ],
      [claimOf('gf-circuits', { kind: 'ov' }), [`‘${g}’ for that of ‘${h}’ (${down})`]],
      [
        describe(2, 5),
        [
          `query ‘${names()[2]}’, key ‘${names()[5]}’: ${signed(qk.data[2 * qk.columns + 5])}`,
        ],
      ],
    ];
  },

  'forward pass: the query of its character, the keys of the characters before':
    async () => {
      const pass = await ask(model, { pin: { i: AT, j: null } }, 'forwardPass');
      const { line: text } = model.state;
      const name = `transformer.h.${LAYER}.attn.c_attn`;
      const { tensors } = await model.session.runWithCache({ text, tensors: [name] });
      const { data, shape } = tensors[name];
      const C = 48;
      const D = 16;
      const at = (/** @type {number} */ i, /** @type {number} */ part) =>
        data.slice(i * shape[1] + part * C + HEAD * D).slice(0, D);
      assert.deepEqual(pass.q.data, at(AT, 0));
      assert.deepEqual(row(pass.k, 3), at(3, 1));
      const html = drawn('gf-forward-pass', model.app, { card: 2 });
      const ends = (/** @type {Float32Array} */ x) =>
        `numbers from ${shown(signed(Math.min(...x)))} to ${signed(Math.max(...x))}`;
      const spoken = [...html.matchAll(/aria-label=(.*numbers from \S+ to \S+)/g)];
      const offered = pass.k.data.subarray(0, pass.allowed * D);
      return [
        [shown(spoken[0][1]), ['query q', ends(pass.q.data)]],
        [shown(spoken[1][1]), ['keys k', ends(offered)]],
      ];
    },

  'ablation: rises and is worse, falls and is better': async () => {
    const { line: text } = model.state;
    const result = await model.session.ablate({ layer: LAYER, head: HEAD, text });
    const [low, high] = [1.25, 1.5];
    const say = (/** @type {number} */ loss, /** @type {number} */ lossOff) => {
      const ablation = { result: { ...result, loss, lossOff }, characters: [] };
      Object.assign(model.state, {
        ablation: { layer: LAYER, head: HEAD, step: 100, ...ablation },
      });
      return claimOf('gf-ablation');
    };
    const measured = say(result.loss, result.lossOff);
    const [from, to] = [two(result.loss), two(result.lossOff)];
    return [
      [
        say(low, high),
        [
          'head 2.3 off, loss rises from 1.25 to 1.50',
          '0.25 nats worse',
          '1.3 times as high',
        ],
      ],
      [
        say(high, low),
        ['head 2.3 off, loss falls from 1.50 to 1.25', 'better without it'],
      ],
      [measured, from === to ? [`stays at ${to}`] : [`from ${from} to ${to}`]],
    ];
  },

  'patching: heads by layer and head; the answer with and without': async () => {
    const { line: text, activations } = model.state;
    const position = (activations?.n ?? 0) - 2;
    const ask = { text, changed: 1, to: 'w', position };
    const result = await model.session.patch({ ...ask, where: 'heads' });
    const seen = (/** @type {string} */ where, /** @type {object} */ more) => {
      const patch = { where, step: 100, changed: 1, to: 'w', line: text, depths: [] };
      const read = { characters: activations?.characters ?? [] };
      Object.assign(model.state, { patch: { ...patch, ...read, ...more } });
    };
    seen('heads', { result });
    const template = templateOf('gf-patching', model.app);
    const rows = ['1.1', '1.2', '1.3', '2.1', '2.2', '2.3'];
    assert.deepEqual(propertiesOf(template, 'rows')[0], rows);
    const { columns, data } = result.effect;
    const best = largestOf(data.map(Math.abs));
    const [where, place] = [Math.floor(best / columns), best % columns];
    const [, before] = [characters()[1], characters()[position]];
    const [describe] = propertiesOf(template, 'describe');
    return [
      [
        claimOf('gf-patching'),
        [
          `With ‘w’ for ‘${characters()[1]}’ at position 2`,
          `the logit of ‘${names()[result.token]}’ after ‘${before}’`,
          `goes from ${two(result.logit)} to ${two(result.logitChanged)}`,
          `through head ${rows[where]} at position ${place + 1} (${signed(data[best])})`,
        ],
      ],
      [
        shown(describe(4, 2)),
        [`2.2, position 3 ‘${characters()[2]}’: ${signed(data[4 * columns + 2])}`],
      ],
    ];
  },

  'one update: both moments with their bias corrections': async () => {
    // At the first steps the corrections are large.
    const { session, app, state } = await modelNamed('untrained');
    await session.step(2);
    const parameter = 'transformer.wte.weight';
    const update = await session.nextUpdate({ parameter, index: 53 });
    const before = { characters: ['a', 'b'], i: 0, logits: new Float32Array(9) };
    Object.assign(state, { frozenUpdate: { update, before, after: null } });
    const { beta1, beta2 } = session.info.config;
    const [b1, b2] = [Number(beta1), Number(beta2)];
    const t = update.step + 1;
    const m = b1 * update.m + (1 - b1) * update.clipped;
    const v = b2 * update.v + (1 - b2) * update.clipped ** 2;
    const root = Math.sqrt(v / (1 - b2 ** t)) + update.eps;
    const step = (update.lr * (m / (1 - b1 ** t))) / root;
    const cells = rowsOf(drawn('gf-single-update', app), 'id=sum');
    const lineOf = (/** @type {string} */ name) =>
      shown((cells.find(([first]) => first === name) ?? []).join(' | '));
    const pull = update.lr * update.decay * update.weight;
    const next = update.weight - step - pull;
    assert.ok(Math.abs(next - update.newWeight) < 1e-6, `${next} ${update.newWeight}`);
    return [
      [lineOf('gradient'), [`| ${small(update.gradient)}`]],
      [lineOf('clipped gradient'), [`| ${small(update.clipped)}`]],
      [lineOf('first moment m'), [`| ${small(m)}`]],
      [
        lineOf('second moment v'),
        [update.clipped < 0 ? ' · (−' : '', '² | ', `| ${small(v)}`],
      ],
      [lineOf('update'), [`| ${small(step)}`]],
      [lineOf('weight decay'), [`| ${shown(small(pull))}`]],
      [lineOf('new weight'), [`| ${small(update.newWeight)}`]],
    ];
  },

  'logit lens: the last row is the model’s own prediction': async () => {
    const { logits, characters: read = [] } = model.state.activations ?? {};
    const { vocabulary } = model.session.info;
    const V = vocabulary.length;
    const guesses = read.slice(1).map((c, i) => ({
      p: softmax(/** @type {Float32Array} */ (logits).slice(i * V, (i + 1) * V)),
      truth: vocabulary.indexOf(c),
    }));
    // Where the prediction is wrong, two numbers cannot be taken for each other.
    const i = guesses.findIndex(({ p, truth }) => largestOf(p) !== truth);
    const { p, truth } = guesses[i] ?? assert.fail('every prediction is right');
    const rank = 1 + p.filter((x) => x > p[truth]).length;
    await ask(model, { pin: { i, j: null } }, 'lens');
    const cells = rowsOf(drawn('gf-lens', model.app), 'id="ladder"').at(-1) ?? [];
    const top = largestOf(p);
    return [
      [
        cells.join(' | '),
        [`layer 2 | ${names()[top]} ${percent(p[top])} | ${percent(p[truth])}`],
      ],
      [cells.at(-1) ?? '', [String(rank)]],
    ];
  },

  'attribution: each share with its sign, at its own part': async () => {
    const { shares, sum, logit } = await ask(
      model,
      { pin: { i: AT, j: null }, attributionBaseline: 'nothing' },
      'attribution',
    );
    const html = drawn('gf-attribution', model.app);
    const cells = rowsOf(html, 'id=shares').map((cells) => shown(cells.join(' ')));
    /** @param {(share: any) => boolean} which */
    const share = (which) => signed(shares.find(which).share);
    const of = (/** @type {string} */ name) =>
      cells.find((x) => x.startsWith(name)) ?? '';
    return [
      [shown(partOf(html, 'id="sum"')), [`sum ${two(sum)} = logit ${two(logit)}`]],
      [of('token embedding'), [share((s) => s.part === 'token')]],
      [of('MLP 2'), [share((s) => s.part === 'mlp' && s.layer === 1)]],
      [
        of('head 1.2'),
        [share((s) => s.part === 'head' && s.attention === 0 && s.head === 1)],
      ],
    ];
  },

  'attribution: a part of 0.00 is not named beside the largest': async () => {
    const answer = await ask(
      model,
      { pin: { i: AT, j: null }, attributionBaseline: 'nothing' },
      'attribution',
    );
    const claim = (/** @type {number} */ share) => {
      const shares = [['token', 2], ['mlp', share]].map(([part, x]) => ({ part, layer: 0, share: x })); // oxfmt-ignore
      Object.assign(answer, { shares });
      return `${claimOf('gf-attribution')}|`;
    };
    return [
      [claim(0.006), ['token embedding (+2.00), then MLP 1 (+0.01).|']],
      [claim(0.004), ['token embedding (+2.00).|']],
    ];
  },

  'hidden units: what they raise, and what they lower': async () => {
    const { neurons } = await ask(model, { layer: 0, unit: 5 }, 'neurons');
    const [{ active, contexts, raises, lowers }] = neurons;
    const html = shown(drawn('gf-neurons', model.app));
    const first = ({ token = 0, value = 0 }) => `‘${names()[token]}’ ${signed(value)}`;
    const said = (/** @type {string} */ word) =>
      new RegExp(`${word}: [^<]*`).exec(html)?.[0] ?? '';
    assert.ok(raises[0].value > 0 && lowers[0].value < 0);
    return [
      [
        claimOf('gf-neurons'),
        [`Unit 6 is above 0 on ${percent(active)}`, `(${small(contexts[0].value)})`],
      ],
      [said('Raises'), [`Raises: ${first(raises[0])}`]],
      [said('Lowers'), [`Lowers: ${first(lowers[0])}`]],
    ];
  },

  'loss by position: a gain is a lower loss at the end of the window': async () => {
    const say = (/** @type {number | undefined} */ gain, from = 0) => {
      const data = Float32Array.from({ length: 32 }, (_, i) => (i < from ? NaN : 2));
      const loss = { rows: 1, columns: 32, data };
      const headReport = { step: 100, positions: { loss, gain } };
      Object.assign(model.state, { headReport });
      return claimOf('gf-position-loss');
    };
    const gained =
      'positions 17 to 32 is 0.25 below that at positions 9 to 16: the gain';
    const lost = 'positions 17 to 32 is 0.25 above that at positions 9 to 16: no gain';
    return [
      [say(0.25), ['loss at position 1 is 2.00 nats', gained]],
      [say(-0.25), [lost]],
      // As the digits have it.
      [
        say(0.004),
        ['is the same as at positions 9 to 16: no gain from longer context yet.'],
      ],
      // Of pairs only what answers is predicted; where either half has none, nothing is compared.
      [`${say(undefined, 20)}|`, ['loss at position 21 is 2.00 nats.|']],
    ];
  },

  'hidden units that do nothing: what they never do is not said': async () => {
    const { neurons } = await ask(model, { layer: 0, unit: 5 }, 'neurons');
    const [neuron] = neurons;
    const contexts = [{ before: 'th', character: 'e', value: -0.1 }];
    // Both are written as 0.00.
    const [raises, lowers] = [0.004, -0.004].map((value) => [{ token: 1, value }]);
    Object.assign(neuron, { active: 0, contexts, raises, lowers });
    const html = shown(drawn('gf-neurons', model.app));
    return [
      [
        `${/(Raises|Lowers): /.test(html)}: ${claimOf('gf-neurons')}|`,
        ['false: Unit 6 is above 0 on 0% of the validation characters.|'],
      ],
    ];
  },

  'letter pairs: the newest distance, and the smallest with its step': async () => {
    const say = (/** @type {[number, number][]} */ pairs) => {
      const headReport = { step: 100, positions: { loss: { columns: 0, data: [] } } };
      const history = pairs.map(([step, value]) => ({ step, value }));
      const diagnosticHistory = { ...model.state.diagnosticHistory, pairs: history };
      Object.assign(model.state, { headReport, diagnosticHistory });
      return partOf(drawn('gf-position-loss', model.app), 'id="pairs-claim"');
    };
    const now = (/** @type {number} */ step, /** @type {string} */ value) =>
      `At step ${step} the KL divergence from the bigram model is ${value} nats`;
    const least = (/** @type {string} */ value, /** @type {number} */ step) =>
      `its minimum so far: ${value} at step ${step}.`;
    const rising = say([
      [10, 0.75],
      [20, 0.25],
      [30, 0.5],
    ]);
    const falling = say([
      [10, 0.75],
      [20, 0.5],
      [30, 0.25],
    ]);
    const first = say([
      [10, 0.25],
      [20, 0.75],
      [30, 0.25],
    ]);
    return [
      [rising, [now(30, '0.50'), least('0.25', 20)]],
      [falling, [now(30, '0.25'), least('0.25', 30)]],
      [first, [now(30, '0.25'), least('0.25', 10)]],
    ];
  },

  'health: the residual stream from its first norm to its last, by component':
    async () => {
      const { stream, score } = await ask(model, {}, 'health');
      const html = drawn('gf-health', model.app);
      const sizes = stream.map(({ size = 0 }) => small(size));
      const rows = rowsOf(html, 'aria-label=residual stream norm').map((cells) =>
        cells.join(' '),
      );
      return [
        [claimOf('gf-health'), [`norm goes from ${sizes[0]} to ${sizes.at(-1)};`]],
        [
          claimOf('gf-health'),
          [`largest attention score is ${small(Math.max(...score))}.`],
        ],
        [rows.join(';'), [`the embedding  ${sizes[0]};`, `attention 2  ${sizes[3]};`]],
      ];
    },

  'compared runs: bits of a character, not of a token': async () => {
    const text = 'to be or not to be that is the question '.repeat(8);
    const characters = text.length;
    // Ten words of 40 characters, and nothing for the spaces.
    const info = /** @type {any} */ ({ form: 'text', nTrain: 72, nVal: 8 });
    const perChar = tokensPerCharacter(info, /** @type {any} */ ({ characters }));
    assert.equal(perChar, 80 / 320);
    const run = {
      id: 1,
      name: 'Run 1',
      perChar,
      points: [],
      shown: true,
      settings: {},
    };
    const history = { valLoss: [2], valStep: [100], step: [100] };
    Object.assign(model.state, { comparedRuns: [{ ...run, history }] });
    const [cells] = rowsOf(drawn('gf-compare', model.app), 'id=runs').slice(-1);
    return [[cells.join(' | '), [`100 | 2.00 | ${two(2 / Math.LN2 / 4)}`]]];
  },
};

/** Where the newest answer may still be about what was chosen before: what is asked for, what is
 * drawn of it, and what else may be chosen meanwhile. Each draws nothing of another's.
 * @type {Record<string, { query: any, chosen: any, others: any[], draw: () => unknown }>} */
const LATE = {
  circuits: {
    query: 'circuits',
    chosen: { layer: 1, head: 2 },
    others: [
      { layer: 1, head: 1 },
      { layer: 0, head: 2 },
      { layer: 0, head: 0 },
    ],
    draw: () => claimOf('gf-circuits'),
  },
  'scores of a head': {
    query: 'pattern',
    chosen: { layer: 1, head: 2, showing: { mode: 'scores' } },
    others: [
      { head: 1 },
      { layer: 0 },
      { showing: { mode: 'taken' } },
      { activations: { text: 'another line' } },
    ],
    draw: () => selectedHead(model.state),
  },
};

for (const [name, { query, chosen, others, draw }] of Object.entries(LATE))
  test(`an answer about another choice is not shown: ${name}`, async (t) => {
    const { activations, showing, layer, head } = model.state;
    t.after(() => Object.assign(model.state, { activations, showing, layer, head }));
    /** @param {any} choice */
    const choose = (choice) =>
      Object.assign(model.state, {
        ...choice,
        showing: { ...showing, ...choice.showing },
        activations: { ...activations, ...choice.activations },
      });
    choose(chosen);
    await ask(model, {}, query);
    assert.ok(draw(), 'its own answer');
    for (const other of others) {
      choose({ ...chosen, ...other });
      assert.ok(!draw(), JSON.stringify(other));
    }
    choose(chosen);
    assert.ok(draw(), 'its own answer again');
  });

for (const [name, cases] of Object.entries(TABLE)) {
  test(name, async () => {
    for (const [said, parts] of await cases())
      for (const part of parts)
        assert.ok(said.includes(part), `“${said}” has no “${part}”`);
  });
}
