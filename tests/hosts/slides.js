// SPDX-License-Identifier: MIT
// Hosts that show one slide after another.

/** @type {import('./parts.js').Host[]} */
export const SLIDES = [
  {
    name: 'reveal.js',
    path: 'lessons/attention.html#/1',
    keys: ['ArrowLeft', 'ArrowRight'],
    packages: { 'reveal.js': '6.0.2' },
    bundle: 'glassformer.js',
    files: {},
    build: 'cp -r node_modules/reveal.js/dist .',
  },
  {
    name: 'Slidev',
    path: '2',
    keys: ['ArrowLeft', 'ArrowRight'],
    packages: { '@slidev/cli': '53.0.0', '@slidev/theme-default': '0.25.0' },
    node: 22,
    bundle: 'public/glassformer.js',
    files: {},
    own: /Wake Lock permission request denied/,
    build: 'slidev build --base /course/ && mkdir dist/2 && cp dist/index.html dist/2',
    out: 'dist',
  },
];
