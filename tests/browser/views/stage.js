// SPDX-License-Identifier: MIT
// The stage: its sentence, its heads and its cursor are the engine's numbers, and the keyboard
// alone does everything that a mouse does.
import assert from 'node:assert/strict';
import { parseHex } from '../../../web/draw/palette.js';
import { TOKENS } from '../../../web/draw/theme.js';
import { checkWithAxe } from '../support/axe.js';
import { inPage, press, until } from '../support/page-queries.js';
import { percent, share, softmax, two, visible } from '../support/trained.js';

/** @typedef {import('../support/page-queries.js').Page} Page */

/** @type {import('../support/page-queries.js').Checks} */
export const stage = {};

const CURSOR = 'gf-stage .cursor';
/** Opacity of a thumbnail's cell: a weight to this power. */
const LIFT = 0.55;
const BAND = 0.2;

/** The stage alone, large enough for heads in panes, and moving. @param {Page} page */
const showStage = (page) =>
  inPage(page, async ({ element, app, show, until, deep }) => {
    element.dataset.views ??= element.view;
    element.view = 'stage';
    app.updateHost({ reducedMotion: false });
    await until('the stage', () => deep('gf-stage .cursor'));
    await show('gf-stage .cursor');
    // The page's own button is not the stage's.
    document.querySelector('#outside')?.toggleAttribute('hidden', true);
    // A trained model begins with a character of its choice.
    app.selection.select({ pin: null, hover: null });
  });

/** What the stage says, and what the engine answers about the same line. @param {Page} page */
const read = (page) =>
  inPage(page, async ({ element, deep, settled, session, words, until }) => {
    await until(
      'this step',
      () => element.viewState.activations.step === session.steps,
    );
    await settled();
    const { line } = element.viewState;
    const look = await session.runWithCache({ text: line });
    const slider = deep('gf-stage .cursor');
    return {
      ...{ look, vocabulary: session.info.vocabulary },
      main: words(deep('gf-stage .main')),
      more: words(deep('gf-stage .more')),
      value: slider.getAttribute('aria-valuenow'),
      most: slider.getAttribute('aria-valuemax'),
      spoken: slider.getAttribute('aria-valuetext'),
      isolated: element.viewState.isolated,
      pin: element.viewState.pin,
    };
  });

/** @param {any} look @param {number} l @param {number} h @param {number} i @param {number} j */
const weight = (look, l, h, i, j) =>
  look.attention[((l * look.H + h) * look.T + i) * look.T + j];

/** @param {any} look @param {{ layer: number, head: number }[]} heads @param {number} i */
function strongest(look, heads, i) {
  const all = heads.flatMap(({ layer: l, head: h }) =>
    Array.from({ length: i + 1 }, (_, j) => ({
      ...{ l, h, j },
      value: weight(look, l, h, i, j),
    })),
  );
  return all.reduce((best, each) => (each.value > best.value ? each : best));
}

/** What is said of a row's largest weight, beside an even spread over i + 1 positions.
 * @param {any} look @param {number} i @param {{ j: number, value: number }} most */
function how(look, i, { j, value }) {
  const even = `evenly: ${percent(1 / (i + 1))}`;
  const among = value < 1.25 / (i + 1) ? 'about evenly' : 'to several keys';
  if (value < 2 / (i + 1)) return `${among} (at most ${percent(value)}; ${even})`;
  const back = j === i ? 'itself' : `${i - j} back`;
  return `most to ‘${visible(look.characters[j])}’, ${back} (${percent(value)}; ${even})`;
}

/** @param {any} look */
const allHeads = ({ L, H }) =>
  Array.from({ length: L * H }, (_, n) => ({ layer: Math.floor(n / H), head: n % H }));

/** Mean surprisal of a line, bits. @param {number[]} loss */
const bits = (loss) =>
  loss.slice(0, -1).reduce((a, b) => a + b, 0) / (loss.length - 1) / Math.LN2;

/** @param {any} seen @param {number} i */
function predicted({ look, vocabulary }, i) {
  const V = vocabulary.length;
  const p = softmax(look.logits.slice(i * V, (i + 1) * V));
  const best = p.indexOf(Math.max(...p));
  return { guess: vocabulary[best], p: p[best], truth: look.characters[i + 1] };
}

stage['without a pin the sentence counts right guesses and bits of the line'] = async (
  page,
) => {
  await showStage(page);
  const seen = await read(page);
  const n = seen.look.n - 1;
  const right = Array.from({ length: n }, (_, i) => predicted(seen, i)).filter(
    ({ guess, truth }) => guess === truth,
  ).length;
  const mean = two(bits(seen.look.loss));
  assert.equal(seen.main, `${right} of ${n} characters guessed right.`);
  assert.ok(seen.more.startsWith(`Surprisal ${mean} bits on average`), seen.more);
  // The second number computes from the digits of the first.
  const choices = 2 ** Number(mean);
  const among = choices.toFixed(choices < 2 ? 1 : 0);
  assert.ok(seen.more.includes(`choosing among about ${among} characters`), seen.more);
  assert.equal(seen.value, '0');
  assert.equal(seen.most, String(seen.look.n));
};

stage['keys move the cursor, and the sentence is what the engine predicts there'] =
  async (page) => {
    await showStage(page);
    await press(page, CURSOR, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    const seen = await read(page);
    const i = 3;
    assert.deepEqual(seen.pin, { i, j: null });
    const { guess, p, truth } = predicted(seen, i);
    const before = seen.look.characters.slice(0, i + 1).join('');
    const verdict = guess === truth ? 'Right.' : `The text has ‘${visible(truth)}’.`;
    const said = `After ${before} the model predicts ${visible(guess)} (${share(p)}). ${verdict}`;
    assert.equal(seen.main, said.replace(/\s+/g, ' '));
    const most = strongest(seen.look, allHeads(seen.look), i);
    const even = percent(1 / (i + 1));
    assert.ok(most.value >= 2 / (i + 1), `${most.value}: not clear`);
    const back = most.j === i ? 'itself' : `${i - most.j} back`;
    assert.equal(
      seen.more,
      `Strongest attention: head ${most.l + 1}.${most.h + 1} to ` +
        `‘${visible(seen.look.characters[most.j])}’, ${back} ` +
        `(${percent(most.value)}; evenly ${even}).`,
    );
    assert.equal(seen.value, String(i + 1));
    assert.equal(seen.spoken.replace(/\s+/g, ' '), `${seen.main} ${seen.more}`);
    await page.keyboard.press('End');
    await until(page, `state.pin?.i === ${seen.look.n - 1}`);
    await page.keyboard.press('ArrowRight');
    await until(page, `state.pin?.i === ${seen.look.n - 1}`);
    await page.keyboard.press('Home');
    await until(page, 'state.pin?.i === 0');
    await page.keyboard.press('Escape');
    await until(page, 'state.pin === null');
  };

stage['a head is shown alone by arrow keys, and let go by Escape'] = async (page) => {
  await showStage(page);
  await press(page, CURSOR, 'End', 'ArrowUp', 'ArrowUp');
  await until(page, 'state.isolated?.head === 1 && state.isolated.layer === 0');
  const seen = await read(page);
  const i = seen.look.n - 1;
  const most = strongest(seen.look, [{ layer: 0, head: 1 }], i);
  assert.equal(seen.more, `Head 1.2 attends ${how(seen.look, i, most)}.`);
  const pressed = await inPage(page, ({ deep }) =>
    [...deep('gf-stage .picture').querySelectorAll('.lines')].map((button) =>
      button.getAttribute('aria-pressed'),
    ),
  );
  assert.equal(pressed.filter((/** @type {string} */ x) => x === 'true').length, 1);
  assert.equal(pressed.length, seen.look.L * seen.look.H);
  const selected = await inPage(page, ({ state }) => [state.layer, state.head]);
  assert.deepEqual(selected, [0, 1]);
  await page.keyboard.press('Escape');
  await until(page, 'state.isolated === null && state.pin !== null');
  await page.keyboard.press('Escape');
  await until(page, 'state.pin === null');
};

stage['a head that is off is named with what it costs on this line'] = async (page) => {
  await showStage(page);
  const before = await read(page);
  await press(page, CURSOR, 'Home', 'ArrowUp', 'x');
  await until(
    page,
    'state.ablated.length === 1 && state.activations.ablated.length === 1',
  );
  const off = await read(page);
  const [now, all] = [two(bits(off.look.loss)), two(bits(before.look.loss))];
  assert.notEqual(off.look.loss[5], before.look.loss[5]);
  const cost =
    now === all
      ? `${now} bits per character, the same as with it.`
      : `${now} bits per character (${all} with it).`;
  assert.equal(off.more, `Without head 1.1: ${cost} ◥ guess changed.`);
  const card = await inPage(page, ({ deep, pixels, words }) => {
    const card = deep('gf-stage .card.off');
    return {
      name: words(card.querySelector('.name')),
      checked: card.querySelector('.switch').getAttribute('aria-checked'),
      empty: pixels(card.querySelector('.thumb')).data.every(
        (/** @type {number} */ p, /** @type {number} */ k, /** @type {any} */ all) =>
          p >>> 24 === 0 || k < Math.sqrt(all.length),
      ),
    };
  });
  assert.deepEqual(card, { name: '1.1 off', checked: 'false', empty: true });
  // The switch turns it on again.
  await press(page, 'gf-stage .card.off .switch', ' ');
  await until(page, 'state.ablated.length === 0');
  await until(page, 'state.activations.ablated.length === 0');
  const again = await read(page);
  assert.deepEqual(again.look.loss, before.look.loss);
  await press(page, CURSOR, 'Escape', 'Escape');
};

stage['thumbnails are the weights; the row looked at is a band'] = async (page) => {
  await showStage(page);
  await inPage(page, ({ app }) => app.selection.select({ pin: { i: 7, j: null } }));
  const seen = await read(page);
  const cards = await inPage(page, async ({ deep, pixels, settled }) => {
    await settled();
    return [...deep('gf-stage .picture').querySelectorAll('.card')].map((card) => ({
      layer: Number(card.dataset.layer),
      head: Number(card.dataset.head),
      ...pixels(card.querySelector('.thumb')),
    }));
  });
  assert.equal(cards.length, seen.look.L * seen.look.H);
  const { n } = seen.look;
  for (const { layer, head, width, height, data } of cards) {
    assert.deepEqual([width, height], [n, n]);
    const [r, g, b] = parseHex(TOKENS[/** @type {'head-1'} */ (`head-${head + 1}`)][0]);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const pixel = data[i * n + j];
        const lifted = j <= i ? weight(seen.look, layer, head, i, j) ** LIFT : 0;
        const alpha = i === 7 && j <= i ? BAND + (1 - BAND) * lifted : lifted;
        const where = `head ${layer + 1}.${head + 1}, ${i} looks at ${j}`;
        // Weights are looked up in 1,024 steps; the power lifts the smallest most.
        assert.ok(
          Math.abs((pixel >>> 24) - 255 * alpha) < 7,
          `${where}: ${pixel >>> 24}`,
        );
        // Browsers keep colours multiplied by their opacity.
        if (pixel >>> 24 < 128) continue;
        assert.ok(Math.abs((pixel & 255) - r) < 3, where);
        assert.ok(Math.abs(((pixel >> 8) & 255) - g) < 3, where);
        assert.ok(Math.abs(((pixel >> 16) & 255) - b) < 3, where);
      }
    }
  }
};

stage['a click pins the column under it, a second one lets go'] = async (page) => {
  await showStage(page);
  const at = await inPage(page, ({ deep }) => {
    const box = deep('gf-stage .cursor').getBoundingClientRect();
    const n = Number(deep('gf-stage .cursor').getAttribute('aria-valuemax'));
    return { x: box.left + (5.5 * box.width) / n, y: box.top - 60 };
  });
  await page.mouse.move(at.x, at.y);
  await until(page, 'state.hover?.i === 5');
  await page.mouse.click(at.x, at.y);
  await until(page, 'state.pin?.i === 5');
  await page.mouse.click(at.x, at.y);
  await until(page, 'state.pin === null');
  await page.mouse.move(2, 2);
  await until(page, 'state.hover === null');
};

stage['the line is typed in place; Escape brings the old one back'] = async (page) => {
  await showStage(page);
  const line = await inPage(page, ({ state }) => state.line);
  await press(page, 'gf-stage #edit', 'Enter');
  await press(page, 'gf-stage #line', 'Control+a');
  await page.keyboard.type('the dog');
  await until(page, "state.activations?.text === 'the dog' && state.pin?.i === 6");
  const seen = await read(page);
  assert.ok(seen.main.startsWith('After the dog the model predicts '), seen.main);
  await page.keyboard.press('Escape');
  await until(page, `state.activations?.text === ${JSON.stringify(line)}`);
  const focus = await inPage(
    page,
    ({ deep }) => deep('gf-stage').shadowRoot.activeElement.id,
  );
  assert.equal(focus, 'edit');
};

stage[
  'the line stays open when the window loses the focus, and closes when something else has it'
] = async (page) => {
  await showStage(page);
  await press(page, 'gf-stage #edit', 'Enter');
  await inPage(page, ({ until, deep }) =>
    until('the field', () => deep('gf-stage #line')),
  );
  const open = await inPage(page, async ({ deep, element }) => {
    const isOpen = () => deep('gf-stage #line') !== null;
    const stays = [];
    // What a browser sends when another window comes to the front.
    deep('gf-stage #line').dispatchEvent(new FocusEvent('blur'));
    await element.updateComplete;
    await deep('gf-stage').updateComplete;
    stays.push(isOpen());
    deep('gf-stage #write-on').focus();
    await deep('gf-stage').updateComplete;
    stays.push(isOpen());
    return stays;
  });
  assert.deepEqual(open, [true, false]);
};

stage['the model writes on from the line, which comes back'] = async (page) => {
  await showStage(page);
  const line = await inPage(page, ({ app, element }) => {
    app.selection.setLine('the dog');
    app.selection.setSampler({ greedy: true });
    return element.viewState.line;
  });
  await press(page, 'gf-stage #write-on', 'Enter');
  await until(page, 'state.line.length >= 10');
  await press(page, 'gf-stage #write-on', 'Enter');
  const { written, wanted } = await inPage(
    page,
    async ({ session, element }, prompt) => {
      const written = element.viewState.line;
      const chars = written.length - prompt.length;
      const { text } = await session.sample({ prompt, chars, greedy: true });
      return { written, wanted: prompt + text };
    },
    line,
  );
  assert.equal(written, wanted);
  await press(page, CURSOR, 'Escape');
  await until(page, `state.line === ${JSON.stringify(line)}`);
  await inPage(page, ({ app }) => {
    app.selection.setSampler({ greedy: false });
    app.selection.nextLine(0);
  });
  await until(page, 'state.activations?.text === state.line');
};

stage['an earlier step says so, and how to come back'] = async (page) => {
  await showStage(page);
  await inPage(page, ({ app, state }) => {
    app.selection.select({ pin: { i: 4, j: null } });
    app.snapshots.go(state.snapshots[0]);
  });
  await until(page, 'state.activations?.step === state.viewedStep');
  const { said, step } = await inPage(page, async ({ deep, settled, state, words }) => {
    await settled();
    return { said: words(deep('gf-stage .main')), step: state.viewedStep };
  });
  assert.ok(said.startsWith(`At step ${step}: After `), said);
  await press(page, 'gf-stage #now', 'Enter');
  await until(page, 'state.viewedStep === null');
  await until(page, 'state.activations?.step === session.steps');
};

stage['a gloss opens on focus, and another by arrow keys'] = async (page) => {
  await showStage(page);
  await press(page, 'gf-stage button.label[tabindex="0"]', 'ArrowDown');
  const gloss = await inPage(page, async ({ deep, settled, words }) => {
    await settled();
    const label = deep('gf-stage').shadowRoot.activeElement;
    return {
      name: label.textContent.trim(),
      about: label.getAttribute('aria-describedby'),
      words: words(deep('gf-stage #gloss')),
    };
  });
  assert.equal(gloss.about, 'gloss');
  assert.ok(gloss.name.length > 2 && gloss.words.length > 30, JSON.stringify(gloss));
  await page.keyboard.press('Escape');
  assert.equal(await inPage(page, ({ deep }) => deep('gf-stage #gloss')), null);
};

stage[
  'axe has nothing to object to, with a pin, a head off, the menu and a line open'
] = async (page) => {
  await showStage(page);
  await inPage(page, ({ app }) => app.selection.select({ pin: { i: 7, j: null } }));
  await checkWithAxe(page, 'pinned');
  await press(page, CURSOR, 'ArrowUp', 'x');
  await until(page, 'state.activations.ablated.length === 1');
  await checkWithAxe(page, 'a head off and alone', 'gf-stage');
  await press(page, CURSOR, 'x', 'Escape');
  await until(page, 'state.activations.ablated.length === 0');
  await press(page, 'gf-stage #more', 'Enter');
  await checkWithAxe(page, 'the menu', 'gf-stage');
  // For a finger it has moved, and closed.
  await inPage(
    page,
    ({ deep }) => deep('gf-stage #menu') ?? deep('gf-stage #more').click(),
  );
  await press(page, 'gf-stage #open-key', 'Enter');
  await checkWithAxe(page, 'the list of marks', 'gf-stage');
  await press(page, 'gf-stage .key button', 'Enter');
  await press(page, 'gf-stage #edit', 'Enter');
  await checkWithAxe(page, 'a line being typed', 'gf-stage');
  await press(page, 'gf-stage #line', 'Escape');
  await inPage(page, ({ app, element }) => {
    app.selection.select({ pin: null });
    element.view = element.dataset.views;
    delete element.dataset.views;
    document.querySelector('#outside')?.toggleAttribute('hidden', false);
  });
};
