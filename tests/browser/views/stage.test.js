// SPDX-License-Identifier: MIT
import { CHROMIUM } from '../support/browsers.js';
import { testViews } from './all-views.js';

testViews(CHROMIUM, ['stage']);
