// SPDX-License-Identifier: MIT
// What a picture of numbers hands out to those who want to reckon on.
import { inPage } from './page-queries.js';

/** @typedef {import('./page-queries.js').Page} Page */

/**
 * The file that a picture hands out: its name, and its lines below the heading, each a name
 * and numbers.
 * @param {Page} page @param {string} path of the picture
 * @returns {Promise<{ name: string, lines: [string, ...number[]][] }>}
 */
export const savedBy = (page, path) =>
  inPage(
    page,
    async ({ deep, until }, path) => {
      const { prototype } = HTMLAnchorElement;
      const { click } = prototype;
      const { createObjectURL } = URL;
      const file = { name: '', blob: new Blob() };
      // No browser has to be asked where it may lie.
      prototype.click = function () {
        file.name = this.download;
      };
      URL.createObjectURL = (/** @type {Blob} */ blob) => {
        file.blob = blob;
        return createObjectURL.call(URL, blob);
      };
      await until(path, () => deep(`${path} #csv`));
      deep(`${path} #csv`).click();
      prototype.click = click;
      URL.createObjectURL = createObjectURL;
      const [, ...lines] = (await file.blob.text()).trimEnd().split('\n');
      return {
        name: file.name,
        lines: lines.map((line) => {
          // A sign may be what is named.
          const end = line.startsWith('"')
            ? line.lastIndexOf('"') + 1
            : line.indexOf(',');
          return [
            line.slice(0, end),
            ...line
              .slice(end + 1)
              .split(',')
              .map(Number),
          ];
        }),
      };
    },
    path,
  );
