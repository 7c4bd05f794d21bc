// SPDX-License-Identifier: MIT
// What prettier and tsc do not see. Few rules, all of them errors.

import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['build/', 'dist/', 'node_modules/'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: 'module' },
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
      'max-lines': ['error', { max: 600 }],
      'max-depth': ['error', 4],
    },
  },
  {
    files: ['wasm/**/*.js'],
    languageOptions: {
      globals: { ...globals['shared-node-browser'], ...globals.browser },
    },
  },
  {
    files: ['web/**/*.js', 'examples/**/*.js'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: [
      'web/build/**/*.js',
      'web/pretrained/*.js',
      'tests/**/*.js',
      'bench/**/*.js',
      '*.config.js',
    ],
    languageOptions: { globals: globals.node },
  },
  {
    // Functions handed to the browser run there.
    files: ['tests/browser/**/*.js', 'bench/**/*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
