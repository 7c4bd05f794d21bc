// SPDX-License-Identifier: MIT
import './engine-inside.js';
import './page.js';
