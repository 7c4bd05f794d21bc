// SPDX-License-Identifier: MIT
import { testLessons } from './play.js';

testLessons((id) => id !== 'induction');
