// SPDX-License-Identifier: MIT
// Writes docs/answers.md: every lesson played in the page with the right predictions, and the
// built-in assignments trained for one ID. `node tests/tools/answers.js --check` compares only.

import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { rightOf, wordsIn } from '../../web/lessons/lesson.js';
import { openSite } from '../browser/support/harness.js';
import { MISSING, PUBLIC_FILES, published } from '../published.js';
import { LESSONS } from '../../web/lessons/built-in.js';
import { BUILT_IN } from '../../web/assignments/built-in.js';
import { tableOf } from '../../web/build/markdown.js';
import { run } from '../../web/command/command.js';
import { ROOT, optionsWith, stop } from '../../bench/common.js';

/** @import { RubricLine } from '../../web/assignments/assignment.js' */

const PATH = `${ROOT}docs/answers.md`;
/** Of the printed key; learners have others. */
const ID = 'key';
/** Measures that are times, which differ between machines. */
const TIMES = /Ms$|^ms/;

const { check } = optionsWith({ check: false });

/** Runs in the page: a lesson from its first step. @param {string} id
 * @returns {Promise<({ values: Record<string, number>, held: boolean[] } | undefined)[]>} */
async function play(id) {
  const element = /** @type {any} */ (document.querySelector('glass-former'));
  await customElements.whenDefined('glass-lessons');
  const { lessons } = /** @type {any} */ (document.querySelector('glass-lessons'));
  await element.prepare();
  const { app } = element;
  lessons.open(id);
  lessons.again();
  const { steps } = lessons.lesson;
  for (const { ask, options = [], yours } of steps) {
    const right = options.findIndex((/** @type {any} */ option) => option.right);
    if (ask) lessons.predict(right < 0 ? '?' : right);
    if (!yours) await lessons.do(app);
    lessons.go(1);
  }
  const { outcomes } = lessons.progress;
  return steps.map((/** @type {unknown} */ _, /** @type {number} */ n) => outcomes[n]);
}

/** @param {number} x */
const shown = (x) => (Number.isInteger(x) ? String(x) : x.toPrecision(4));

async function lessonTables() {
  const site = await openSite();
  if (MISSING) stop(`The last lesson opens a published model: ${MISSING}.`);
  const page = await site.newPage(null);
  for (const [url, name] of Object.entries(PUBLIC_FILES))
    await page.route(url, (route) =>
      route.fulfill({
        body: Buffer.from(published(name)),
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
  await page.goto('index.html?lesson=list&lang=en');
  const parts = [];
  for (const [n, { id, title, steps, question, answer }] of LESSONS.entries()) {
    const outcomes = await page.evaluate(play, id);
    const rows = steps.map((step, at) => {
      const { values = {}, held = [] } = outcomes[at] ?? {};
      if (!held.every(Boolean)) stop(`${id}, step ${at + 1}: a claim does not hold`);
      const option = step.options?.[rightOf(step)]?.words ?? '';
      const numbers = Object.entries(values)
        .filter(([name]) => !TIMES.test(name))
        .map(([name, x]) => `${name} ${shown(x)}`);
      const measured = step.yours ? 'the learner’s own' : numbers.join(', ');
      const told = [step.act, option].map((words) => String(wordsIn(words, 'en')));
      return [String(at + 1), ...told, measured];
    });
    parts.push(
      `### ${n + 1}. ${wordsIn(title, 'en')} (\`${id}\`)\n\n` +
        tableOf(['step', 'act', 'right prediction', 'measured'], rows) +
        `\n\n*${wordsIn(question, 'en')}* ${wordsIn(answer, 'en')}\n`,
    );
    console.error(id);
  }
  await site.close();
  return parts.join('\n');
}

async function assignmentKeys() {
  const parts = [];
  for (const name of Object.keys(BUILT_IN)) {
    let text = '';
    const err = (/** @type {string} */ message) => stop(message);
    const streams = { out: (/** @type {string} */ part) => (text += part), err };
    await run(['key', '--who', ID, name], BUILT_IN, streams);
    const { title, rubric } = /** @type {any} */ (BUILT_IN[name]);
    const points = rubric.map((/** @type {RubricLine} */ line) => [
      wordsIn(line.words, 'en'),
      String(line.points),
    ]);
    parts.push(
      `### ${wordsIn(title, 'en')} (\`${name}\`)\n\n\`\`\`\n${text}\`\`\`\n\n` +
        `${tableOf(['what earns points', 'points'], points)}\n`,
    );
  }
  return parts.join('\n');
}

/** The answers to the ten questions of docs/course.md. */
const TEST = [
  `ln 64 = ${Math.log(64).toFixed(2)}: −ln(1/64).`,
  `e^(${Math.log(64).toFixed(2)}/2) = √64 = 8.`,
  'Loss on what it was trained on also falls by remembering. Only text that it has not seen shows what it has learned.',
  'Their keys do not, both look at the same third: the score is query · key, so it is the same. But each row has a softmax of its own, and they may attend to different numbers of positions before them.',
  'To copy the next character, which it can see. The loss falls to nearly 0, and it writes rubbish, as there is no next character when it writes.',
  'Scores grow like √16 = 4 times as large; the softmax comes close to a single 1, and its gradient close to 0.',
  'Four patterns of attention instead of one, each over a quarter of the width: it can look at four places at once.',
  'Letter counts: hardly any information about the input reaches the output.',
  'The same sum over both, so without a mask the same output for each letter. In a decoder the second letter sees two positions and the first one: the mask tells them apart.',
  'By content (what followed `do` last time) or by place (so many characters after the start). Move the second word, or change the letters before it, and see which guess follows.',
];

const head = `# Answer key

Written by \`node tests/tools/answers.js\` from the engine: the lessons are played in a browser with the
right predictions, the assignments trained for the ID \`${ID}\`. Every machine gets these numbers;
times are left out. Questions, lab and homework are in the [teacher's kit](course.md).
`;
const text = `${head}
## Lessons

${await lessonTables()}
## Assignments

Each learner has another seed, and other numbers: \`npx glassformer key --who ID NAME\` prints
them.

${await assignmentKeys()}
## The ten questions

${TEST.map((answer, n) => `${n + 1}. ${answer}`).join('\n')}
`;
const { code: pretty } = await format(PATH, text);
if (!check) writeFileSync(PATH, pretty);
else if (pretty !== readFileSync(PATH, 'utf8')) stop('docs/answers.md is out of date');
