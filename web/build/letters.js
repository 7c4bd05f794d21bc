// SPDX-License-Identifier: MIT
// Bytes that a bundle holds as one letter each, see build.js.

/** @param {{ alphabet: string, text: string }} letters alphabet: the letter of each byte */
export function fromLetters({ alphabet, text }) {
  const byteOf = new Uint8Array(512);
  [...alphabet].forEach((letter, byte) => (byteOf[letter.charCodeAt(0)] = byte));
  return Uint8Array.from(text, (letter) => byteOf[letter.charCodeAt(0)]);
}
