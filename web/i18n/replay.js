// SPDX-License-Identifier: MIT
// What is said on the replay of a run and of it: loaded with the code that draws it.
import { Part } from './languages.js';
import en from './en/replay.js';

export const replayWords = new Part(en, (lang) => import(`./${lang}/replay.js`));
