// SPDX-License-Identifier: MIT
// The views that the page begins without, in a file of their own, with the parts that only our own
// page has.
export { begin, invite } from './minute.js';
import '../views/of-element.js';
import '../views/of-page.js';
import '../views/attention/head-scores.js';
import '../views/attention/masks.js';
import '../views/compare/another-rate.js';
import '../views/export/embed-panel.js';
import '../views/export/published.js';
import '../views/fine-tune/fine-tune.js';
import '../views/forward-pass/by-hand.js';
import '../views/forward-pass/tiny-model.js';
import '../views/run/pretrained-note.js';
import '../views/samples/both.js';
import '../views/text/line-strip.js';
import '../views/loss/step-field.js';
