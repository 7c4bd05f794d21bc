// SPDX-License-Identifier: MIT
// The lessons of the page in all their languages, as the panel draws them.
import { PARSED } from '../../../web/lessons/parsed-built-in.data.js';
// It adds the other languages to them.
import '../../../web/lessons/strings.js';
import { loadLanguages } from '../support/catalogues.js';

await loadLanguages();

export const LESSONS = PARSED;
