// SPDX-License-Identifier: MIT
// A prediction explained on the stage: opened by a key and by a click, its sum is the engine's,
// and on a phone the line stands in rows.
import assert from 'node:assert/strict';
import { checkWithAxe } from '../../support/axe.js';
import { inPage, press, until } from '../../support/page-queries.js';
import { share, signed } from '../../support/trained.js';
import { leave, look } from './look.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const stageWhy = {};

const CURSOR = 'gf-stage .cursor';
const ANSWERED =
  'state.stageMode === "why" && ["why", "hide"].every((name) => ' +
  'state.answers[name]?.value.position === state.pin?.i && ' +
  'state.answers[name].step === session.steps)';
const PHONE_PX = 390;

/** What the page says, and what the engine answers when it is asked again. @param {Page} page */
const read = (page) =>
  inPage(page, async ({ element, deep, session, settled, until, words }) => {
    await until('the sum', () => deep('gf-stage gf-sum .total'));
    await settled();
    const { line, pin, answers } = element.viewState;
    const { token } = answers.why.value;
    const all = (/** @type {string} */ name) => [
      ...deep('gf-stage gf-sum').shadowRoot.querySelectorAll(name),
    ];
    const asked = { text: line, position: pin.i, token };
    const { logits } = await session.runWithCache({ text: line });
    const V = session.info.vocabulary.length;
    const row = [...logits.slice(pin.i * V, (pin.i + 1) * V)];
    return {
      ...{ token, best: row.indexOf(Math.max(...row)) },
      sum: await session.why(asked),
      hide: await session.hide(asked),
      values: all('.sum .value').map(words),
      left: all('.hide .value').map(words),
      more: words(deep('gf-stage .more')),
      spoken: deep('gf-stage .cursor').getAttribute('aria-valuetext'),
      modes: [...deep('gf-stage .modes').children].map((button) => [
        words(button),
        button.getAttribute('aria-pressed'),
      ]),
      letter: session.info.vocabulary[token],
    };
  });

/** @param {string} text */
const hundredths = (text) => Math.round(100 * Number(text.replace('−', '-')));

/** A probability: two digits, and no more than <1%. @param {number} p */
const probability = (p) => (p < 0.005 ? '<1%' : share(p));

/** @param {any} seen */
function checkSum({ values, sum, hide, left, token, best, more, spoken }) {
  const total = values.at(-1);
  assert.equal(total, signed(sum.logit));
  const terms = values.slice(0, -1).map(hundredths);
  const added = terms.reduce(
    (/** @type {number} */ a, /** @type {number} */ b) => a + b,
  );
  assert.equal(added, hundredths(total));
  const strongest = sum.shares.data.slice(0, sum.position);
  strongest.sort(
    (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(b) - Math.abs(a),
  );
  assert.equal(values[0], signed(strongest[0]));
  assert.equal(token, best);
  const lost = hide.hidden.data.map((/** @type {number} */ p) => 1 - p / hide.p);
  const worst = Math.max(...lost);
  const shownLeft =
    worst >= 0.05 ? `${probability(hide.p * (1 - worst))} left` : undefined;
  assert.equal(left[0], shownLeft);
  // No cause is named that costs less than a third.
  const isCause = /^Because of /.test(more);
  assert.ok(isCause ? worst >= 1 / 3 : more.startsWith('No single '), more);
  assert.ok(spoken.endsWith(more), spoken);
}

stageWhy['W explains the prediction, and its sum is the engine’s; Escape returns'] =
  async (page) => {
    await look(page, 20);
    await press(page, CURSOR, 'w');
    await until(page, ANSWERED);
    const seen = await read(page);
    checkSum(seen);
    assert.deepEqual(
      seen.modes.map((/** @type {string[]} */ [, isPressed]) => isPressed),
      ['false', 'true'],
    );
    assert.ok(seen.modes[1][0].startsWith('Why ‘'));
    await page.keyboard.press('ArrowRight');
    await until(page, `state.pin.i === 21 && ${ANSWERED}`);
    checkSum(await read(page));
    await page.keyboard.press('Shift+ArrowLeft');
    await until(page, 'state.hover?.i === 20 && state.pin.i === 21');
    const { more, sum } = await read(page);
    assert.ok(more.includes(`1 back: adds ${signed(sum.shares.data[20])} of `), more);
    await checkWithAxe(page, 'a prediction explained', 'gf-stage');
    await page.keyboard.press('Escape');
    await until(page, 'state.stageMode === "attention" && state.pin.i === 21');
    const rest = await inPage(page, async ({ deep, settled, words, element }) => {
      await settled();
      const { answers } = element.viewState;
      return [deep('gf-stage gf-sum'), answers.why, words(deep('gf-stage .more'))];
    });
    assert.deepEqual([rest[0], rest[1] ?? null], [null, null]);
    assert.match(rest[2], /^Strongest attention/);
  };

stageWhy['a click explains it too; on a phone the line stands in rows that fit'] =
  async (page) => {
    await look(page, 20);
    await press(page, 'gf-stage #mode-why', 'Enter');
    await until(page, ANSWERED);
    await inPage(
      page,
      async ({ element, deep, until }, width) => {
        element.style.inlineSize = `${width}px`;
        await until('rows', () => deep('gf-stage .cells'));
      },
      PHONE_PX,
    );
    checkSum(await read(page));
    const rows = await inPage(page, ({ deep, element }) => {
      const cells = [...deep('gf-stage .cells').children];
      const bottom = (/** @type {Element} */ cell) =>
        Math.round(cell.getBoundingClientRect().bottom);
      const { left, right } = element.getBoundingClientRect();
      const parts = [...deep('gf-stage').shadowRoot.querySelectorAll('.stage *')];
      return {
        n: cells.length,
        first: cells.filter((cell) => bottom(cell) === bottom(cells[0])).length,
        scrolls:
          deep('gf-stage .stage').scrollWidth - deep('gf-stage .stage').clientWidth,
        outside: parts
          .filter((part) => !part.closest('.chips') && !part.matches('.hidden'))
          .map((part) => part.getBoundingClientRect())
          .filter(
            (box) => box.width > 0 && (box.left < left - 1 || box.right > right + 1),
          ).length,
      };
    });
    assert.deepEqual(
      { ...rows, n: rows.n > 28 },
      { n: true, first: 14, scrolls: 0, outside: 0 },
    );
    await checkWithAxe(page, 'the line in rows', 'gf-stage');
    await inPage(page, ({ deep }) => deep('gf-stage .cells').children[5].click());
    await until(page, `state.pin.i === 5 && ${ANSWERED}`);
    await inPage(page, ({ app, element }) => {
      element.style.inlineSize = '';
      app.selection.showOnStage('attention');
      app.selection.select({ pin: null, hover: null });
    });
    await leave(page);
  };
