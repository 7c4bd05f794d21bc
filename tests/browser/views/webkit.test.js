// SPDX-License-Identifier: MIT
// The stage in WebKit: a kind of mark each, keys and pointer. What else it says is the same code
// as in the other browsers.
import { WEBKIT } from '../support/browsers.js';
import { testChecks } from './all-views.js';
import { stage } from './stage.js';
import { stageLines } from './stage/lines.js';
import { stagePixels } from './stage/pixels.js';

const all = { ...stageLines, ...stagePixels, ...stage };
const chosen = [
  'lines at rest are the weights: five opacities, a fixed lottery below 0.2',
  'the shade of a guess is the probability of the right character there',
  'the letter of a guess is the most probable one, bold where it is right',
  'bars of the roof are as high as the probability of the right character',
  'a capsule is as long as the norm of what the MLP adds',
  'a thread is as strong as the probability of the right character',
  'keys move the cursor, and the sentence is what the engine predicts there',
  'thumbnails are the weights; the row looked at is a band',
  'a click pins the column under it, a second one lets go',
];

testChecks(WEBKIT, [
  Object.fromEntries(chosen.map((sentence) => [sentence, all[sentence]])),
]);
