// SPDX-License-Identifier: MIT
// Interventions of the diagnostics: a single update, hidden units, activation patching.
import assert from 'node:assert/strict';
import { inPage, press } from '../../support/page-queries.js';
import { shade, share, small, softmax } from '../../support/trained.js';
import { openPart } from './diagnostics.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const interventions = {};

// ---------------------------------------------------------------- microscope

/** @param {Page} page */
async function readUpdate(page) {
  await openPart(page, 'single-update');
  await inPage(page, ({ app }) => {
    app.diagnostics.selectWeight('transformer.h.1.attn.c_attn.weight', 50);
  });
  await press(page, 'gf-diagnostics gf-single-update #freeze', 'Enter');
  await inPage(page, ({ element, until }) =>
    until('held', () => element.viewState.measurements.frozenUpdate),
  );
  await press(page, 'gf-diagnostics gf-single-update #make', 'Enter');
  return inPage(page, async ({ deep, element, rows, session, tensor, until }) => {
    const part = 'gf-diagnostics gf-single-update';
    await until('made', () => element.viewState.measurements.frozenUpdate?.after);
    await until('told', () =>
      /exactly the one predicted/.test(deep(`${part} #claim`)?.textContent),
    );
    const { update, before, after } = element.viewState.measurements.frozenUpdate;
    const look = await session.runWithCache({ text: before.line });
    const V = after.logits.length;
    return {
      update: { ...update, batch: null, gradients: null },
      weight: (await tensor(update.parameter))[0][50],
      loss: session.history.loss.at(-1),
      norm: session.history.gradNorm.at(-1),
      bars: rows(deep(`${part} .guesses`)),
      before: before.logits,
      after: after.logits,
      now: look.logits.slice(before.i * V, (before.i + 1) * V),
      batch: [...deep(`${part} #batch`).children].map((li) => li.textContent),
      text: element.viewState.text.text,
    };
  });
}

interventions['a single update is made as it was predicted'] = async (page) => {
  const seen = await readUpdate(page);
  const { update: u } = seen;
  assert.equal(seen.weight, u.newWeight);
  assert.equal(seen.loss, u.loss);
  assert.equal(seen.norm, u.gradNorm);
  assert.deepEqual(seen.after, seen.now);
  assert.notDeepEqual(seen.before, seen.after);
  const [p, q] = [softmax(seen.before), softmax(seen.after)];
  const best = p.indexOf(Math.max(...p));
  assert.deepEqual(seen.bars[0].slice(1), [share(p[best]), share(q[best])]);
  for (const piece of seen.batch) {
    const text = piece.replaceAll('␣', ' ').replaceAll('⏎', '\n');
    assert.ok(seen.text.includes(text), piece);
  }
};

// ------------------------------------------------------------------- neurons

interventions['hidden units are as active as their cards say'] = async (page) => {
  await inPage(page, ({ app }) => {
    app.selection.select({ layer: 0 });
    app.diagnostics.selectUnit(6);
  });
  await openPart(page, 'neurons');
  await press(page, 'gf-diagnostics gf-neurons #next', 'Enter');
  const seen = await inPage(page, async ({ answered, deep, rows, session, until }) => {
    const { neurons } = await answered('neurons', 0, 7);
    await until('told', () =>
      /Unit 8/.test(deep('gf-diagnostics gf-neurons #claim')?.textContent),
    );
    const { contexts } = neurons[0];
    // A place in the first 17 characters of its line is shown whole: it can be run again.
    const whole = contexts.find((/** @type {any} */ c) => c.position <= 16);
    const name = 'transformer.h.0.mlp.c_fc';
    const run =
      whole &&
      (await session.runWithCache({
        text: whole.before + whole.character,
        attention: false,
        logits: false,
        tensors: [name],
      }));
    const { data, shape } = run?.tensors[name] ?? {};
    return {
      rows: rows(deep('gf-diagnostics gf-neurons .bar-table')),
      values: contexts.map((/** @type {any} */ c) => c.value),
      whole: whole?.value,
      again: data?.[(shape[0] - 1) * shape[1] + 7],
    };
  });
  assert.equal(seen.rows.length, 8);
  assert.deepEqual(
    seen.rows.map((/** @type {string[]} */ r) => r[2]),
    seen.values.map(small),
  );
  assert.deepEqual(
    seen.values,
    [...seen.values].sort((a, b) => b - a),
  );
  if (seen.whole !== undefined) assert.ok(Math.abs(seen.whole - seen.again) < 1e-5);
};

// ------------------------------------------------------------------ patching

interventions['a patched character is followed through the layers'] = async (page) => {
  await inPage(page, async ({ app, element, until }) => {
    app.selection.nextLine(1);
    await until(
      'the line',
      () => element.viewState.activations.text === element.viewState.line,
    );
    app.selection.select({ pin: { i: 11, j: null } });
  });
  await openPart(page, 'patching');
  await press(page, 'gf-diagnostics gf-patching #go', 'Enter');
  const seen = await inPage(page, async ({ cells, deep, element, session, until }) => {
    await until('followed', () => deep('gf-diagnostics gf-patching gf-cells .raster'));
    const { patch } = element.viewState.measurements;
    const V = session.info.vocabulary.length;
    const logit = async (/** @type {string} */ text) =>
      (await session.runWithCache({ text })).logits[
        patch.result.position * V + patch.result.token
      ];
    const changed = patch.characters.with(11, patch.to).join('');
    const { rows, columns, data } = patch.result.effect;
    return {
      before: await logit(patch.line),
      after: await logit(changed),
      shown: patch.result,
      rows,
      columns,
      data,
      cells: cells(deep('gf-diagnostics gf-patching gf-cells .raster'), rows, columns),
    };
  });
  const { after, before, columns, data, rows, shown } = seen;
  // Two orders of the same additions in single precision.
  const near = (/** @type {number} */ a, /** @type {number} */ b) =>
    Math.abs(a - b) < 1e-4;
  assert.ok(near(shown.logit, before) && near(shown.logitChanged, after));
  assert.ok(near(data[11], after - before), 'the embedding carries all of it');
  const end = (rows - 1) * columns + shown.position;
  assert.ok(near(data[end], after - before), 'and so does the last row');
  const most = Math.max(...data.map(Math.abs));
  assert.deepEqual(
    seen.cells,
    data.map((/** @type {number} */ x) => shade(x, most)),
  );
};
