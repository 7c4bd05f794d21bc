// SPDX-License-Identifier: MIT
// The lessons alone, for pages that have a <glass-former> already.
export { GlassLessons } from '../lessons/panel.js';
