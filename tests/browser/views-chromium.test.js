// SPDX-License-Identifier: MIT
import { CHROMIUM } from './browsers.js';
import { testViews } from './views.js';

testViews(CHROMIUM);
