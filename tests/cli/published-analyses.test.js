// SPDX-License-Identifier: MIT
// Analyses of models that others trained, with grouped heads, RMS norm, SwiGLU and rotary
// positions, beside a plain one in doubles.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  lossOf,
  readLlama,
  runLlama,
  scoresOf,
  sharesOf,
  softmax,
} from '../llama-reference.js';
import { MISSING, MODELS, published, publishedPath } from '../published.js';
import { inspect } from './program.js';

/** A sentence twice, so that every score has rows; fewer words where each letter is a token. */
const TEXTS = {
  stories260K:
    'Tim gave his big red kite to a sad old cow. Tim gave his big red kite to a sad old cow.',
  'stories-chars': 'to a sad old cow. to a sad old cow.',
};
/** Floats against doubles, over five layers: the engine's logits are within 1e-5 of these. */
const NEAR = 1e-4;
/** Some in the first, a middle and the last layer. */
const OFF = /** @type {[number, number][]} */ ([
  [0, 3],
  [2, 6],
  [4, 0],
]);

/** @param {number} a @param {number} b @param {string} what */
const near = (a, b, what, by = NEAR) =>
  assert.ok(Math.abs(a - b) <= by, `${what}: ${a}, reference ${b}`);

for (const { name, tokenizer } of MODELS) {
  test(`${name}: heads, lens, attribution and ablation are those of the reference`, (t) => {
    if (MISSING) return t.skip(MISSING);
    const text = TEXTS[name];
    const position = 20;
    const requests = [
      { what: 'activations', text, attention: true, logits: true },
      { what: 'lens', text },
      { what: 'attribution', text, position },
      { what: 'head_report', text },
      ...OFF.map(([layer, head]) => ({ what: 'ablate', text, layer, head })),
    ];
    const opened = [
      ...['--model', publishedPath(`${name}.bin`)],
      ...['--tokenizer', publishedPath(tokenizer)],
    ];
    const answers = requests.map((request) => inspect(opened, request));
    const [seen, lens, attribution, report, ...ablations] = answers;
    const model = readLlama(published(`${name}.bin`));
    /** @type {number[]} */ const tokens = seen.tokens;
    const n = tokens.length;
    const run = runLlama(model, tokens);

    run.logits.forEach((row, i) =>
      row.forEach((z, v) => near(seen.logits.data[i * model.V + v], z, `logit ${i}`)),
    );
    run.weights.forEach((heads, l) =>
      heads.forEach((A, h) =>
        A.forEach((row, i) =>
          row.forEach((a, j) => {
            const at = ((l * model.H + h) * n + i) * n + j;
            near(seen.attention.data[at], a, `weight ${l}.${h} ${i} ${j}`, 1e-5);
          }),
        ),
      ),
    );

    assert.equal(lens.depths.length, run.stream.length);
    run.stream.forEach((rows, depth) =>
      run.read(rows).forEach((z, i) => {
        const p = softmax(z);
        const at = depth * n + i;
        near(lens.top_p.data[at], Math.max(...p), `lens ${depth} ${i}`);
        if (i + 1 < n) near(lens.p.data[at], p[tokens[i + 1]], `lens ${depth} ${i}`);
      }),
    );

    const token = tokens[position + 1];
    assert.equal(attribution.token, token);
    near(attribution.logit, run.logits[position][token], 'logit');
    near(attribution.sum, run.logits[position][token], 'sum of shares');
    const shares = sharesOf(model, run, position, token);
    /** @type {any[]} */
    const own = attribution.shares.filter(
      (/** @type {any} */ { part, share }) => part !== 'constant' || share !== 0,
    );
    assert.equal(own.length, shares.length);
    shares.forEach(({ part, layer, head, share }, i) => {
      assert.deepEqual(
        [own[i].part, own[i].layer ?? -1, own[i].head ?? -1],
        [part, layer, head],
      );
      near(own[i].share, share, `share of ${part} ${layer}.${head}`);
    });

    near(report.loss, lossOf(run.logits, tokens), 'loss');
    for (const { layer, head, scores, back } of report.heads) {
      const A = run.weights[layer][head];
      for (const [score, value] of Object.entries(scoresOf(A, tokens, 8)))
        near(scores[score], value, `${score} of ${layer}.${head}`, NEAR * (1 + value));
      const previous = A.slice(8).reduce((sum, row, i) => sum + row[7 + i], 0);
      near(back[0], previous / (n - 8), `back of ${layer}.${head}`);
    }

    OFF.forEach(([layer, head], i) => {
      const off = lossOf(runLlama(model, tokens, [layer, head]).logits, tokens);
      near(ablations[i].loss_off, off, `loss without ${layer}.${head}`);
      assert.ok(Math.abs(ablations[i].delta) > 1e-4, 'the head counts');
    });
  });
}
