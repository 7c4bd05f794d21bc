// SPDX-License-Identifier: MIT
// What oxfmt and tsc do not check. Every rule is an error.

import js from '@eslint/js';
import globals from 'globals';

/** Engines round these differently; the engine has its own (src/base/maths.h). */
const INEXACT_MATH =
  'exp expm1 log log2 log10 log1p tanh pow sin cos cbrt hypot random'.split(' ');

/** Text reaches the page as text only. */
const HTML_SINKS = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'unsafeHTML'];

const html = [
  'error',
  ...HTML_SINKS.map((property) => ({ property })),
  { object: 'document', property: 'write' },
];

/** In tests in browsers nothing passes or fails by a clock: they wait for what has to come, time
 * that the page counts is handed in, and speed is measured in bench/. A poll in a loop, and a
 * limit that only what hangs reaches, are none of these. */
const IN_LOOP = ':matches(WhileStatement, ForStatement, DoWhileStatement) *';
const byClock = [
  {
    selector: 'CallExpression[callee.property.name="waitForTimeout"]',
    message: 'Wait for a condition.',
  },
  {
    selector: `NewExpression[callee.name="Promise"]:not(${IN_LOOP}) > ArrowFunctionExpression > CallExpression.body[callee.name="setTimeout"]`,
    message: 'Wait for a condition, not for a time.',
  },
  {
    selector:
      'BinaryExpression[operator="-"] > CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name="now"]',
    message:
      'Nothing is asserted of a time: hand the time in, or measure it in bench/.',
  },
];

export default [
  { ignores: ['build/', 'dist/', 'node_modules/', 'python/glassformer/*.js'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2025, sourceType: 'module' },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-throw-literal': 'error',
      'prefer-promise-reject-errors': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-unused-vars': ['error', { args: 'after-used', argsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 500, skipComments: true }],
      'max-depth': ['error', 4],
    },
  },
  {
    files: ['wasm/**/*.js'],
    languageOptions: {
      globals: { ...globals['shared-node-browser'], ...globals.browser },
    },
    rules: {
      'no-restricted-properties': [
        ...html,
        ...INEXACT_MATH.map((property) => ({ object: 'Math', property })),
      ],
    },
  },
  {
    files: ['web/**/*.js', 'examples/**/*.js'],
    languageOptions: { globals: globals.browser },
    rules: {
      'no-restricted-properties': html,
      'no-restricted-imports': ['error', { name: 'lit/directives/unsafe-html.js' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TemplateElement[value.raw=/<[a-z][^<>]*\\sstyle=("|$)/]',
          message:
            'A strict content security policy refuses style attributes: set a class or a property.',
        },
      ],
    },
  },
  {
    files: [
      'web/build/**/*.js',
      'web/command/**/*.js',
      'web/entry/command.js',
      'web/pretrained/*.js',
      'tests/**/*.js',
      'bench/**/*.js',
      '*.config.js',
      '.dependency-cruiser.js',
    ],
    languageOptions: { globals: globals.node },
  },
  {
    // Functions handed to the browser run there.
    files: ['tests/{browser,hosts,tools}/**/*.js', 'bench/**/*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  {
    files: ['tests/browser/**/*.js'],
    rules: { 'no-restricted-syntax': ['error', ...byClock] },
  },
  {
    files: ['tests/**/*.js'],
    rules: { 'max-lines': ['error', { max: 550, skipComments: true }] },
  },
];
