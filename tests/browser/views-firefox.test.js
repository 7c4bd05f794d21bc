// SPDX-License-Identifier: MIT
import { FIREFOX } from './browsers.js';
import { testViews } from './views.js';

testViews(FIREFOX);
