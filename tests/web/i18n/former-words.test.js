// SPDX-License-Identifier: MIT
// Words that readers took for something else, and what is said instead: what was given up does not
// come back, anywhere in English.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import lessonWords from '../../../web/lessons/en.js';
import { LESSONS } from '../../../web/lessons/built-in.js';
import { spoken, leaves } from '../support/catalogues.js';

const FOLDER = fileURLToPath(new URL('../../../web/i18n/en/', import.meta.url));

/** Every sentence of the catalogues and lessons, with marks for its data. */
async function sentences() {
  const files = readdirSync(FOLDER).filter(
    (file) => !/^(tabs|sentences)\.data/.test(file),
  );
  const catalogues = await Promise.all(
    files.map(async (file) => (await import(`${FOLDER}${file}`)).default),
  );
  const said = [...catalogues, lessonWords].flatMap((words) =>
    [...leaves(words).values()].flatMap((leaf) =>
      typeof leaf === 'function'
        ? [undefined, '1', '0'].map((only) => spoken(leaf, only).text)
        : typeof leaf === 'string'
          ? [leaf]
          : [],
    ),
  );
  const lessons = JSON.stringify(LESSONS, (_, value) => value?.en ?? value);
  return [...said, ...lessons.split('"')];
}

/** What was said, and what is. @type {[RegExp, RegExp][]} */
const FORMER = [
  [/^It is ‘/, /^The text has ‘/],
  [/among 1\.0/, /^almost certain$/],
  [/choosing among [^at]/, /choosing among about /],
  [/probability of the right one/, /^probability of the correct character$/],
  [/bits a character|another guess\./, /^◥ guess changed\.$/],
  [/generali[sz]ation gap/, /^validation 0\.1 above training$/],
  [/first head pattern/, /^head .* learns: /],
  [/^Go on$/, /^Resume$/],
  [/Train starts anew/, /^Pretrained\. Train starts a new model\.$/],
  [/trained elsewhere/, /\. Train continues it\.$/],
  [/^pale: under/, /^pale = under .* likely$/],
  [/A colour is a head/, /Each colour is one head\.$/],
  [/For so short a text/, /^Short text: context length .*; .* is held out/],
  [/These settings need a new model/, /^Applies after a restart\.$/],
  [/Return to now/, /^Back to now$/],
  [/Models of others open too/, /You can also open /],
  [/n_head must be/, /^Must divide the embedding size\.$/],
  [
    /What is shown here is the model/,
    /Everything here is computed with these heads off\.$/,
  ],
  [/The model that Train makes/, /^Train starts a new model: /],
  [/ it expects ‘|it expects \{/, /^After .* the model predicts .* \(.*\)\.$/],
  [/Strongest look/, /^Strongest attention: head /],
  [
    /A line leads from/,
    /Lines rise from the attended token to the attending one; thicker is/,
  ],
  [/Escape lets go/, /Escape clears the selection\.$/],
  [/its lines alone/, /^Show only head /],
  [/Put it on the stage/, /^Show on the stage$/],
  [/Go on from here/, /^Continue from here$/],
  [/where from\?/, /^Trace this number$/],
  [
    /at most .*activations are below/,
    /^up to .* of a layer’s activations have a magnitude below 0\.001$/,
  ],
  [/^Less: |^More: /, /^Fewer layers$/],
  [/takes the sixth for you/, /the lesson pins the sixth/],
  [/Share of its letter pairs/, /%\} of its letter pairs but .* of its words/],
  [/There it will go on/, /^On such lines the model will continue/],
  [/Every .*th evaluation/, /^One evaluation of every /],
  [/Far above: the learning rate/, /more than a factor of ten from a thousandth/],
  [/[Pp]oint at the curve/, /Click the curve, or use its arrow keys, to look back/],
  [/no two heads (are )?alike/i, /most alike differ by/],
];

test('what was misread is not said again, and what replaced it is', async () => {
  const said = await sentences();
  assert.ok(said.length > 1500, `${said.length}`);
  for (const [was, is] of FORMER) {
    assert.deepEqual(
      said.filter((words) => was.test(words)),
      [],
      `${was}`,
    );
    assert.ok(
      said.some((words) => is.test(words)),
      `${is} is said nowhere`,
    );
  }
});
