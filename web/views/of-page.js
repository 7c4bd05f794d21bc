// SPDX-License-Identifier: MIT
// The views that only our own page and frame have. The build
// imports their elements by name (web/build/bundles.js).
import { loadAll } from './all.js';

await loadAll('page');
