// SPDX-License-Identifier: MIT
import './engine-inside.js';

export { GlassFormer } from './element.js';
