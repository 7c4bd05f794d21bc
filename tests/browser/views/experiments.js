// SPDX-License-Identifier: MIT
// An experiment of the reader's own, from its file to the answer, by keys: on a laptop and a phone.
import assert from 'node:assert/strict';
import { inPage, press } from '../support/page-queries.js';

/** @type {import('../support/page-queries.js').Checks} */
export const experiments = {};

const FILE = JSON.stringify({
  ...{ glassformer: 'experiment', version: 1, id: 'small', title: 'Small' },
  question: 'Which rate is better, with AdamW and with Muon?',
  text: 'the cat sat on the mat and the rat ran to the hat. '.repeat(20),
  settings: {
    ...{ n_layer: 1, n_head: 2, n_embd: 8, block_size: 8, batch_size: 2 },
    ...{ max_steps: 8, eval_interval: 4, eval_windows: 4, warmup_steps: 0 },
  },
  vary: { label: 'rate', setting: 'learning_rate', values: [0.001, 0.01, 0.1] },
  lines: {
    label: 'optimizer',
    options: [{ label: 'AdamW' }, { label: 'Muon', settings: { optimizer: 'muon' } }],
  },
  seeds: [1, 2],
});
const SIZES = [
  { width: 1366, height: 657 },
  { width: 390, height: 844 },
];

experiments['an experiment is opened, run and read by keys, at two widths'] = async (
  page,
) => {
  // Firefox’s pages have one size.
  const sized = /** @type {any} */ (page);
  const before = sized.viewportSize?.();
  await inPage(
    page,
    async ({ deep, show }, file) => {
      await show('gf-experiments');
      const own = deep('gf-experiments');
      await own.openFile(new File(['{"glassformer"'], 'wrong.json'));
      await own.openFile(new File([file], 'small.json'));
    },
    FILE,
  );
  await press(page, 'gf-experiments #start', 'Enter');
  await inPage(page, ({ deep, until }) =>
    until('all runs', () => deep('gf-experiments #discard')),
  );
  for (const size of SIZES) {
    await sized.setViewportSize?.(size);
    await inPage(page, ({ show }) => show('gf-experiments'));
    const first = 'gf-experiments gf-experiment-chart [data-at][tabindex="0"]';
    await press(page, first, 'ArrowDown');
    const seen = await inPage(page, ({ deep, rows }) => {
      const chart = deep('gf-experiments gf-experiment-chart').renderRoot;
      const root = deep('gf-experiments').shadowRoot;
      const chosen = chart.querySelector('[aria-pressed="true"]');
      const { width } = root.host.getBoundingClientRect();
      return {
        marks: chart.querySelectorAll('.place .mark').length,
        focused: chart.activeElement === chosen,
        name: chosen?.getAttribute('aria-label'),
        detail: root.querySelector('#detail').textContent.trim(),
        lead: root.querySelector('#lead').textContent.trim(),
        ranked: rows(root.querySelector('#ranking')).length,
        curves: root.querySelectorAll('.own').length,
        problem: root.querySelector('#problem')?.textContent ?? '',
        wide: [chart.querySelector('svg'), root.querySelector('.pane')].map(
          (part) => part.getBoundingClientRect().width <= width + 1,
        ),
      };
    });
    assert.deepEqual(
      { ...seen, name: '', detail: '', lead: '' },
      {
        ...{ marks: 12, focused: true, ranked: 6, curves: 6, problem: '' },
        ...{ wide: [true, true], name: '', detail: '', lead: '' },
      },
    );
    const [name] = seen.name.split(':');
    assert.ok(seen.detail.startsWith(`${name}: mean `), `${seen.name} ${seen.detail}`);
    assert.match(seen.lead, /^(Best: |No difference shown )/);
  }
  for (const [id, other] of [
    // The button that was Stop, and has the focus still, when the last run ends.
    ['discard', 'start'],
    ['remove', 'copy-link'],
  ]) {
    await press(page, `gf-experiments #${id}`, 'Enter');
    await inPage(
      page,
      ({ deep, until }, [id, other]) =>
        until('gone', () =>
          Boolean(!deep(`gf-experiments #${id}`) && deep(`gf-experiments #${other}`)),
        ),
      [id, other],
    );
    await press(page, 'gf-notice #offer', 'Enter');
    await inPage(page, ({ deep, state, until }) =>
      until('undone', () => deep('gf-experiments #discard') && !state.notice),
    );
  }
  await press(page, 'gf-experiments #remove', 'Enter');
  await inPage(page, ({ deep, until }) =>
    until('removed', () => !deep('gf-experiments #remove')),
  );
  await inPage(page, ({ app }) => app.dismiss());
  if (before) await sized.setViewportSize(before);
};
