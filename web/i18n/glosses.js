// SPDX-License-Identifier: MIT
// What the marks of the stage mean: loaded when it is first asked for.
import { Part } from './languages.js';
import en from './en/glosses.js';

export const glossWords = new Part(en, (lang) => import(`./${lang}/glosses.js`));
