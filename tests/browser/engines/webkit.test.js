// SPDX-License-Identifier: MIT
// What engines differ in, in WebKit: bytes, workers, a kind of mark of the stage each, keys and
// pointer. What else the page says is the same code as in Chromium.
import { testSome } from '../views/all-views.js';
import { WEBKIT } from '../support/browsers.js';
import { testElement } from './element.js';
import { testMainPath } from './main-path.js';
import { testSameBytes } from './same-bytes.js';
import { testWatching } from './watching.js';

testWatching(WEBKIT);
testSameBytes(WEBKIT);
testElement(WEBKIT);
testMainPath(WEBKIT);
testSome(WEBKIT, [
  'lines at rest are the weights: six opacities, a fixed lottery below 0.2',
  'the shade of a guess is the probability of the right character there',
  'the letter of a guess is the most probable one, bold where it is right',
  'bars of the roof are as high as the probability of the right character',
  'a capsule is as long as the norm of what the MLP adds',
  'a thread is as strong as the probability of the right character',
  'keys move the cursor, and the sentence is what the engine predicts there',
  'thumbnails are the weights; the row looked at is a band',
  'a click pins the column under it, a second one lets go',
]);
