// SPDX-License-Identifier: MIT
// The package: sessions, what can be said before one, and the engine itself for those who
// want it in their own thread.

export { Engine } from './engine/engine.js';
export { GlassError } from './shared/errors.js';
export { Lab } from './engine/lab.js';
export { configPresets, configSchema, describeConfig } from './client/describe.js';
export { isDoublingStep } from './worker/snapshots.js';
export { Session, createSession, provide } from './client/session.js';
