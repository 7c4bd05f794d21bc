// SPDX-License-Identifier: MIT
// What engines differ in, in Firefox: bytes, workers, policies, canvases, letters, focus, keys,
// files, printing. What else the page says is the same code as in Chromium.
import { testSome } from '../views/all-views.js';
import { FIREFOX } from '../support/browsers.js';
import { assignment } from './assignment.js';
import { testSite } from './checks.js';
import { testElement } from './element.js';
import { lessons } from './lessons.js';
import { testMainPath } from './main-path.js';
import { testSameBytes } from './same-bytes.js';
import { testStrictHosts } from './strict-hosts.js';
import { testWatching } from './watching.js';

testWatching(FIREFOX);
testSameBytes(FIREFOX);
testElement(FIREFOX);
testStrictHosts(FIREFOX);
testMainPath(FIREFOX);
testSite(FIREFOX, { ...assignment, ...lessons });
testSome(FIREFOX, [
  'pinned lines are the weights from 0.04 on: hue of the head, opacity and width',
  'the shade of a guess is the probability of the right character there',
  'the letter of a guess is the most probable one, bold where it is right',
  'at the pin the bars are the softmax, the first fills the height, the right one is marked',
  'a PNG is twice as large as the stage and has its pixels',
  'an SVG is well formed, with the caption, the letters and the hues',
  'a film of ten seconds is recorded, and another one stopped',
  'losses and baselines are drawn where their numbers are',
  'every tile shows the weights, cell by cell',
  'print: pictures are light, numbers stand under them, in a dark theme too',
  'the Tab key reaches every view',
  'keys move the cursor, and the sentence is what the engine predicts there',
  'a click pins the column under it, a second one lets go',
  'the line is typed in place; Escape brings the old one back',
  'a gloss opens on focus, and another by arrow keys',
  'a text from the right: first column at the right, shades of the engine',
]);
