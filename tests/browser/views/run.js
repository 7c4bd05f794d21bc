// SPDX-License-Identifier: MIT
// Checks of some views: node tests/browser/views/run.js NAME… [--browser chromium|firefox]
import { parseArgs } from 'node:util';
import { CHROMIUM, FIREFOX } from '../support/browsers.js';
import { NAMES, testViews } from './all-views.js';

const { values, positionals } = parseArgs({
  options: { browser: { type: 'string', default: 'chromium' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !NAMES.includes(name));
if (unknown.length > 0 || positionals.length === 0) {
  console.error(`name some of: ${NAMES.join(', ')}`);
  process.exit(2);
}
testViews(values.browser === 'firefox' ? FIREFOX : CHROMIUM, positionals);
