// SPDX-License-Identifier: MIT
// What the views say that are only in our own page and frame: they import it, and the element
// is smaller without.
import { addStrings } from './index.js';
import './inspection.js';
import en from './en/diagnostics.js';

addStrings(en, (lang) => import(`./${lang}/diagnostics.js`));
