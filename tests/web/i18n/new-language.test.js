// SPDX-License-Identifier: MIT
// A language is a folder and a line: a made one, Spanish with a mark at its sentences, is added to a
// copy of web/ and nothing else is touched. The checks of languages hold for it, the catalogue speaks
// it, and the bundles have it in files of its own.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'; // oxfmt-ignore
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BUILT_IN } from '../../../web/assignments/built-in.js';
import { EXPERIMENTS } from '../../../web/experiments/built-in.js';
import { LESSONS } from '../../../web/lessons/built-in.js';
import { changeWords, isSentence } from '../../../web/lessons/lesson.js';
import { ALL } from '../../../web/views/all.js';
import { wordsOfFile } from '../support/catalogues.js';
import { newFolder } from '../support/session.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MARK = 'ẍ ';
const folder = newFolder();

/** What a definition, a lesson and a built-in file would have in this language. */
function ownWords() {
  const views = Object.fromEntries(
    ALL.flatMap(({ name, words }) =>
      words ? [[name, { ...words.es, tab: words.es.tab && MARK + words.es.tab }]] : [],
    ),
  );
  /** @type {Record<string, string>} */
  const lessons = {};
  for (const lesson of LESSONS)
    changeWords(structuredClone(lesson), (words) => {
      if (!isSentence(words)) lessons[String(words.en)] = MARK + words.es;
      return words;
    });
  const files = Object.fromEntries(
    wordsOfFile([EXPERIMENTS, BUILT_IN]).map(({ en, es }) => [en, MARK + es]),
  );
  return { views, lessons, files };
}

before(() => {
  cpSync(join(ROOT, 'web'), join(folder, 'web'), { recursive: true });
  for (const room of ['tests/web/i18n', 'tests/web/support'])
    cpSync(join(ROOT, room), join(folder, room), { recursive: true });
  rmSync(join(folder, 'tests/web/i18n/new-language.test.js'));
  for (const name of [
    'wasm',
    'src',
    'build',
    'node_modules',
    'package.json',
    'tests/wasm',
    'tests/web/recorded',
  ])
    symlinkSync(join(ROOT, name), join(folder, name));

  // The folder.
  const own = join(folder, 'web/i18n/xx');
  cpSync(join(folder, 'web/i18n/es'), own, { recursive: true });
  for (const file of readdirSync(own)) {
    const path = join(own, file);
    const spanish = readFileSync(path, 'utf8');
    const made = spanish
      .replace('units.es', 'units.xx')
      .replace(/(tabsIn|helpIn|sentencesIn)\('es'\)/, "$1('xx', own)");
    const kind = file.startsWith('lesson') ? 'lessons' : 'views';
    const imported = made.includes("'xx', own")
      ? `import own from './own-${kind}.js';\n`
      : '';
    writeFileSync(path, imported + made);
  }
  const { views, lessons, files } = ownWords();
  writeFileSync(join(own, 'built-in.js'), `export default ${JSON.stringify(files)};\n`);
  for (const [name, words] of Object.entries({ views, lessons }))
    writeFileSync(
      join(own, `own-${name}.js`),
      `export default ${JSON.stringify(words)};\n`,
    );

  // The line.
  const path = join(folder, 'web/i18n/all.js');
  const languages = readFileSync(path, 'utf8');
  const line = "  xx: { name: 'Made', group: ' ', quotes: ['«', '»'] },\n};";
  assert.match(languages, /\n};\n$/);
  writeFileSync(path, languages.replace(/\n};\n$/, `\n${line}\n`));
});

/** Runs in a process of its own, in the copy. @param {string} code @returns {string} */
const inCopy = (code) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    encoding: 'utf8',
  });

test('languages: a folder and a line, and the catalogue, tabs, help, lessons and numbers speak it', () => {
  const said = JSON.parse(
    inCopy(`
      import { phrase } from './web/experiments/phrase.js';
      import { catalogue } from './web/i18n/index.js';
      import { helpWords } from './web/i18n/help.js';
      import { loadLanguage } from './web/i18n/languages.js';
      import { lessonStrings } from './web/lessons/strings.js';
      import { PARSED } from './web/lessons/parsed-built-in.data.js';
      await loadLanguage('xx');
      const { lang, strings } = catalogue('xx');
      console.log(JSON.stringify([
        lang, strings.screen.tabs.heads, strings.units.group, helpWords.in('xx').title,
        lessonStrings('xx').lang, phrase({ en: 'Grokking' }, 'xx'), PARSED[0].title,
      ]));`),
  );
  const { es } = /** @type {any} */ (LESSONS[0].title);
  const title = said.pop();
  assert.deepEqual(said, [
    'xx',
    `${MARK}Todas las cabezas`,
    ' ',
    'Ayuda',
    'xx',
    `${MARK}Grokking`,
  ]);
  assert.equal(title.xx, MARK + es);
});

test('languages: the checks of all languages hold for a new one, and find what it lacks', () => {
  // Of its own, not a part of this one.
  const env = { ...process.env };
  delete env.NODE_TEST_CONTEXT;
  const checks = () => {
    const file = 'tests/web/i18n/strings.test.js';
    const options = { cwd: folder, env, encoding: /** @type {const} */ ('utf8') };
    const { stdout } = spawnSync(
      process.execPath,
      ['--test', '--test-reporter=tap', file],
      options,
    );
    assert.match(stdout, /^ok \d+ - strings of lessons.js \(xx\)/m);
    return [...stdout.matchAll(/^not ok \d+ - (.*)$/gm)].map(([, name]) => name);
  };
  assert.deepEqual(checks(), []);
  const path = join(folder, 'web/i18n/xx/keys.js');
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole.replace(/ {4}close: .*\n/, ''));
  assert.deepEqual(checks(), [
    'strings of index.js (xx): they have the shape of English',
    'strings of keys.js (xx): they have the shape of English',
  ]);
  writeFileSync(path, whole);
});

test('languages: a new one is in files of its own, and in no other bundle', () => {
  const [main, chunks, others] = JSON.parse(
    inCopy(`
      import { entryBundler } from './web/build/bundles.js';
      const bundle = await entryBundler('');
      const mark = ${JSON.stringify(MARK.trim())};
      const beside = { 'web/i18n/xx/index.js': 'glassformer.xx.js' };
      const [element] = await bundle('web/entry/element.js', { beside });
      const page = await bundle('web/entry/page.js', { split: true });
      const isFirst = ({ atStart }) => atStart;
      const has = ({ code }) => code.includes(mark) || code.includes('\\\\u1E8D');
      console.log(JSON.stringify([
        [has(element), element.code.includes('"./glassformer.xx.js"')],
        page.filter((chunk) => has(chunk) && !isFirst(chunk)).length,
        page.filter((chunk) => has(chunk) && isFirst(chunk)).length,
      ]));`),
  );
  assert.deepEqual(main, [false, true]);
  assert.ok(chunks >= 2, `${chunks}: the tabs and the lessons`);
  assert.equal(others, 0);
});
