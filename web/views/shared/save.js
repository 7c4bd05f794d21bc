// SPDX-License-Identifier: MIT
// Files and clipboard text for the reader.
import { csv } from '../../draw/series.js';

/** @param {BlobPart} content @param {string} name @param {string} type */
export function download(content, name, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Firefox reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** @import { Column } from '../../draw/series.js' */

/** @param {string} name @param {Column[]} columns */
export const saveCsv = (name, columns) =>
  download(csv(columns), `glassformer-${name}.csv`, 'text/csv');

/** @param {string} name @param {HTMLCanvasElement | null} canvas */
export const savePng = (name, canvas) =>
  canvas?.toBlob((blob) => {
    if (blob) download(blob, `glassformer-${name}.png`, 'image/png');
  });

/**
 * Columns of a file for a table with names on both sides.
 * @param {string[]} rows @param {string[]} columns
 * @param {(i: number, j: number) => number | null} at @param {string} [corner]
 * @returns {Column[]}
 */
export const matrixColumns = (rows, columns, at, corner = '') => [
  [corner, rows],
  ...columns.map(
    (name, j) => /** @type {Column} */ ([name, rows.map((_, i) => at(i, j))]),
  ),
];

/** @param {string} text @returns {Promise<boolean>} false: the page may not */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Where what is shown can be found again. @param {import('../../app/app.js').App} app */
export function addressOf({ link }) {
  const url = new URL(location.href);
  url.hash = link;
  return url.href;
}

/** Copies that address, or answers it where the page may not use the clipboard; says so where it
 * leads to another text.
 * @param {import('../../app/app.js').App} app
 * @returns {Promise<{ isCopied: boolean, words: string }>} */
export async function copiedLink(app) {
  const address = addressOf(app);
  const { text } = app.store.state;
  const isCopied = await copyText(address);
  const { linkCopied, copiedWithout } = app.t.export;
  const isWithout = text?.id === 'own' && !text.packed;
  const words = !isCopied ? address : isWithout ? copiedWithout : linkCopied;
  return { isCopied, words };
}

/** The same, told as a message. @param {import('../../app/app.js').App} app
 * @returns {Promise<boolean>} whether it is copied */
export async function copyLink(app) {
  const { isCopied, words } = await copiedLink(app);
  app.showInfo(words);
  return isCopied;
}
