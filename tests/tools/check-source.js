// SPDX-License-Identifier: MIT
// Rules for C that no compiler knows: the order of the folders of src/ and what the engine
// may not call; and the licence line of every file. eslint.config.js and
// .dependency-cruiser.js have the rules for JavaScript. `node tests/tools/check-source.js
// [FOLDER]` prints the violations and exits 1 when there are any.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Rooms of src/ in the order in which they may know each other: a file includes from
 * its own room and from earlier ones. */
const ROOMS = [
  ...['base', 'simd', 'text', 'kernels', 'graph', 'ops', 'models', 'train', 'generate'],
  ...['inspect', 'storage', 'api', 'cli'],
];

const API = ROOMS.indexOf('api');

/** The whole of libc that the engine may see. No math.h: exp, erf, log and the like are our
 * own, because every libm rounds differently. */
const ENGINE_HEADERS = new Set(
  'float.h limits.h stdarg.h stdbool.h stddef.h stdint.h stdlib.h string.h'.split(' '),
);

const VECTOR_HEADERS = new Set(
  'immintrin.h xmmintrin.h arm_neon.h wasm_simd128.h'.split(' '),
);

const ENGINE_NEVER_CALLS = [
  // prints, exits, reads files, asks the time or the machine
  'printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf puts fputs putchar',
  'fopen fclose fread fwrite exit _Exit abort time clock clock_gettime',
  'gettimeofday getenv system rand srand',
  // differs between C libraries in the last bit
  'exp expf exp2 exp2f expm1 expm1f log logf log2 log2f log10 log10f log1p log1pf pow',
  'powf sin sinf cos cosf tan tanf tanh tanhf sinh cosh erf erff erfc erfcf cbrt hypot',
  'fma fmaf lgamma tgamma',
]
  .join(' ')
  .split(' ');

/** malloc and its relatives, which only the arena may call. */
const ALLOCATORS = ['malloc', 'calloc', 'realloc', 'free', 'aligned_alloc'];

/** Longer files get a warning. */
const LONG_FILE = 600;

/** The text with comments and string contents blanked (line breaks stay), so that a
 * word in a sentence is not taken for a call. @param {string} text C */
export function codeOnly(text) {
  const blank = (/** @type {string} */ match) => match.replace(/[^\n]/g, ' ');
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
    blank,
  );
}

/** @param {string} root @param {string} folder @param {RegExp} pattern on the path
 * @returns {string[]} paths relative to root, with forward slashes */
function filesUnder(root, folder, pattern) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => pattern.test(path) && !path.includes('/node_modules/'))
    .sort();
}

/** @param {string} text @param {number} index */
const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/** Every place in `text` that `pattern` matches, as problems. @param {string} path
 * @param {string} text @param {RegExp} pattern global
 * @param {(match: RegExpMatchArray) => string | null} message null: this one is fine */
function findAll(path, text, pattern, message) {
  const problems = [];
  for (const match of text.matchAll(pattern)) {
    const sentence = message(match);
    if (sentence)
      problems.push(`${path}:${lineOf(text, match.index ?? 0)}: ${sentence}`);
  }
  return problems;
}

/** @param {string} path under src/ @returns {number} place in ROOMS; -1 for files
 * beside the rooms (the public API) */
const roomOf = (path) => ROOMS.indexOf(path.split('/')[1]);

/** @param {string[]} words */
const calls = (words) => new RegExp(`(?<![\\w.>])(${words.join('|')})\\s*\\(`, 'g');

/** @param {string} path @param {string} text */
function checkEngineFile(path, text) {
  const room = roomOf(path);
  if (room === -1) return [`${path}: not in one of the rooms of src/`];
  const inCli = path.startsWith('src/cli/');
  const code = codeOnly(text);

  const problems = findAll(path, text, /^\s*#\s*include\s+"([^"]+)"/gm, ([, name]) => {
    // The public header has types that all rooms use. Its functions stand above the rooms:
    // only their implementation and the program call them.
    if (name === 'glassformer.h') {
      const mayInclude = room >= API || path === 'src/base/status.h';
      return mayInclude ? null : `${ROOMS[room]} includes ${name}`;
    }
    const other = roomOf(`src/${name}`);
    if (other === -1) return `"${name}" is not a path from src/`;
    return other > room
      ? `${ROOMS[room]} includes from ${ROOMS[other]}, a later room`
      : null;
  });
  if (room < API) {
    problems.push(
      ...findAll(path, code, /\b(gf_session_\w+)\s*\(/g, ([, name]) => {
        return `${ROOMS[room]} calls ${name}() of the public API`;
      }),
    );
  }
  if (inCli) return problems;

  problems.push(
    ...findAll(path, text, /^\s*#\s*include\s+<([^>]+)>/gm, ([, name]) => {
      if (ENGINE_HEADERS.has(name)) return null;
      if (VECTOR_HEADERS.has(name)) {
        return path.startsWith('src/simd/') ? null : `only simd/ may include <${name}>`;
      }
      return `the engine does without <${name}>`;
    }),
    ...findAll(path, code, calls(ENGINE_NEVER_CALLS), ([, name]) => {
      return `the engine does not call ${name}()`;
    }),
  );
  if (path !== 'src/base/arena.c') {
    problems.push(
      ...findAll(path, code, calls(ALLOCATORS), ([, name]) => {
        return `only base/arena.c may call ${name}()`;
      }),
    );
  }
  return problems;
}

/** @param {Map<string, string[]>} edges */
function findCycles(edges) {
  /** @type {string[]} */
  const problems = [];
  const done = new Set();
  /** @param {string} path @param {string[]} trail */
  const visit = (path, trail) => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      problems.push(`include cycle: ${[...trail.slice(at), path].join(' → ')}`);
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return problems;
}

/** Cycles between modules of C, which are a .c and a .h of the same path.
 * @param {Map<string, string>} sources path → text of all of src/ */
function findModuleCycles(sources) {
  const moduleOf = (/** @type {string} */ path) => path.replace(/\.(c|h|def)$/, '');
  /** @type {Map<string, string[]>} */
  const edges = new Map();
  for (const [path, text] of sources) {
    const from = moduleOf(path);
    const included = [...text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)]
      .map(([, name]) => moduleOf(`src/${name}`))
      .filter((to) => to !== from);
    edges.set(from, [...(edges.get(from) ?? []), ...included]);
  }
  return findCycles(edges);
}

/** @param {string} path @param {string} text */
function checkAnyFile(path, text) {
  const problems = [];
  if (!text.includes('SPDX-License-Identifier: MIT')) {
    problems.push(`${path}: no SPDX line`);
  }
  problems.push(
    ...findAll(path, text, /\b(?:TO(?:)DO|FIX(?:)ME|X{3})\b/g, ([word]) => {
      return `${word}: do it, or write an issue`;
    }),
  );
  return problems;
}

/** @param {string} root folder of the project
 * @returns {{ problems: string[], warnings: string[], files: number }} */
export function checkTree(root) {
  const problems = [];
  const warnings = [];
  /** @type {Map<string, string>} */
  const sources = new Map();
  const paths = [
    ...filesUnder(root, 'include', /\.h$/),
    ...filesUnder(root, 'src', /\.(c|h|def)$/),
    ...filesUnder(root, 'wasm', /\.(c|js)$/),
    ...filesUnder(root, 'web', /\.(js|css|html)$/),
    ...filesUnder(root, 'tests', /\.(c|h|js|py|sh)$/),
    ...filesUnder(root, 'bench', /\.(c|h|js|py|sh)$/),
  ];
  for (const path of paths) {
    const text = readFileSync(join(root, path), 'utf8');
    problems.push(...checkAnyFile(path, text));
    if (path.startsWith('src/')) {
      sources.set(path, text);
      problems.push(...checkEngineFile(path, text));
    }
    const length = text.split('\n').length;
    if (length > LONG_FILE) warnings.push(`${path}: ${length} lines`);
  }
  problems.push(...findModuleCycles(sources));
  return { problems, warnings, files: paths.length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = process.argv[2] ?? fileURLToPath(new URL('../../', import.meta.url));
  const { problems, warnings, files } = checkTree(root);
  for (const warning of warnings) console.log(`warning: ${warning}`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${files} files`);
}
