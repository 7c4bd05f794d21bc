// SPDX-License-Identifier: MIT
// `make hosts`: each host of hosts.js in a fresh project made from its recipe in
// docs/hosts.md, built in build/hosts and used in Chromium. The results go into the table
// of that document. HOSTS="VitePress,Next" runs those alone.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { divided, tableOf, withPart } from '../../web/build/markdown.js';
import { openSite } from '../browser/support/harness.js';
import { pack } from '../tools/packed.js';
import { HOSTS } from './hosts.js';
import { BUILD_MS, DOCS, FOLDER, PYTHON, ask, build, make, serve } from './project.js';
import { use } from './use.js';

/** @import { Host } from './parts.js' */

/** @param {Host} host @returns {Promise<string>} '' where it is not there */
async function versionOf({ packages, python, program }) {
  if (packages) return Object.values(packages)[0];
  if (python) return pythonVersion(python);
  if (!program) return '–';
  const said = await ask(program, '--version').catch(() => '');
  return /\d+\.\d+(\.\d+)?/.exec(said)?.[0] ?? '';
}

/** @param {string} name of a package */
async function pythonVersion(name) {
  const program = `from importlib.metadata import version; print(version("${name}"))`;
  for (const each of PYTHON) {
    const version = await ask(join(each, 'python'), '-c', program).catch(() => '');
    if (version) return version;
  }
  return '';
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
    .replaceAll(FOLDER, '')
    .replaceAll('|', '/')
    .trim()
    .slice(0, 120);
}

/** @param {Host} host @param {string} tarball
 * @param {Awaited<ReturnType<typeof openSite>>} site @returns {Promise<string>} the result */
async function tryHost(host, tarball, site) {
  try {
    const folder = await make(host, tarball);
    await build(host, folder);
    const server = await serve(host, folder);
    const page = await site.newPage(null);
    try {
      const own = await use(page, server.url + host.path, host);
      for (const each of own) console.log(`  ${host.name}: ${each}`);
      return 'works';
    } catch (error) {
      await page.screenshot({ path: `${folder}.png` });
      throw error;
    } finally {
      await page.context().close();
      await server.close();
    }
  } catch (error) {
    return `fails: ${reason(error)}`;
  }
}

/** Puts a row into the table, in the order of the hosts; its first cell is a name.
 * @param {string[]} row */
function writeRow(row) {
  const docs = readFileSync(DOCS, 'utf8');
  const lines = divided(docs, 'hosts')[1].split('\n');
  const rows = new Map(
    lines.map((line) => line.slice(2, -2).split(' | ')).map((each) => [each[0], each]),
  ).set(row[0], row);
  const all = HOSTS.map(({ name }) => rows.get(name) ?? []);
  const table = tableOf(
    ['host', 'version', 'date', 'result'],
    all.filter(({ length }) => length > 0),
  );
  writeFileSync(DOCS, withPart(docs, 'hosts', table));
}

const asked = (process.env.HOSTS ?? '').split(',').filter(Boolean);
mkdirSync(FOLDER, { recursive: true });
const tarball = join(FOLDER, pack(FOLDER).filename);
const site = await openSite();
let failed = 0;
for (const host of HOSTS) {
  if (asked.length > 0 && !asked.includes(host.name)) continue;
  const version = await versionOf(host);
  const began = Date.now();
  const result = version
    ? await tryHost(host, tarball, site)
    : `not here: no \`${host.program ?? host.python}\``;
  if (result.startsWith('fails')) failed++;
  const seconds = ((Date.now() - began) / 1000).toFixed(0).padStart(4);
  console.log(`${host.name.padEnd(22)} ${version.padEnd(10)} ${seconds} s  ${result}`);
  const date = new Date().toISOString().slice(0, 10);
  writeRow([host.name, version, date, result]);
}
await site.close();
process.exitCode = failed > 0 ? 1 : 0;
