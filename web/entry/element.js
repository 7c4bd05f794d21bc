// SPDX-License-Identifier: MIT
// The element; for notebooks the default export is the widget.
import './engine.js';
import '../views/of-element.js';

export { default } from './widget.js';
export { GlassFormer } from '../element/glass-former.js';
