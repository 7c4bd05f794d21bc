// SPDX-License-Identifier: MIT
// What the element begins without, in a file of its own: it is loaded when the reader first asks
// why, opens the cards of the forward pass, takes a picture or a film of the stage along, or the
// model as a PyTorch program (web/views/more-file.js).
export * from './stage/why/index.js';
export { picturePng, pictureSvg } from './stage/picture.js';
export { recordFilm } from './stage/record.js';
export { pytorchFile } from '../pytorch/file.js';
export { CARDS, rail, strongestKeys } from './forward-pass/cards.js';
