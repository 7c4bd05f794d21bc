// SPDX-License-Identifier: MIT
import { CHROMIUM } from '../support/browsers.js';
import { NAMES, testViews } from './all-views.js';

testViews(
  CHROMIUM,
  NAMES.filter((name) => name !== 'stage'),
);
