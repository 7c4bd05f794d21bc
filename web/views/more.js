// SPDX-License-Identifier: MIT
// What the element begins without, in a file of its own: it is loaded when the reader first asks
// why, records the stage, or takes the model along as a PyTorch program.
export * from './stage/why/index.js';
export { recordFilm } from './stage/record.js';
export { pytorchFile } from '../pytorch/file.js';
