// SPDX-License-Identifier: MIT
// `node tests/tools/changed.js [SINCE]`: the test files that have changed since a commit (default:
// origin/main, or the last commit), and those that import a file that has; as paths, for
// `test.js --files`. C tests as their jobs, natively.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { build } from 'rolldown';
import { reached } from '../../web/build/bundles.js';
import { ROOT } from './processes.js';
import { STAGES } from './stages.js';

/** How jobs of C tests begin that are run. */
const C_TESTS = 'native:';

/** @param {string[]} args */
const git = (...args) =>
  execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .split('\n')
    .filter(Boolean);

/** @param {string} commit */
function exists(commit) {
  try {
    return git('rev-parse', '--verify', `${commit}^{commit}`).length > 0;
  } catch {
    return false;
  }
}

const given = process.argv[2];
const since = given || (exists('origin/main') ? 'origin/main' : 'HEAD~1');
const changed = new Set([
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
]);

/** What each file of Node tests is made of. @param {string[]} tests */
async function importsOf(tests) {
  /** @type {[string, string[]][]} */
  let parts = [];
  await build({
    ...{ input: tests, cwd: ROOT, platform: 'node', write: false },
    ...{ external: /^[^./]/, logLevel: 'silent' },
    moduleTypes: { '.css': 'text', '.txt': 'text' },
    plugins: [
      {
        name: 'imports',
        buildEnd() {
          const next = (/** @type {string} */ id) => {
            const info = this.getModuleInfo(id);
            return [
              ...(info?.importedIds ?? []),
              ...(info?.dynamicallyImportedIds ?? []),
            ];
          };
          parts = tests.map((test) => [
            test,
            [...reached([ROOT + test], next)].map((id) => relative(ROOT, id)),
          ]);
        },
      },
    ],
  });
  return parts;
}

/** What C tests are made of, where they have been built. @param {string} job */
function includesOf(job) {
  const source = job.slice(C_TESTS.length).replace(/\.c$/, '');
  const list = `${ROOT}build/native/obj/${source}.d`;
  const words = existsSync(list) ? readFileSync(list, 'utf8').split(/[\s\\:]+/) : [];
  const headers = words.filter((word) => word.startsWith('tests/'));
  // What a header declares is linked to whatever includes it.
  return [`${source}.c`, ...headers, ...headers.map((path) => path.replace(/h$/, 'c'))];
}

const names = STAGES.flatMap(({ jobs }) => jobs.map(({ name }) => name));
const tests = names.filter((name) => name.endsWith('.test.js'));
const cTests = names.filter((name) => name.startsWith(C_TESTS));
const parts = new Map([
  ...(await importsOf(tests)),
  ...cTests.map((job) => /** @type {const} */ ([job, includesOf(job)])),
]);
const found = [...parts].filter(([, files]) => files.some((file) => changed.has(file)));
console.log(found.map(([name]) => name).join(' '));
