// SPDX-License-Identifier: MIT
import '../element/battery.js';
import '../views/code/code.js';
import '../views/diagnostics/diagnostics.js';
import '../views/export/embed-panel.js';
import '../views/export/published.js';
import '../views/fine-tune/fine-tune.js';
import '../views/loss/sound.js';
import '../views/forward-pass/by-hand.js';
import '../views/forward-pass/tiny-model.js';
import '../views/attention/masks.js';
import '../views/attention/timing.js';
import './engine.js';
import '../page/page.js';
// After it: the element may not be defined before the page has its language.
import '../page/pretrained-run.js';
import '../views/run/pretrained-note.js';
