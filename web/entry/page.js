// SPDX-License-Identifier: MIT
import './engine.js';
import '../page/page.js';
// After it: the element may not be defined before the page has its language.
import '../page/pretrained-run.js';
