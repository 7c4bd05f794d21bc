// SPDX-License-Identifier: MIT
// Hosts whose pages are components.
import { BASE, REACT, TYPESCRIPT, VITE, asLesson, jsxOf, mounting } from './parts.js';

const VITE_BUILD = `vite build --base ${BASE} && ${asLesson('dist')}`;

/** @type {import('./parts.js').Host[]} */
export const FRAMEWORKS = [
  {
    name: 'Next',
    path: 'lessons/attention/',
    packages: { next: '16.4.6', ...REACT },
    files: {
      'next.config.mjs': `export default { basePath: '/course', output: 'export', trailingSlash: true };`,
      'app/layout.jsx':
        'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
      'app/lessons/attention/page.jsx': `import Link from 'next/link';
import Model from '../../model';
export default () => <main><Model /><Link href="/away/">Away</Link></main>;`,
      'app/away/page.jsx': 'export default () => <p>Away</p>;',
    },
    build: 'NEXT_TELEMETRY_DISABLED=1 next build',
    out: 'out',
  },
  {
    name: 'Nuxt',
    path: 'lessons/attention/',
    // With Vite 8.4.0, Nuxt 4.5.2 does not build its own router.
    packages: { nuxt: '4.5.2', vite: VITE, vue: '3.5.45', 'vue-router': '5.5.1' },
    node: 22,
    files: {
      'app/app.vue':
        '<template><NuxtPage /><NuxtLink to="/away/">Away</NuxtLink></template>',
      'app/pages/away.vue': '<template><p>Away</p></template>',
    },
    build: `NUXT_TELEMETRY_DISABLED=1 NUXT_APP_BASE_URL=${BASE} nuxt generate`,
    out: '.output/public',
  },
  {
    name: 'SvelteKit',
    path: 'lessons/attention.html',
    packages: {
      '@sveltejs/kit': '3.2.0',
      '@sveltejs/adapter-static': '4.0.1',
      '@sveltejs/vite-plugin-svelte': '7.3.1',
      svelte: '5.57.3',
      vite: VITE,
      typescript: TYPESCRIPT,
    },
    node: 22,
    files: {
      'vite.config.js': `import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
export default { plugins: [sveltekit({ adapter: adapter(), paths: { base: '/course' } })] };`,
      'src/app.html':
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>',
      'src/routes/+layout.js': 'export const prerender = true;',
      'src/routes/away/+page.svelte': '<p>Away</p>',
    },
    more: {
      'src/routes/lessons/attention/+page.svelte':
        '\n<a href="/course/away">Away</a>\n',
    },
    build: 'vite build',
    out: 'build',
  },
  {
    name: 'React Router',
    path: 'lessons/attention/',
    packages: {
      'react-router': '8.4.0',
      '@react-router/dev': '8.4.0',
      '@react-router/node': '8.4.0',
      isbot: '5.2.3',
      vite: VITE,
      ...REACT,
    },
    node: 22,
    files: {
      'vite.config.js': `import { reactRouter } from '@react-router/dev/vite';
export default { base: '${BASE}', plugins: [reactRouter()] };`,
      'react-router.config.js': `export default {
  ssr: false, basename: '${BASE}', prerender: ['/lessons/attention', '/away'],
};`,
      'app/routes.js': `import { route } from '@react-router/dev/routes';
export default [route('lessons/attention', 'attention.jsx'), route('away', 'away.jsx')];`,
      'app/root.jsx': `import { Link, Links, Meta, Outlet, Scripts } from 'react-router';
export default () => <html lang="en"><head><Meta /><Links /></head>
  <body><Outlet /><Link to="/away">Away</Link><Scripts /></body></html>;`,
      'app/away.jsx': 'export default () => <p>Away</p>;',
    },
    build:
      'react-router build && rm -rf out && cp -r build/client/course out && cp -r build/client/assets out',
    out: 'out',
  },
  {
    name: 'Angular',
    path: 'lessons/attention/',
    packages: {
      '@angular/core': '22.2.6',
      '@angular/common': '22.2.6',
      '@angular/compiler': '22.2.6',
      '@angular/compiler-cli': '22.2.6',
      '@angular/platform-browser': '22.2.6',
      '@angular/build': '22.2.7',
      '@angular/cli': '22.2.7',
      rxjs: '7.8.2',
      tslib: '2.9.1',
      typescript: TYPESCRIPT,
    },
    node: 22,
    files: {
      'angular.json': JSON.stringify({
        version: 1,
        cli: { analytics: false },
        projects: {
          course: {
            projectType: 'application',
            root: '',
            sourceRoot: 'src',
            architect: {
              build: {
                builder: '@angular/build:application',
                options: {
                  browser: 'src/main.ts',
                  index: 'src/index.html',
                  tsConfig: 'tsconfig.json',
                  // As `ng new` has them.
                  budgets: [{ type: 'initial', maximumError: '1MB' }],
                },
              },
            },
          },
        },
      }),
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          target: 'ES2022',
          module: 'preserve',
          lib: ['ES2022', 'DOM', 'DOM.Iterable'],
          skipLibCheck: true,
          types: [],
        },
        files: ['src/main.ts'],
      }),
      'src/index.html':
        '<!doctype html><html lang="en"><head><base href="/"></head><body><app-attention></app-attention></body></html>',
      'src/main.ts': `import { bootstrapApplication } from '@angular/platform-browser';
import { Attention } from './app/attention';
bootstrapApplication(Attention);`,
    },
    build: `ng build --base-href ${BASE} && ${asLesson('dist/course/browser')}`,
    out: 'dist/course/browser',
  },
  {
    name: 'Vite and React',
    path: 'lessons/attention/',
    packages: {
      vite: VITE,
      ...REACT,
      '@types/react': '19.3.0',
      '@types/react-dom': '19.3.0',
      typescript: TYPESCRIPT,
    },
    files: { 'index.html': mounting('main.tsx'), 'tsconfig.json': jsxOf('react') },
    build: `tsc && ${VITE_BUILD}`,
    out: 'dist',
  },
  {
    name: 'Vite and Vue',
    path: 'lessons/attention/',
    packages: { vite: VITE, vue: '3.5.45', '@vitejs/plugin-vue': '6.0.11' },
    files: {
      'index.html': mounting('main.ts'),
      'src/main.ts': `import { createApp } from 'vue';
import App from './App.vue';
createApp(App).mount('#root');`,
    },
    build: VITE_BUILD,
    out: 'dist',
  },
  {
    name: 'Vite and Svelte',
    path: 'lessons/attention/',
    packages: { vite: VITE, svelte: '5.57.3', '@sveltejs/vite-plugin-svelte': '7.3.1' },
    files: {
      'index.html': mounting('main.ts'),
      'vite.config.js': `import { svelte } from '@sveltejs/vite-plugin-svelte';
export default { plugins: [svelte()] };`,
      'src/main.ts': `import { mount } from 'svelte';
import App from './App.svelte';
mount(App, { target: document.getElementById('root')! });`,
    },
    build: VITE_BUILD,
    out: 'dist',
  },
  {
    name: 'Solid',
    path: 'lessons/attention/',
    packages: {
      'solid-js': '1.9.20',
      vite: VITE,
      'vite-plugin-solid': '2.11.14',
      typescript: TYPESCRIPT,
    },
    files: {
      'index.html': mounting('main.tsx'),
      'tsconfig.json': jsxOf('solid-js'),
      'vite.config.js': `import solid from 'vite-plugin-solid';
export default { plugins: [solid()] };`,
    },
    build: `tsc && ${VITE_BUILD}`,
    out: 'dist',
  },
  {
    name: 'Preact',
    path: 'lessons/attention/',
    packages: {
      preact: '11.2.0',
      vite: VITE,
      '@preact/preset-vite': '2.10.6',
      typescript: TYPESCRIPT,
    },
    files: {
      'index.html': mounting('main.tsx'),
      'tsconfig.json': jsxOf('preact'),
      'vite.config.js': `import preact from '@preact/preset-vite';
export default { plugins: [preact()] };`,
    },
    build: `tsc && ${VITE_BUILD}`,
    out: 'dist',
  },
];
