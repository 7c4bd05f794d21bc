// SPDX-License-Identifier: MIT
import './components/hood.js';
import './components/two-ways.js';
import './engine-inside.js';
import './page.js';
