// SPDX-License-Identifier: MIT
// Parts of sentences that are made alike in all languages.

/** @param {string} n @param {string} one @param {string} many */
export const counted = (n, one, many) => `${n} ${n === '1' ? one : many}`;

/** With a capital letter. @param {string} word */
export const capital = (word) => word[0].toUpperCase() + word.slice(1);
