// SPDX-License-Identifier: MIT
import { test } from 'node:test';
import { LESSONS } from './parsed.js';
import { play, testLessons } from './play.js';

testLessons((id) => id !== 'induction');

const [first] = LESSONS;
test(`lesson ${first.id} trains a model where the page has none to begin with`, (t) =>
  play(first, t));
