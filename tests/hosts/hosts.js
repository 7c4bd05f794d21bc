// SPDX-License-Identifier: MIT
// The hosts of `make hosts`. What an author adds for the element is in docs/embedding.md, by
// the same name; here is what the host's own template would bring, and how it is built.

/**
 * @typedef {object} Host
 * @property {string} name a heading of docs/embedding.md
 * @property {Record<string, string>} [packages] from npm, the first is the host
 * @property {string} [program] on PATH, of the system
 * @property {string} [bundle] where glassformer.js is copied to; without it the packed package
 *   is installed
 * @property {Record<string, string>} files of the host's template
 * @property {Record<string, string>} [more] appended to files of the recipe
 * @property {string} [build] for a shell
 * @property {string} [out] the built site
 * @property {string} [path] opened
 * @property {string} [dark] the switch of the site's theme; without it the system turns dark
 * @property {number} [node] the least major version of Node.js
 */

const VITE = '8.3.8';
const REACT = { react: '19.3.1', 'react-dom': '19.3.1' };
const AWAY = '\n\n[Away](away.html)\n';
const BODY = '<!doctype html><meta charset="utf-8"><title>Course</title>';
const ROOTED =
  '<script type="module" src="/src/main.ts"></script><div id="root"></div>';
const AWAY_PAGE = `${BODY}<p>Away`;
const AWAY_MARKDOWN = '---\ntitle: Away\n---\n\nAway.\n';

/** @type {Host[]} */
export const HOSTS = [
  {
    name: 'Plain HTML',
    bundle: 'glassformer.js',
    files: { 'away.html': AWAY_PAGE },
    more: { 'index.html': '<a href="away.html">Away</a>' },
  },
  {
    name: 'VitePress',
    packages: { vitepress: '1.6.4' },
    bundle: 'public/glassformer.js',
    files: { 'away.md': AWAY_MARKDOWN },
    more: { 'index.md': AWAY },
    build: 'vitepress build',
    out: '.vitepress/dist',
    dark: '.VPNavBarAppearance .VPSwitchAppearance',
  },
  {
    name: 'Astro',
    packages: { astro: '7.3.5' },
    node: 22,
    bundle: 'public/glassformer.js',
    files: { 'src/pages/away.astro': '<p>Away</p>' },
    more: { 'src/pages/index.astro': '<a href="/away">Away</a>' },
    build: 'astro build',
    out: 'dist',
  },
  {
    name: 'Starlight',
    packages: { '@astrojs/starlight': '0.42.4', astro: '7.3.5' },
    node: 22,
    bundle: 'public/glassformer.js',
    files: {
      'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'src/content/docs/away.md': AWAY_MARKDOWN,
      'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = {
  docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }),
};`,
    },
    more: { 'src/content/docs/index.md': '\n\n[Away](/away/)\n' },
    build: 'astro build',
    out: 'dist',
  },
  {
    name: 'Docusaurus',
    packages: {
      '@docusaurus/core': '3.10.2',
      '@docusaurus/preset-classic': '3.10.2',
      ...REACT,
    },
    bundle: 'static/glassformer.js',
    files: { 'package.json': '{ "private": true }', 'docs/away.md': AWAY_MARKDOWN },
    more: { 'docs/index.md': '\n\n[Away](./away.md)\n' },
    build: 'docusaurus build',
    out: 'build',
    dark: 'button[class*=toggleButton]',
  },
  {
    name: 'Next',
    packages: { next: '16.4.6', ...REACT },
    files: {
      'next.config.mjs': "export default { output: 'export', trailingSlash: true };",
      'app/layout.jsx':
        'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
      'app/page.jsx': `import Link from 'next/link';
import Model from './model';
export default () => <main><Model /><Link href="/away/">Away</Link></main>;`,
      'app/away/page.jsx': 'export default () => <p>Away</p>;',
    },
    build: 'NEXT_TELEMETRY_DISABLED=1 next build',
    out: 'out',
  },
  {
    name: 'Vite and React',
    packages: {
      vite: VITE,
      ...REACT,
      '@types/react': '19.3.0',
      '@types/react-dom': '19.3.0',
      typescript: '6.0.3',
    },
    files: {
      'index.html': `${BODY}${ROOTED.replace('.ts"', '.tsx"')}`,
      'tsconfig.json': `{ "compilerOptions": { "strict": true, "noEmit": true,
        "module": "esnext", "moduleResolution": "bundler", "jsx": "react-jsx",
        "lib": ["ES2022", "DOM", "DOM.Iterable"], "target": "ES2022", "types": [] } }`,
    },
    build: 'tsc && vite build',
    out: 'dist',
  },
  {
    name: 'Vite and Vue',
    packages: { vite: VITE, vue: '3.5.45', '@vitejs/plugin-vue': '6.0.11' },
    files: {
      'index.html': `${BODY}${ROOTED}`,
      'src/main.ts': `import { createApp } from 'vue';
import App from './App.vue';
createApp(App).mount('#root');`,
    },
    build: 'vite build',
    out: 'dist',
  },
  {
    name: 'Vite and Svelte',
    packages: { vite: VITE, svelte: '5.57.3', '@sveltejs/vite-plugin-svelte': '7.3.1' },
    files: {
      'index.html': `${BODY}${ROOTED}`,
      'vite.config.js': `import { svelte } from '@sveltejs/vite-plugin-svelte';
export default { plugins: [svelte()] };`,
      'src/main.ts': `import { mount } from 'svelte';
import App from './App.svelte';
mount(App, { target: document.getElementById('root')! });`,
    },
    build: 'vite build',
    out: 'dist',
  },
  {
    name: 'webpack',
    packages: { webpack: '5.112.2', 'webpack-cli': '7.3.1' },
    files: {
      'dist/index.html': `${BODY}<script src="main.js"></script>
<glass-former preset="tiny"></glass-former>`,
    },
    build: 'webpack --mode production',
    out: 'dist',
  },
  {
    name: 'Parcel',
    packages: { parcel: '2.16.4' },
    files: {
      'package.json':
        '{ "private": true, "@parcel/resolver-default": { "packageExports": true } }',
      'index.html': `${BODY}<script type="module" src="src/index.js"></script>
<glass-former preset="tiny"></glass-former>`,
    },
    build: 'parcel build --no-cache --public-url ./ index.html',
    out: 'dist',
  },
  {
    name: 'Observable Framework',
    packages: { '@observablehq/framework': '1.13.4' },
    bundle: 'src/glassformer.js',
    files: {
      'src/away.md': AWAY_MARKDOWN,
      'observablehq.config.js': 'export default { preserveExtension: true };',
    },
    more: { 'src/index.md': '\n\n[Away](./away.html)\n' },
    build: 'OBSERVABLE_TELEMETRY_DISABLE=true observable build',
    out: 'dist',
  },
  {
    name: 'Eleventy',
    packages: { '@11ty/eleventy': '3.1.8' },
    bundle: 'glassformer.js',
    files: { 'away.md': AWAY_MARKDOWN },
    more: { 'index.md': '\n\n[Away](/away/)\n' },
    build: 'eleventy',
    out: '_site',
  },
  {
    name: 'reveal.js',
    packages: { 'reveal.js': '6.0.2' },
    bundle: 'glassformer.js',
    files: {},
    build: 'cp -r node_modules/reveal.js/dist .',
    path: '#/1',
  },
  {
    name: 'Slidev',
    packages: { '@slidev/cli': '53.0.0', '@slidev/theme-default': '0.25.0' },
    node: 22,
    bundle: 'public/glassformer.js',
    // The newest UnoCSS needs a package that npm does not have.
    files: {
      'package.json': JSON.stringify({
        private: true,
        type: 'module',
        overrides: Object.fromEntries(
          ['unocss', '@unocss/reset', '@unocss/extractor-mdc'].map((name) => [
            name,
            '66.10.5',
          ]),
        ),
      }),
    },
    build: 'slidev build',
    out: 'dist',
  },
  {
    name: 'pandoc',
    program: 'pandoc',
    bundle: 'glassformer.js',
    files: { 'away.html': AWAY_PAGE },
    more: { 'index.md': AWAY },
    build: 'pandoc -s --metadata title=Course -o index.html index.md',
  },
  {
    name: 'Hugo',
    program: 'hugo',
    bundle: 'static/glassformer.js',
    files: {
      'layouts/index.html': `${BODY}{{ .Content }}`,
      'static/away.html': AWAY_PAGE,
    },
    more: { 'content/_index.md': AWAY },
    build: 'hugo',
    out: 'public',
  },
  {
    name: 'Jekyll',
    program: 'jekyll',
    bundle: 'glassformer.js',
    files: { 'away.html': AWAY_PAGE },
    more: { 'index.md': AWAY },
    build: 'jekyll build',
    out: '_site',
  },
  {
    name: 'MkDocs',
    program: 'mkdocs',
    bundle: 'docs/glassformer.js',
    // Its highlighter would come from another site.
    files: {
      'mkdocs.yml': 'site_name: Course\ntheme: { name: mkdocs, highlightjs: false }\n',
      'docs/away.md': AWAY_MARKDOWN,
    },
    more: { 'docs/index.md': '\n\n[Away](away.md)\n' },
    build: 'mkdocs build',
    out: 'site',
  },
  {
    name: 'Material for MkDocs',
    program: 'mkdocs',
    bundle: 'docs/glassformer.js',
    files: {
      'mkdocs.yml': `site_name: Course
theme:
  name: material
  font: false
  features: [navigation.instant]
  palette:
    - { scheme: default, toggle: { icon: material/weather-sunny, name: Dark } }
    - { scheme: slate, toggle: { icon: material/weather-night, name: Light } }
`,
      'docs/away.md': AWAY_MARKDOWN,
    },
    more: { 'docs/index.md': '\n\n[Away](away.md)\n' },
    build: 'mkdocs build',
    out: 'site',
    dark: 'label[for=__palette_2]',
  },
  {
    name: 'Sphinx',
    program: 'sphinx-build',
    bundle: '_static/glassformer.js',
    files: {
      'conf.py': 'project = "Course"\nhtml_static_path = ["_static"]\n',
      'away.rst': ':orphan:\n\nAway\n====\n',
    },
    more: { 'index.rst': '\n:doc:`Away <away>`\n' },
    build: 'sphinx-build -b html . out',
    out: 'out',
  },
];
