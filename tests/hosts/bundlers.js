// SPDX-License-Identifier: MIT
// Hosts that put the scripts of a page together.
import { BASE, BODY, TAG, asLesson } from './parts.js';

/** A page that loads what was bundled. @param {string} script */
const lesson = (script) =>
  `${BODY}<script type="module" src="${script}"></script>\n${TAG}`;
const BESIDE = { 'dist/lessons/attention.html': lesson('../main.js') };

/** @type {import('./parts.js').Host[]} */
export const BUNDLERS = [
  {
    name: 'webpack',
    path: 'lessons/attention.html',
    packages: { webpack: '5.112.2', 'webpack-cli': '7.3.1' },
    files: BESIDE,
    build: 'webpack --mode production',
    out: 'dist',
  },
  {
    name: 'Rspack',
    path: 'lessons/attention.html',
    packages: { '@rspack/core': '2.3.3', '@rspack/cli': '2.2.8' },
    node: 22,
    files: BESIDE,
    build: 'rspack build --mode production',
    out: 'dist',
  },
  {
    name: 'Rsbuild',
    path: 'lessons/attention/',
    packages: { '@rsbuild/core': '2.3.2' },
    node: 22,
    files: {
      'page.html': `${BODY}${TAG}`,
      'rsbuild.config.mjs': `export default {
  html: { template: './page.html' }, output: { assetPrefix: '${BASE}' },
};`,
    },
    build: `rsbuild build && ${asLesson('dist')}`,
    out: 'dist',
  },
  {
    name: 'esbuild',
    path: 'lessons/attention.html',
    packages: { esbuild: '0.28.2' },
    files: BESIDE,
    build: 'esbuild src/index.js --bundle --format=esm --outfile=dist/main.js',
    out: 'dist',
  },
  {
    name: 'Rollup',
    path: 'lessons/attention.html',
    packages: { rollup: '4.68.8', '@rollup/plugin-node-resolve': '16.0.3' },
    files: { 'dist/lessons/attention.html': lesson('../index.js') },
    build: 'rollup src/index.js -p node-resolve -d dist',
    out: 'dist',
  },
  {
    name: 'Parcel',
    path: 'lessons/attention.html',
    packages: { parcel: '2.16.4' },
    files: {
      'package.json':
        '{ "private": true, "@parcel/resolver-default": { "packageExports": true } }',
      'index.html': BODY,
      'lessons/attention.html': lesson('../src/index.js'),
    },
    build: `parcel build --no-cache --public-url ${BASE} index.html lessons/attention.html`,
    out: 'dist',
  },
];
