// SPDX-License-Identifier: MIT
// English: fine-tuning.
import { counted } from '../phrases.js';

/** @typedef {string} S */

export default {
  title: 'Fine-tune on my text',
  look: 'A new run begins at the weights of the model in use and trains them on another text. LoRA trains only low-rank changes of queries and values; all other weights stay as they are.',
  text: 'Text to fine-tune on',
  inUse: 'Paste a text. Left empty: the text in use.',
  trained: 'Trained',
  all: 'all weights',
  lora: (/** @type {S} */ rank) => `LoRA, rank ${rank}`,
  start: 'Fine-tune',
  before: 'before',
  after: (/** @type {S} */ step) => `after ${counted(step, 'step', 'steps')}`,
  loss: 'Loss on the validation text',
  earlier: 'Loss on the last lines of the text in use before',
  parameters: (/** @type {S} */ trained, /** @type {S} */ all) =>
    `${trained} of ${all} parameters are trained.`,
  compare: 'Compare before and after',
  head: (/** @type {S} */ name) => `Attention weights of head ${name}`,
  back: (/** @type {S} */ step) => `Back to the original (step ${step})`,
  saveAdapter: 'Save the adapter alone',
  saveMerged: 'Save as a whole model',
};
