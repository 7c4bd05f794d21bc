// SPDX-License-Identifier: MIT
// The views of the element that the screen begins without; content.js has the others. The build
// imports their elements by name (web/build/bundles.js).
import { loadAll } from './all.js';

await loadAll('element');
