// SPDX-License-Identifier: MIT
// The typefaces of the page: the Latin part of three variable fonts, copied from their
// packages. The element in other people's pages, and the page in one file, use those of
// the system. None of the three joins characters to ligatures, which would falsify a text.

import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './bundles.js';
import { partOf } from './notices/notices.js';

/** Names as in theme.js, by those of the packages. */
const FAMILIES = {
  inter: 'Inter',
  'source-serif-4': 'Source Serif 4',
  'source-code-pro': 'Source Code Pro',
};
const FONTS = Object.entries(FAMILIES).map(([name, family]) => ({
  ...{ name, family, url: `fonts/${name}.woff2` },
  folder: `node_modules/@fontsource-variable/${name}`,
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
