// SPDX-License-Identifier: MIT
// The typefaces of the page: the Latin part of three variable fonts, copied from their
// packages. The element in other people's pages, and the page in one file, use those of
// the system. None of the three joins characters to ligatures, which would falsify a text.

import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './bundles.js';
import { partOf } from './notices/notices.js';

/** Names as in theme.js. */
const FONTS = [
  { family: 'Inter', name: 'inter', from: '@fontsource-variable/inter' },
  {
    family: 'Source Serif 4',
    name: 'source-serif-4',
    from: '@fontsource-variable/source-serif-4',
  },
  {
    family: 'Source Code Pro',
    name: 'source-code-pro',
    from: '@fontsource-variable/source-code-pro',
  },
].map((font) => ({
  ...font,
  folder: `node_modules/${font.from}`,
  url: `fonts/${font.name}.woff2`,
}));

export const fontParts = () => FONTS.map(({ folder }) => partOf(folder));

/** `optional`: text never changes its face, so nothing moves; on a slow network the first
 * visit has the system's. */
export const fontsCss = FONTS.map(
  ({ family, url }) =>
    `@font-face{font-family:'${family}';src:url(${url}) format('woff2');` +
    `font-weight:200 900;font-display:optional}`,
).join('');

export const preloads = FONTS.map(
  ({ url }) =>
    `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin />`,
).join('\n    ');

/** @param {string} folder of the page */
export async function copyFonts(folder) {
  await mkdir(join(folder, 'fonts'), { recursive: true });
  for (const { folder: from, name, url } of FONTS)
    await copyFile(
      join(ROOT, from, `files/${name}-latin-wght-normal.woff2`),
      join(folder, url),
    );
}
