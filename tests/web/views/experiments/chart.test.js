// SPDX-License-Identifier: MIT
// The chart of an experiment: what each mark says, which one the keys lead to, where marks stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBrowser } from '../../support/browser.js';
import { legend } from '../../../../web/views/experiments/chart.js';
import { rankedBy } from '../../../../web/views/experiments/measures.js';
import { experimentWords } from '../../../../web/i18n/experiments.js';
import { wordsOf } from '../../support/app-in-node.js';
import { entryOf, experiment, OPTIMIZERS, RATES } from '../../support/experiment.js';
import { keyPress, part, told, viewWith } from '../../support/parts.js';
import { sameAsRecorded } from '../../support/recorded.js';
import { htmlOf, listenersOf, textOf } from '../../support/render.js';

makeBrowser();

const EXPERIMENT = experiment({
  vary: { ...RATES, values: [0.001, 0.01, 0.1] },
  lines: OPTIMIZERS,
});

/** By rate, of both optimizers, then of the other seed; NaN: diverged, null: not done. */
const VALUES = [2.5, 2.4, 1.9, 1.6, NaN, null, 2.54, 2.42, 1.94, 1.62, 2.2, null];
const ENTRY = entryOf(EXPERIMENT, VALUES);

/** @param {object} [own] @param {string} [lang] @param {Record<string, any>} [parts] */
function chartOf(own = {}, lang = 'en', parts = {}) {
  const { format, strings } = wordsOf(lang);
  const { ranked, results } = rankedBy(ENTRY, 'loss');
  const app = { format, lang, t: strings };
  const chart = viewWith('gf-experiment-chart', app, parts);
  Object.assign(chart, {
    ...{ experiment: EXPERIMENT, results, cells: ranked, measure: 'loss' },
    best: ranked[0],
    ...own,
  });
  return chart;
}

/** The marks that can be chosen: place, whether in the tab order, best, pressed, and what they say.
 * @param {any} chart */
const places = (chart) =>
  htmlOf(chart.render())
    .split('<g')
    .slice(1)
    .map((group) => {
      const of = (/** @type {RegExp} */ pattern) => pattern.exec(group)?.[1] ?? '';
      return [
        of(/data-at="(\d \d)"/),
        of(/tabindex=(-?\d)/),
        of(/class="place (best)?/),
        of(/aria-pressed=(\w+)/),
        of(/aria-label=([^\n]*)/),
      ];
    });

test('the chart: each place says its values, the best is marked, one is in the tab order', () => {
  const chart = chartOf();
  assert.deepEqual(places(chart), [
    ['0 0', '-1', '', 'false', 'AdamW at 0.001: 2.500; 2.540'],
    ['1 0', '-1', '', 'false', 'AdamW at 0.01: 1.900; 1.940'],
    ['2 0', '-1', '', 'false', 'AdamW at 0.1: diverged; 2.200'],
    ['0 1', '-1', '', 'false', 'Muon at 0.001: 2.400; 2.420'],
    ['1 1', '0', 'best', 'false', 'Muon at 0.01: 1.600; 1.620'],
  ]);
  chart.at = { x: 0, line: 1 };
  const pressed = places(chart).filter(
    ([, tab, , isPressed]) => tab === '0' || isPressed === 'true',
  );
  assert.deepEqual(
    pressed.map(([at, tab]) => [at, tab]),
    [['0 1', '0']],
  );
});

test('the chart: arrows lead to the next place that has a result; others are left alone', async () => {
  /** @type {string[]} */
  const asked = [];
  const get = (/** @type {unknown} */ _, /** @type {string} */ selector) => {
    asked.push(selector);
    return part();
  };
  const chart = chartOf({ at: { x: 1, line: 1 } }, 'en', new Proxy({}, { get }));
  const [onKey] = listenersOf(chart, chart.render(), 'keydown');
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'a'])
    await onKey(keyPress(key));
  assert.deepEqual(
    asked,
    ['0 1', '1 1', '1 0', '1 1'].map((at) => `[data-at="${at}"]`),
  );
});

test('the chart: clicks choose, pointing points, and leaving points at nothing', () => {
  const chart = chartOf();
  const events = told(chart);
  const template = chart.render();
  for (const name of ['click', 'focus', 'pointerenter', 'pointerleave'])
    listenersOf(chart, template, name)[1]({});
  const at = { x: 1, line: 0 };
  assert.deepEqual(events, [
    ['gf-choose', at],
    ['gf-choose', at],
    ['gf-point', at],
    ['gf-point', null],
  ]);
});

test('the chart is drawn as it was', () => {
  const shapes = /<(path|text|circle class="ring")|^(transform|aria-label)=/;
  const html = htmlOf(chartOf().render());
  const lines = html
    .split(/\n|(?<=>)(?=<)/)
    .map((line) => line.trim().replace(/\d+\.\d{4,}/g, (x) => (+x).toFixed(1)))
    .filter((line) => shapes.test(line) && line !== '<path');
  const { format } = wordsOf('en');
  const speech = { w: experimentWords.in('en'), format, lang: 'en' };
  sameAsRecorded('experiment-chart', [
    ...lines,
    textOf(htmlOf(legend(EXPERIMENT, speech))),
  ]);
});
