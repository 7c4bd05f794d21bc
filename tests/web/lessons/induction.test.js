// SPDX-License-Identifier: MIT
// The longest lesson: it takes as long as all the others.
import { testLessons } from './play.js';

testLessons((id) => id === 'induction');
