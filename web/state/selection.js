// SPDX-License-Identifier: MIT
// State: what the reader looks at, and how it is shown; one selection for all views.

/**
 * @typedef {object} SelectionState
 * @property {string} line the text looked at
 * @property {string} firstLine the line looked at unless another is chosen
 * @property {'' | 'train' | 'val'} split part of the text that the line is taken from; '': by the
 *   length of the text
 * @property {number} layer 0-based
 * @property {number} head 0-based
 * @property {import('./types.js').HeadAt | null} nextHead that a model begins with which is being
 *   made; of the one shown it may be out of range
 * @property {import('./types.js').HeadAt | null} isolated head whose lines the stage draws
 *   alone
 * @property {'attention' | 'why'} stageMode what the stage shows: where heads look, or what
 *   each token of the line adds to the predicted one
 * @property {import('./types.js').Cell | null} pin
 * @property {import('./types.js').Cell | null} hover
 * @property {import('./types.js').Showing} showing
 * @property {boolean} sqrtScale attention drawn by its square root, to show small values
 * @property {import('./types.js').SamplerSettings} sampler
 * @property {string} givenPrompt the prompt that the page put in, from the line; in no link
 * @property {import('./places.js').Place} place of the screen
 * @property {string} panel open tab of the place; '' where none is open
 * @property {string} experiment looked at: the name of one of the page's, or one as links pack it
 * @property {import('./types.js').Guide | null} guide a first minute on the stage
 */

/** @returns {SelectionState} */
export const selectionState = () => ({
  line: '',
  firstLine: '',
  split: '',
  layer: 0,
  head: 0,
  nextHead: null,
  isolated: null,
  stageMode: 'attention',
  pin: null,
  hover: null,
  showing: {
    mode: 'weights',
    transposed: false,
    since: 0,
    shade: 'surprise',
    sorted: false,
    race: -1,
    guesses: '',
  },
  sqrtScale: false,
  sampler: {
    prompt: '',
    chars: 300,
    temperature: 0.8,
    topK: 0,
    topP: 1,
    greedy: false,
    seed: 1,
  },
  givenPrompt: '',
  place: 'stage',
  panel: '',
  experiment: '',
  guide: null,
});
