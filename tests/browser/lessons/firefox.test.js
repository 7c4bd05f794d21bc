// SPDX-License-Identifier: MIT
import { FIREFOX } from '../support/browsers.js';
import { testLessons } from './play.js';

testLessons(FIREFOX, 'es', 'phone');
