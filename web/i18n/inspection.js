// SPDX-License-Identifier: MIT
// What the views say that the screen begins without: they import it.
import { addEnglish } from './index.js';
import en from './en/inspection.js';

addEnglish(en);
