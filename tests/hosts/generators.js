// SPDX-License-Identifier: MIT
// Hosts that make a site of pages in Markdown or HTML.
import { AWAY_MARKDOWN, AWAY_PAGE, BASE, REACT, away } from './parts.js';

const INDEX_MARKDOWN = '---\ntitle: Course\n---\n\nCourse.\n';

/** @type {import('./parts.js').Host[]} */
export const GENERATORS = [
  {
    name: 'Plain HTML',
    path: 'lessons/attention.html',
    bundle: 'glassformer.js',
    files: { 'away.html': AWAY_PAGE },
    more: { 'lessons/attention.html': '<a href="../away.html">Away</a>' },
  },
  {
    name: 'VitePress',
    path: 'lessons/attention.html',
    packages: { vitepress: '1.6.4' },
    bundle: 'public/glassformer.js',
    files: { 'index.md': INDEX_MARKDOWN, 'away.md': AWAY_MARKDOWN },
    more: { 'lessons/attention.md': away('../away.md') },
    build: 'vitepress build',
    out: '.vitepress/dist',
    dark: '.VPNavBarAppearance .VPSwitchAppearance',
  },
  {
    name: 'Astro',
    path: 'lessons/attention/',
    packages: { astro: '7.3.5' },
    node: 22,
    bundle: 'public/glassformer.js',
    files: {
      'astro.config.mjs': `export default { base: '${BASE}' };`,
      'src/pages/away.astro': '<p>Away</p>',
    },
    more: { 'src/pages/lessons/attention.astro': '<a href="../../away/">Away</a>' },
    build: 'astro build',
    out: 'dist',
  },
  {
    name: 'Starlight',
    path: 'lessons/attention/',
    packages: { '@astrojs/starlight': '0.42.4', astro: '7.3.5' },
    node: 22,
    bundle: 'public/glassformer.js',
    files: {
      'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'src/content/docs/index.md': INDEX_MARKDOWN,
      'src/content/docs/away.md': AWAY_MARKDOWN,
      'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = {
  docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }),
};`,
    },
    more: { 'src/content/docs/lessons/attention.md': away('../../away/') },
    build: 'astro build',
    out: 'dist',
  },
  {
    name: 'Docusaurus',
    path: 'lessons/attention/',
    packages: {
      '@docusaurus/core': '3.10.2',
      '@docusaurus/preset-classic': '3.10.2',
      ...REACT,
    },
    bundle: 'static/glassformer.js',
    files: {
      'package.json': '{ "private": true }',
      'docs/index.md': '---\nslug: /\n---\n\nCourse.\n',
      'docs/away.md': AWAY_MARKDOWN,
    },
    more: { 'docs/lessons/attention.md': away('../away.md') },
    build: 'docusaurus build',
    out: 'build',
    dark: 'button[class*=toggleButton]',
  },
  {
    name: 'Observable Framework',
    path: 'lessons/attention.html',
    packages: { '@observablehq/framework': '1.13.4' },
    bundle: 'src/glassformer.js',
    files: {
      'src/index.md': INDEX_MARKDOWN,
      'src/away.md': AWAY_MARKDOWN,
      'observablehq.config.js': 'export default { preserveExtension: true };',
    },
    more: { 'src/lessons/attention.md': away('../away.html') },
    build: 'OBSERVABLE_TELEMETRY_DISABLE=true observable build',
    out: 'dist',
  },
  {
    name: 'Eleventy',
    path: 'lessons/attention/',
    packages: { '@11ty/eleventy': '3.1.8' },
    bundle: 'glassformer.js',
    files: { 'away.md': AWAY_MARKDOWN },
    more: { 'lessons/attention.md': away('../../away/') },
    build: `eleventy --pathprefix=${BASE}`,
    out: '_site',
  },
  {
    name: 'pandoc',
    path: 'lessons/attention.html',
    python: 'pypandoc_binary',
    program: 'pandoc',
    bundle: 'glassformer.js',
    files: { 'away.html': AWAY_PAGE },
    more: { 'lessons/attention.md': away('../away.html') },
    build: `pandoc -s --metadata title=Course -o lessons/attention.html lessons/attention.md`,
  },
  {
    name: 'Hugo',
    path: 'lessons/attention/',
    python: 'hugo',
    program: 'hugo',
    bundle: 'static/glassformer.js',
    files: {
      'hugo.toml': `baseURL = 'https://example.org${BASE}'\ndisableKinds = ['taxonomy', 'section', 'home', 'rss']\n`,
      'layouts/_default/single.html':
        '<!doctype html><meta charset="utf-8"><title>Course</title>{{ .Content }}',
      'content/away.md': AWAY_MARKDOWN,
    },
    more: { 'content/lessons/attention.md': away('../../away/') },
    build: 'hugo',
    out: 'public',
  },
  {
    name: 'Jekyll',
    path: 'lessons/attention/',
    program: 'jekyll',
    bundle: 'glassformer.js',
    files: {
      '_config.yml': 'baseurl: /course\npermalink: pretty\n',
      'away.md': AWAY_MARKDOWN,
    },
    more: { 'lessons/attention.md': away('../../away/') },
    build: 'jekyll build',
    out: '_site',
  },
  {
    name: 'MkDocs',
    path: 'lessons/attention/',
    python: 'mkdocs',
    program: 'mkdocs',
    bundle: 'docs/glassformer.js',
    files: { 'docs/index.md': INDEX_MARKDOWN, 'docs/away.md': AWAY_MARKDOWN },
    more: {
      'docs/lessons/attention.md': away('../away.md'),
      // Its highlighter would come from another site.
      'mkdocs.yml': `site_url: https://example.org${BASE}
theme: { name: readthedocs, highlightjs: false }
`,
    },
    build: 'mkdocs build',
    out: 'site',
  },
  {
    name: 'Material for MkDocs',
    path: 'lessons/attention/',
    python: 'mkdocs-material',
    program: 'mkdocs',
    bundle: 'docs/glassformer.js',
    files: { 'docs/index.md': INDEX_MARKDOWN, 'docs/away.md': AWAY_MARKDOWN },
    more: {
      'docs/lessons/attention.md': away('../away.md'),
      'mkdocs.yml': `site_url: https://example.org${BASE}
theme:
  name: material
  font: false
  features: [navigation.instant]
  palette:
    - { scheme: default, toggle: { icon: material/weather-sunny, name: Dark } }
    - { scheme: slate, toggle: { icon: material/weather-night, name: Light } }
`,
    },
    build: 'mkdocs build',
    out: 'site',
    dark: 'label[for=__palette_1]',
  },
  {
    name: 'Sphinx',
    path: 'lessons/attention.html',
    python: 'Sphinx',
    program: 'sphinx-build',
    bundle: '_static/glassformer.js',
    files: {
      'index.rst': 'Course\n======\n',
      'away.rst': ':orphan:\n\nAway\n====\n',
    },
    more: { 'lessons/attention.rst': '\n:doc:`Away </away>`\n' },
    build: 'sphinx-build -q -b html . out',
    out: 'out',
  },
  {
    name: 'Jupyter Book',
    path: 'lessons/attention.html',
    python: 'jupyter-book',
    program: 'jupyter-book',
    bundle: '_static/glassformer.iife.js',
    files: {
      '_config.yml': 'title: Course\nonly_build_toc_files: true\n',
      '_toc.yml':
        'format: jb-book\nroot: index\nchapters:\n  - file: lessons/attention\n  - file: away\n',
      'index.md': '# Course\n',
      'away.md': '# Away\n',
    },
    more: { 'lessons/attention.md': away('../away.md') },
    own: /THEBE_JS_URL|invalid theme mode/,
    build: 'jupyter-book build .',
    out: '_build/html',
  },
];
