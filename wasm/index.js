// SPDX-License-Identifier: MIT
// The package: sessions, what can be said before one, and the engine itself for those who
// want it in their own thread.

export { Engine } from './engine.js';
export { GlassError } from './glass-error.js';
export { Lab } from './lab.js';
export { configPresets, configSchema, describeConfig } from './describe.js';
export { isRung } from './snapshots.js';
export { Session, createSession, provide } from './session.js';
