// SPDX-License-Identifier: MIT
import { FIREFOX } from '../support/browsers.js';
import { testViews } from './all-views.js';

testViews(FIREFOX);
