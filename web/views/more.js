// SPDX-License-Identifier: MIT
// What the element begins without, in a file of its own: it is loaded when the reader first asks
// why or what a mark means, opens the cards of the forward pass, takes a picture or a film of the
// stage or the replay of a run along, or the model as a PyTorch program, or opens weights of PyTorch,
// and when a text has been trained on (web/views/more-file.js).
export { cardWords } from '../i18n/cards.js';
export { glossWords } from '../i18n/glosses.js';
export { memorizationAdvice } from './memorization/advice.js';
export { memorizationCaption } from './memorization/caption.js';
export { copiesIn } from './memorization/copies.js';
export * from './stage/why/index.js';
export { picturePng, pictureSvg } from './stage/picture.js';
export { saveFilm } from './stage/film.js';
export { Replay } from './replay/replay.js';
export { pytorchFile } from '../pytorch/file.js';
export { strongestKeys } from './forward-pass/card.js';
export { CARDS, rail } from './forward-pass/cards.js';
export { torchWeights } from '../run/torch/weights.js';
export { measuredLine } from '../run/measured-line.js';
