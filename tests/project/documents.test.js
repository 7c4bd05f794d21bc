// SPDX-License-Identifier: MIT
// The documents name files that exist, and one version.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OF_RUNS } from '../../web/assignments/experiment.js';
import { MEASURES } from '../../web/assignments/measures.js';
import { LESSONS } from '../../web/lessons/built-in.js';
import { VIEWS } from '../../web/views/registry.data.js';
import { HOSTS } from '../hosts/hosts.js';
import { filesBeside, leaves } from '../web/support/catalogues.js';
import { newEngine } from '../wasm/support.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n');

/** Tracked files and the folders above them. */
const tracked = new Set(
  files.flatMap((file) => {
    const parts = file.split('/');
    return parts.map((_, n) => parts.slice(0, n + 1).join('/'));
  }),
);

/** First folder of a path in this repository; build/ and dist/ hold what is built. */
const SOURCE = /^(?:bench|docs|examples|include|src|tests|wasm|web)\//;

/** `src/ops/{add,linear}.c` names two files. @param {string} path @returns {string[]} */
function expanded(path) {
  const braces = /\{([^{}]*)\}/.exec(path);
  if (!braces) return [path];
  return braces[1]
    .split(',')
    .flatMap((part) => expanded(path.replace(braces[0], part.trim())));
}

/** @param {string} path may hold * for any characters but / */
function exists(path) {
  const plain = path.replace(/\/$/, '');
  if (!plain.includes('*')) return tracked.has(plain);
  const pattern = plain
    .split('*')
    .map((part) => part.replace(/[.+?^$()|[\]\\]/g, '\\$&'))
    .join('[^/]*');
  return [...tracked].some((file) => new RegExp(`^${pattern}$`).test(file));
}

/** Source paths in code spans. @param {string} text */
const pathsOf = (text) =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code]) => code.split(/\s+/))
    .filter((word) => SOURCE.test(word) && !/[<>A-Z]{4,}|\$/.test(word))
    .flatMap(expanded);

/** Relative targets of links. @param {string} text @param {string} document */
const linksOf = (text, document) =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.join(dirname(document), target));

test('documents: every path and link in a Markdown file leads to a tracked file', () => {
  const documents = files.filter((file) => file.endsWith('.md'));
  const missing = documents.flatMap((document) => {
    const text = readFileSync(`${ROOT}${document}`, 'utf8');
    return [...pathsOf(text), ...linksOf(text, document)]
      .filter((path) => !exists(path))
      .map((path) => `${document}: ${path}`);
  });
  assert.ok(documents.length > 10);
  assert.deepEqual(missing, []);
});

test('documents: the elements that they name are defined', () => {
  const read = (/** @type {string} */ file) => readFileSync(`${ROOT}${file}`, 'utf8');
  const all = (/** @type {RegExp} */ paths, /** @type {RegExp} */ pattern) =>
    files
      .filter((file) => paths.test(file))
      .flatMap((file) => [...read(file).matchAll(pattern)].map(([, name]) => name));
  const defined = new Set(all(/^web\/.*\.js$/, /\bdefine\(\s*'([a-z-]+)'/g));
  const named = all(/\.md$/, /<((?:gf|glass)-[a-z-]+)/g);
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter((name) => !defined.has(name)),
    [],
  );
});

test('documents: a path that leads nowhere is found', () => {
  const text = '`src/ops/{add,gone}.c`, `web/views/*/gone.js`, [here](../gone.md)';
  assert.deepEqual(
    [...pathsOf(text), ...linksOf(text, 'docs/a.md')].filter((path) => !exists(path)),
    ['src/ops/gone.c', 'web/views/*/gone.js', 'gone.md'],
  );
});

test('documents: the table of the notebooks names what exists, 90 items', async () => {
  const text = readFileSync(`${ROOT}docs/notebooks.md`, 'utf8');
  const rows = [...text.matchAll(/^\| (\d+) \|.*$/gm)];
  assert.deepEqual(
    rows.map(([, number]) => Number(number)),
    Array.from({ length: 90 }, (_, n) => n + 1),
  );
  const engine = await newEngine();
  /** @type {Record<string, readonly string[]>} */
  const known = {
    view: VIEWS,
    preset: engine.presets().map(({ name }) => name),
    setting: engine.schema().map(({ key }) => key),
    lesson: LESSONS.map(({ id }) => id),
  };
  const named = [...text.matchAll(/`(view|preset|setting|lesson) ([\w-]+)`/g)];
  assert.ok(named.length > 60);
  for (const [, kind, name] of named)
    assert.ok(known[kind].includes(name), `${kind} ${name}`);
  const missing = rows.filter(([row]) => row.includes('not here'));
  const all =
    missing.length === 0
      ? 'All 90 items are here'
      : `Of 90 items all but ${missing.length} are here`;
  assert.ok(text.includes(all), all);
});

test('documents: one version, the newest of the changelog', () => {
  const version = (/** @type {string} */ path, /** @type {RegExp} */ pattern) =>
    pattern.exec(readFileSync(ROOT + path, 'utf8'))?.[1];
  const newest = version('CHANGELOG.md', /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/m);
  assert.ok(newest);
  for (const [path, pattern] of /** @type {[string, RegExp][]} */ ([
    ['package.json', /"version": "(.+)"/],
    ['CITATION.cff', /^version: (.+)$/m],
    ['python/pyproject.toml', /^version = "(.+)"$/m],
  ]))
    assert.equal(version(path, pattern), newest, path);
});

test('documents: as many hosts as have a recipe', () => {
  for (const path of ['README.md', 'docs/embedding.md', 'CHANGELOG.md']) {
    const text = readFileSync(ROOT + path, 'utf8');
    const said = [...text.matchAll(/\b(\d+) (?:hosts|site\s+generators)/g)];
    assert.ok(said.length > 0, path);
    for (const [words, number] of said)
      assert.equal(Number(number), HOSTS.length, words);
  }
});

/** @param {string} path */
const read = (path) => readFileSync(ROOT + path, 'utf8');

test('documents: the README says what each package is for', () => {
  const [, section] = read('README.md').split('## Dependencies\n');
  const { devDependencies } = JSON.parse(read('package.json'));
  for (const name of Object.keys(devDependencies)) {
    const group = name.replace(/^(@fontsource-variable\/).*/, '$1…');
    assert.ok(section.includes(`\`${group}\``), name);
  }
});

test('documents: the kit names every measure of an assignment', () => {
  const kit = read('docs/course.md');
  for (const name of [...Object.keys(MEASURES), ...OF_RUNS])
    assert.ok(kit.includes(`\`${name}\``), name);
});

test('documents: the best learning rates are those of the measured runs', () => {
  const { vary } = JSON.parse(read('web/experiments/built-in/rates.json'));
  /** @type {{ id: string, found: { x: number, line: number, held_out: number }[] }[]} */
  const results = JSON.parse(read('bench/results/experiments.json')).results;
  const found = results.find(({ id }) => id === 'rates')?.found ?? [];
  const bestOf = (/** @type {number} */ line) => {
    /** @type {[number, number][]} */
    const means = vary.values.map(
      (/** @type {number} */ rate, /** @type {number} */ x) => {
        const runs = found.filter((run) => run.line === line && run.x === x);
        return [runs.reduce((sum, run) => sum + run.held_out, 0) / runs.length, rate];
      },
    );
    const [mean, rate] = means.toSorted(([a], [b]) => a - b)[0];
    return `${rate} (${mean.toFixed(2)})`;
  };
  const said = `AdamW best at ${bestOf(0)}, Muon at ${bestOf(1)}`;
  assert.ok(read('docs/teaching.md').includes(said), said);
});

/** What a document says is on the page: a button, a tab, a group of settings. */
const ON_PAGE =
  /(?:\b(?:button|tab|group of settings|press(?:es)?) |\*\s→\s)\*([^*]+)\*/g;

test('documents: buttons, tabs and groups of settings have the names of the page', async () => {
  // That of the lessons is a heading.
  const words = (await filesBeside('de')).flatMap(({ english }) =>
    [...leaves(english)].flatMap(([key, leaf]) => (key === 'ui.title' ? [] : [leaf])),
  );
  const named = files
    .filter((file) => file.startsWith('docs/') && file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(ON_PAGE)].map(([, name]) => [file, name]),
    );
  assert.ok(named.length > 5, `${named.length}`);
  assert.deepEqual(
    named.filter(([, name]) => !words.includes(name.replace(/\s+/g, ' '))),
    [],
  );
});
