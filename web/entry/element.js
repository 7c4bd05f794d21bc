// SPDX-License-Identifier: MIT
import './engine.js';

export { GlassFormer } from '../element/glass-former.js';
