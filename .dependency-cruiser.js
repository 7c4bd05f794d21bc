// SPDX-License-Identifier: MIT
// Which folders of JavaScript may import which: each from itself and from those before it.
// Types in JSDoc count as imports.

/** Patterns on paths, from the lowest layer to the highest; the first match decides. */
const LAYERS = [
  '^wasm/shared/',
  '^wasm/engine/',
  '^wasm/worker/parallel/',
  '^wasm/worker/',
  '^wasm/client/',
  '^wasm/index\\.js$',
  '^web/(draw|pytorch|views/(all|define-view|words|registry\\.data|.*\\.view)\\.js|i18n/(?!descriptions|engine-text|preset-words|[a-z]+/(lesson|assignment))|texts|pretrained/(packing|safetensors|inline|beside|model)\\.)',
  '^web/(state/|i18n/(descriptions|engine-text|preset-words)\\.js)',
  '^web/queries/',
  '^web/run/',
  '^web/app/',
  '^web/experiments/',
  '^web/views/shared/',
  '^web/views/',
  '^web/element/',
  '^web/(lessons/|i18n/[a-z]+/lesson)',
  '^web/(assignments/|i18n/[a-z]+/assignment)',
  '^web/command/',
  '^web/page/',
  '^web/entry/',
  '^web/(build|pretrained)/',
];

/** One rule for each layer that has layers above it.
 * @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const upward = LAYERS.slice(0, -1).map((path, rank) => ({
  name: 'upward-import',
  severity: 'error',
  from: { path, pathNot: LAYERS.slice(0, rank) },
  to: { path: LAYERS.slice(rank + 1), pathNot: LAYERS.slice(0, rank + 1) },
}));

/** @type {Required<Pick<import('dependency-cruiser').IConfiguration, 'forbidden' | 'options'>>} */
export default {
  forbidden: [
    ...upward,
    {
      name: 'client-imports-worker',
      comment: 'They run in different threads and share messages only.',
      severity: 'error',
      from: { path: '^wasm/client/' },
      to: { path: '^wasm/worker/' },
    },
    {
      name: 'page-imports-wasm-internals',
      comment: 'The page uses the package as other people do: through its index.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^wasm/', pathNot: '^wasm/index\\.js$' },
    },
    {
      name: 'cycle',
      severity: 'error',
      from: { path: '^(wasm|web)/' },
      to: { circular: true },
    },
    {
      name: 'missing-file',
      severity: 'error',
      from: {},
      // What is built later is not there yet in a fresh clone.
      to: { couldNotResolve: true, pathNot: ['^bundle:', 'build/wasm/'] },
    },
  ],
  options: {
    // Of the package 'typescript': version 7 has no interface for programs.
    parser: 'tsc',
    detectJSDocImports: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
    },
    exclude: { path: '^(build|dist|web/entry/types)/' },
  },
};
