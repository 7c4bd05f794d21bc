// SPDX-License-Identifier: MIT
// What several hosts have in common, and what a host is.

/**
 * @typedef {object} Host
 * @property {string} name a heading of docs/hosts.md
 * @property {string} path of the page with the element, below BASE
 * @property {Record<string, string>} [packages] from npm, the first is the host
 * @property {string} [python] a package of setup.sh, whose programs are on PATH
 * @property {string} [program] on PATH, of the system or of Python
 * @property {string} [bundle] where glassformer.js is copied to; without it the packed package
 *   is installed
 * @property {Record<string, string>} files of the host's template
 * @property {Record<string, string>} [more] appended to files of the recipe
 * @property {(cell: string) => Record<string, string>} [notebook] files with the recipe's cell
 * @property {string} [build] for a shell
 * @property {string} [out] the built site
 * @property {string} [serve] for a shell: serves the host itself, at {port} below BASE
 * @property {string[]} [open] pressed before the element is there
 * @property {[back: string, on: string]} [keys] of a deck: to the last slide, and to the next
 * @property {boolean} [stays] the reader does not come back: a kernel made the element
 * @property {RegExp} [own] errors that are the host's
 * @property {string | string[]} [dark] the switch of the site's theme; without it the system turns dark
 * @property {number} [node] the least major version of Node.js
 */

/** Where the site is, as on GitHub the pages of a project. */
export const BASE = '/course/';

export const VITE = '8.3.8';
export const REACT = { react: '19.3.1', 'react-dom': '19.3.1' };
export const TYPESCRIPT = '6.0.3';

export const BODY =
  '<!doctype html><meta charset="utf-8"><title>Course</title><link rel="icon" href="data:,">';
export const TAG = '<glass-former preset="tiny"></glass-former>';
export const AWAY_PAGE = `${BODY}<p>Away`;
export const AWAY_MARKDOWN = '---\ntitle: Away\n---\n\nAway.\n';
/** From the page with the element. @param {string} address */
export const away = (address) => `\n\n[Away](${address})\n`;

/** A page that mounts what the recipe renders. @param {string} script */
export const mounting = (script) =>
  `${BODY}<script type="module" src="/src/${script}"></script><div id="root"></div>`;

/** For `tsc` of a project in JSX. @param {string} source of its types */
export const jsxOf = (source) =>
  JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: source === 'solid-js' ? 'preserve' : 'react-jsx',
      jsxImportSource: source,
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      target: 'ES2022',
      types: [],
    },
    include: ['src'],
  });

/** One page for every address, as servers of such a site send it. @param {string} out */
export const asLesson = (out) =>
  `mkdir -p ${out}/lessons/attention && cp ${out}/index.html ${out}/lessons/attention`;
