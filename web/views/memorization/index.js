// SPDX-License-Identifier: MIT
// A text that is memorised: what the stage says of it, what can be done, and the copies of it in
// what the model writes. Loaded when a text has been trained on.
export { memorizationAdvice } from './advice.js';
export { memorizationCaption } from './caption.js';
export { copiesIn } from './copies.js';
