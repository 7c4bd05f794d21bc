// SPDX-License-Identifier: MIT
// What the stage begins without, in a file of its own: it is loaded when the reader first asks why,
// or records.
export * from './why/index.js';
export { recordFilm } from './record.js';
