// SPDX-License-Identifier: MIT
// The colours and fonts of the page as custom properties.
import { TOKENS } from './theme.js';

/** @import { Scheme } from './theme.js' */

/** What is no single opaque colour: the glass of a layer, the light behind it, its shadow.
 * name → [light, dark] */
const SURFACES = {
  glass: [
    'linear-gradient(rgb(255 255 255/.96),rgb(255 255 255/.62))',
    'linear-gradient(rgb(255 255 255/.045),rgb(255 255 255/.016))',
  ],
  glow: ['rgb(150 220 208/.38)', 'rgb(40 130 118/.24)'],
  shadow: ['0 1px 2px rgb(16 40 36/.06),0 8px 24px -12px rgb(16 40 36/.16)', 'none'],
};

/** Custom properties of the host page that take precedence: --gf-fg and so on. @type {Record<string, string>} */
const OF_HOST = { pane: 'bg', ink: 'fg', accent: 'accent', line: 'border' };

/** @param {Scheme} scheme */
function declarations(scheme) {
  const column = scheme === 'light' ? 0 : 1;
  const lines = Object.entries(TOKENS).map(([name, pair]) => {
    const host = OF_HOST[name];
    return `--${name}:${host ? `var(--gf-${host},${pair[column]})` : pair[column]}`;
  });
  for (const [name, pair] of Object.entries(SURFACES))
    lines.push(`--${name}:${pair[column]}`);
  return `color-scheme:${scheme};${lines.join(';')};`;
}

/**
 * Custom properties for a page (`:root[data-theme]`) and for the element
 * (`:host([theme])`): automatic unless the attribute says otherwise.
 */
export const tokensCss =
  `:root,:host{${declarations('light')}` +
  `--serif:'Source Serif 4','Iowan Old Style','Palatino Linotype',Palatino,P052,'URW Palladio L',` +
  `'Book Antiqua',Georgia,serif;` +
  `--radius:var(--gf-radius,10px);--sticky-top:var(--gf-sticky-top,0px);--sans:var(--gf-font,Inter,ui-sans-serif,system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif);` +
  `--mono:'Source Code Pro',ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,` +
  `'DejaVu Sans Mono',monospace}` +
  // Printing is light in any theme.
  `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]),` +
  `:host(:not([theme=light],[data-scheme=light],[printing])){${declarations('dark')}}}` +
  `@media screen{:root[data-theme=dark],` +
  `:host(:is([theme=dark],[data-scheme=dark]):not([printing])){${declarations('dark')}}}` +
  // With more contrast, quiet text and lines are as strong as other text.
  `@media (prefers-contrast:more){:root,:host{--ink-2:var(--ink)!important;` +
  `--ink-3:var(--ink)!important;--line:var(--ink)!important;` +
  `--line-strong:var(--ink)!important}}`;
