// SPDX-License-Identifier: MIT
import { CHROMIUM } from '../support/browsers.js';
import { testLessons } from './play.js';

testLessons(CHROMIUM, 'en', 'screen');
