// SPDX-License-Identifier: MIT
// Text as it is typed: how many characters at a time and when, which tokens share a run of text,
// where one of them stands, and which one is pressed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBrowser } from '../../support/browser.js';
import { makeGlobals } from '../../support/app-in-node.js';
import { listenersOf } from '../../support/render.js';
import { stopTime } from '../../support/clock.js';
import '../../../../web/views/samples/written-text.js';

makeBrowser();

/** What the element uses of a page: runs of text on one line, ten pixels a character. */
function page() {
  /** @type {any[]} */ const spans = [];
  const node = (/** @type {string} */ data) => ({
    data,
    get length() {
      return this.data.length;
    },
    appendData(/** @type {string} */ more) {
      this.data += more;
    },
  });
  const span = () => ({
    ...{ className: '', dataset: {}, text: { data: '' } },
    append(/** @type {any} */ text) {
      this.text = text;
    },
    remove() {
      spans.splice(spans.indexOf(this), 1);
    },
  });
  function range() {
    let [from, to] = [0, 0];
    return {
      setStart: (/** @type {any} */ _, /** @type {number} */ at) => (from = at),
      setEnd: (/** @type {any} */ _, /** @type {number} */ at) => (to = at),
      getClientRects: () => [
        {
          ...{ left: 10 * from, right: 10 * to, width: 10 * (to - from) },
          ...{ top: 0, bottom: 20, height: 20 },
        },
      ],
    };
  }
  makeGlobals();
  const made = { createTextNode: node, createElement: span, createRange: range };
  Object.assign(globalThis.document, made);
  const scroll = {
    ...{ scrollTop: 0, clientHeight: 100, scrollHeight: 100, clientLeft: 0 },
    ...{ clientTop: 0, offsetWidth: 100, offsetHeight: 100 },
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }),
  };
  const parts = /** @type {Record<string, any>} */ ({
    '.scroll': scroll,
    '.model': { append: (/** @type {any} */ one) => spans.push(one) },
    '.coming': { dataset: {} },
    '.chosen': { hidden: true, style: {}, parentElement: scroll },
  });
  return { spans, parts };
}

/** @param {string[]} texts @param {number} [p] */
const tokensOf = (texts, p = 0.5) => texts.map((text) => ({ text, p }));

function written() {
  const { spans, parts } = page();
  const Element = /** @type {any} */ (globalThis.customElements.get('gf-written-text'));
  const querySelector = (/** @type {string} */ name) => parts[name];
  const element = Object.assign(new Element(), { renderRoot: { querySelector } });
  const texts = () => spans.map(({ text }) => text.data);
  const show = (/** @type {object} */ own) => {
    Object.assign(element, own);
    element.updated();
    return texts();
  };
  /** @type {number[]} */ const chosen = [];
  element.dispatchEvent = (/** @type {CustomEvent} */ { detail }) =>
    chosen.push(detail);
  const hear = (/** @type {string} */ type, /** @type {object} */ event) => {
    listenersOf(element, element.render(), type)[0](event);
    return chosen.splice(0);
  };
  return { element, show, texts, spans, parts, hear };
}

test('text is typed eight characters every 67 ms, and the rest of a word keeps its room', (t) => {
  const pass = stopTime(t);
  const { show, texts, parts } = written();
  const tokens = tokensOf([...'the grey owl sang']);
  assert.deepEqual(show({ typing: true, tokens }), []);
  assert.equal(parts['.coming'].dataset.rest, 'the');
  pass(66);
  assert.deepEqual(texts(), []);
  pass(1);
  assert.deepEqual(texts(), ['the grey']);
  assert.equal(parts['.coming'].dataset.rest, '');
  pass(67);
  assert.deepEqual(texts(), ['the grey owl san']);
  assert.equal(parts['.coming'].dataset.rest, 'g');
  for (let n = 0; n < 9; n++) pass(67);
  assert.deepEqual(texts(), ['the grey owl sang']);
  // Another text is typed from where it differs.
  const other = [...tokens.slice(0, 4), ...tokensOf([...'fox is here'])];
  assert.deepEqual(show({ tokens: other }), ['the ']);
  pass(40);
  // The one before it is typed no more.
  const third = [...tokens.slice(0, 4), ...tokensOf([...'hen'])];
  assert.deepEqual(show({ tokens: third }), ['the ']);
  pass(66);
  assert.deepEqual(texts(), ['the ']);
  pass(1);
  assert.deepEqual(texts(), ['the hen']);
  pass(1000);
  assert.deepEqual(texts(), ['the hen']);
});

test('a text that is moved elsewhere in the page is typed to its end', (t) => {
  const pass = stopTime(t);
  const { element, show, texts } = written();
  show({ typing: true, tokens: tokensOf([...'the grey owl sang']) });
  pass(67);
  element.disconnectedCallback();
  pass(67);
  pass(67);
  assert.deepEqual(texts(), ['the grey owl sang']);
});

test('a text at once is in runs of equal tone; what stays is not written again', () => {
  const { show, spans } = written();
  const [sure, unsure] = [tokensOf(['a', 'b', 'c']), tokensOf(['d', 'e'], 0.19)];
  const copied = [false, true, true, false, false];
  assert.deepEqual(show({ tokens: [...sure, ...unsure], copied }), ['a', 'bc', 'de']);
  assert.deepEqual(
    spans.map(({ className, dataset }) => [className, dataset.from]),
    [
      ['', '0'],
      ['copied', '1'],
      ['pale', '3'],
    ],
  );
  const [first, second] = spans;
  assert.deepEqual(show({ tokens: sure.slice(0, 2) }), ['a', 'b']);
  assert.deepEqual([spans[0], spans[1]], [first, second]);
  assert.deepEqual(show({ tokens: sure, copied: null }), ['abc']);
  assert.equal(spans[0], first);
});

test('the token under the pointer is chosen, and outlined where it stands', () => {
  const { show, spans, parts, hear } = written();
  const tokens = tokensOf(['ab', 'c', 'def']);
  show({ tokens, copied: [false, false, true] });
  const click = (/** @type {any} */ target, /** @type {number} */ clientX) =>
    hear('click', { composedPath: () => [target], clientX, clientY: 5 });
  assert.deepEqual(click(parts['.scroll'], 5), []);
  assert.deepEqual(click(spans[0], 5), [0]);
  assert.deepEqual(click(spans[0], 19), [0]);
  assert.deepEqual(click(spans[0], 20), [1]);
  assert.deepEqual(click(spans[0], 31), []);
  assert.deepEqual(click(spans[1], 5), [2]);
  show({ chosen: 1 });
  const { hidden, style } = parts['.chosen'];
  assert.deepEqual([hidden, style.left, style.width], [false, '20px', '10px']);
  show({ chosen: -1 });
  assert.equal(parts['.chosen'].hidden, true);
});

test('arrows choose the next token, Escape none', () => {
  const { element, show, hear } = written();
  show({ tokens: tokensOf(['a', 'b', 'c']) });
  const press = (/** @type {string} */ key, /** @type {number} */ from) => {
    element.chosen = from;
    return hear('keydown', { key, preventDefault() {}, stopPropagation() {} });
  };
  assert.deepEqual(press('ArrowRight', -1), [0]);
  assert.deepEqual(press('ArrowRight', 2), [2]);
  assert.deepEqual(press('ArrowLeft', -1), [2]);
  assert.deepEqual(press('ArrowLeft', 0), [0]);
  assert.deepEqual(press('Escape', 1), [-1]);
  assert.deepEqual(press('Escape', -1), []);
  assert.deepEqual(press('x', 1), []);
});

test('a text that grows is followed at its end; one that is there as a whole begins at its top', () => {
  const { show, parts } = written();
  const { '.scroll': scroll } = parts;
  const tokens = tokensOf(['one ', 'two ']);
  show({ tokens });
  scroll.scrollHeight = 112;
  show({ copied: [true, false] });
  assert.equal(scroll.scrollTop, 0);
  show({ tokens: [...tokens, ...tokensOf(['three'])], copied: null });
  assert.equal(scroll.scrollTop, 112);
});
