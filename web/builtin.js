// SPDX-License-Identifier: MIT
// The text that is part of the project. Alone in this file because only the bundler
// knows how to import text; everything else in this folder also loads in Node.
import fables from './texts/fables.txt';

export const builtInText = fables;
