// SPDX-License-Identifier: MIT
import './battery.js';
import './components/hood.js';
import './components/origin.js';
import './components/placing.js';
import './components/sound.js';
import './components/tiny.js';
import './components/two-ways.js';
import './engine-inside.js';
import './page.js';
// After it: the element may not be defined before the page has its language.
import './components/first.js';
