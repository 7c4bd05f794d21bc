// SPDX-License-Identifier: MIT
// The sentences of lessons: Markdown as nodes, links that may be followed, values put into them, the
// handout; and what a reader has done, as it is stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBrowser } from '../support/browser.js';
import en from '../../../web/lessons/en.js';
import { LESSONS } from '../../../web/lessons/built-in.js';
import { drawHandout } from '../../../web/lessons/handout.js';
import {
  changeWords,
  filled,
  keptBy,
  namesIn,
  namesOf,
  wordsIn,
} from '../../../web/lessons/lesson.js';
import { markdown, plainText } from '../../../web/lessons/markdown.js';
import { parseWords } from '../../../web/lessons/parse-words.js';
import { StoredProgress } from '../../../web/lessons/progress.js';
import { wordsOf } from '../support/app-in-node.js';
import { htmlOf, listenersOf, textOf } from '../support/render.js';
import { pageStorage } from '../support/storage.js';

makeBrowser();

const storage = pageStorage();

/** A sentence of a lesson, in the field of a step. @param {string} text @param {string} [field] */
function parsed(text, field = 'say') {
  const step = { say: '', act: '', see: '', claims: [], actions: [], [field]: text };
  const lesson = { title: '', goal: '', question: '', answer: '', steps: [step] };
  return /** @type {any} */ (parseWords(/** @type {any} */ (lesson)).steps[0])[field];
}

test('Markdown becomes nodes: paragraphs, lists, code, what is within a sentence', () => {
  assert.equal(parsed('One sentence.'), 'One sentence.');
  assert.deepEqual(parsed('A **bold** and *soft* `word`.'), [
    ...['A ', ['b', ['bold']], ' and ', ['em', ['soft']], ' ', ['code', ['word']], '.'],
  ]);
  assert.deepEqual(parsed('1. a\n2. b'), [
    [
      'ol',
      [
        ['li', ['a']],
        ['li', ['b']],
      ],
    ],
  ]);
  assert.deepEqual(parsed('- a'), [['ul', [['li', ['a']]]]]);
  assert.deepEqual(parsed('    x = 1'), [['pre', ['x = 1']]]);
  assert.deepEqual(parsed('# Title'), [['b', ['Title']]]);
  assert.deepEqual(
    parsed('a\n\nb').filter((/** @type {unknown} */ each) => Array.isArray(each)),
    [
      ['p', ['a']],
      ['p', ['b']],
    ],
  );
  // What a reader sees of a step is one sentence; a button shows it as it is written.
  assert.equal(parsed('- a', 'see'), '- a');
  assert.equal(parsed('**a**', 'act'), '**a**');
});

test('a link leads to pages and mail alone; tags are text', () => {
  const link = (/** @type {string} */ href) => parsed(`[here](${href})`)[0];
  for (const href of ['https://a.org/b', 'http://a.org', 'mailto:x@a.org', 'page.html'])
    assert.deepEqual(link(href), ['a', ['here'], href]);
  for (const href of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])
    assert.equal(typeof link(href), 'string', href);
  assert.equal(textOf(htmlOf(markdown(parsed('<b>x</b>')))), '<b>x</b>');
  assert.match(htmlOf(markdown(parsed('<img src=x onerror=y>'))), /^&#60;img/);
  const html = htmlOf(markdown(parsed('[here](https://a.org/b)')));
  assert.match(
    html,
    /<a href=https:\/\/a\.org\/b target="_blank" rel="noopener noreferrer">here<\/a>/,
  );
});

test('nodes are drawn as what they are, and read without marks', () => {
  const html = (/** @type {string} */ text) =>
    htmlOf(markdown(parsed(text))).replace(/\s+/g, ' ');
  assert.equal(html('A **b** `c`'), 'A <b>b</b> <code>c</code>');
  assert.equal(html('1. a\n2. b'), '<ol> <li>a</li><li>b</li> </ol>');
  assert.equal(html('- a'), '<ul> <li>a</li> </ul>');
  assert.equal(html('    x'), '<pre><code>x</code></pre>');
  assert.equal(html('> a'), '<blockquote><p>a</p></blockquote>');
  assert.equal(plainText(parsed('A **b** `c`')), 'A b c');
  assert.equal(plainText(parsed('- a\n- b')), 'a b');
  assert.equal(plainText(parsed('a  \nb')), 'a\nb');
});

test('values are put into sentences, also within bold and lists; a dash for what is not known', () => {
  const sentence = parsed('Loss {loss}, **{share%}** of {n}.');
  const values = { loss: '1.02', 'share%': '30%' };
  assert.equal(plainText(filled(sentence, values)), 'Loss 1.02, 30% of –.');
  assert.deepEqual(namesIn(sentence), ['loss', 'share', 'n']);
  assert.deepEqual(namesIn({ en: '{a} {b}', es: '{b} {c}' }), ['a', 'b', 'c']);
  const step = /** @type {any} */ ({
    claims: [
      { left: 'a', right: 2 },
      { left: 'b', right: 'a' },
    ],
    see: '{c} {b}',
    actions: [{ keep: { k: 'a' } }, {}, { keep: { l: 'b' } }],
  });
  assert.deepEqual(namesOf(step), ['a', 'b', 'c']);
  assert.deepEqual(keptBy(step), ['k', 'l']);
});

test('words in the reader’s language, else in English, else in what there is', () => {
  const words = { en: 'one', es: 'uno' };
  assert.deepEqual(
    ['es', 'en', 'de'].map((lang) => wordsIn(words, lang)),
    ['uno', 'one', 'one'],
  );
  assert.equal(wordsIn({ es: 'uno' }, 'de'), 'uno');
  assert.equal(wordsIn('plain', 'es'), 'plain');
  const [lesson] = LESSONS;
  const changed = changeWords(lesson, (_, field) => field);
  assert.deepEqual(
    [changed.title, changed.goal, changed.question, changed.answer],
    ['title', 'goal', 'question', 'answer'],
  );
  const [step] = changed.steps.filter(({ options }) => options);
  assert.deepEqual(
    [step.say, step.ask, step.act, step.see],
    ['say', 'ask', 'act', 'see'],
  );
});

test('the handout has every task, its options and its answer, in order', () => {
  const { format } = wordsOf('en');
  const look = /** @type {any} */ ({ t: en, format, lang: 'en' });
  const list = LESSONS.slice(0, 2).map((lesson) => ({ key: lesson.id, lesson }));
  let closed = 0;
  const sheet = drawHandout(list, look, () => closed++);
  const text = textOf(htmlOf(sheet));
  let from = 0;
  const follows = (/** @type {string} */ words) => {
    const at = text.indexOf(words.replace(/\s+/g, ' ').trim(), from);
    assert.ok(at >= 0, words);
    from = at;
  };
  for (const [n, { lesson }] of list.entries()) {
    follows(`${n + 1}. ${wordsIn(lesson.title, 'en')}`);
    follows(`${lesson.minutes} min`);
    for (const { ask, options, act } of lesson.steps) {
      if (ask) follows(String(plainText(wordsIn(ask, 'en'))));
      for (const { words } of options ?? []) follows(plainText(wordsIn(words, 'en')));
      follows(`${wordsIn(act, 'en')}.`);
    }
    follows(plainText(wordsIn(lesson.question, 'en')));
  }
  follows(en.ui.answers);
  for (const { lesson } of list)
    follows(plainText(wordsIn(lesson.answer, 'en')).slice(0, 40));
  for (const act of listenersOf(null, sheet, 'click').slice(1)) act({});
  assert.equal(closed, 1);
});

test('progress is stored whole; what is not progress is left out, broken storage is none', () => {
  const progress = {
    at: 2,
    predictions: { 0: 1, 1: 'mine' },
    outcomes: { 0: { values: { a: 1 }, held: [true], wrote: '' } },
    words: { 1: 'x' },
    kept: { a: 0.5 },
  };
  const stored = new StoredProgress();
  stored.write({ head: progress });
  assert.deepEqual(stored.read(), { head: progress });
  assert.deepEqual(new StoredProgress().read(), { head: progress });
  const key = 'glassformer.lessons';
  const { words, ...older } = progress;
  assert.ok(words);
  storage.setItem(
    key,
    JSON.stringify({
      older,
      bad: { ...progress, at: 'x' },
      worse: 3,
      held: { ...progress, outcomes: { 0: { values: 1 } } },
    }),
  );
  assert.deepEqual(stored.read(), { older: { ...older, words: {} } });
  storage.setItem(key, '{');
  assert.deepEqual(stored.read(), {});
  storage.clear();
  assert.deepEqual(stored.read(), {});
});
