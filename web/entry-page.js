// SPDX-License-Identifier: MIT
import './components/two-ways.js';
import './engine-inside.js';
import './page.js';
