// SPDX-License-Identifier: MIT
// The time of each operation of a step. The engine measures one step and undoes it. Of
// several measurements each operation's fastest counts: disturbances only make it slower.

/** @import { Profile } from '../shared/types.js' */

/** @param {Omit<Profile, 'stepMs'>} parts @returns {Profile} */
export function withSum({ step, ops, otherMs }) {
  const stepMs = ops.reduce((ms, op) => ms + op.forwardMs + op.backwardMs, otherMs);
  return { step, stepMs, ops, otherMs };
}

/** @param {Profile | null} a of the same model @param {Profile} b @returns {Profile} */
export function fasterOf(a, b) {
  if (!a) return b;
  return withSum({
    step: b.step,
    ops: b.ops.map((op, i) => ({
      ...op,
      forwardMs: Math.min(op.forwardMs, a.ops[i].forwardMs),
      backwardMs: Math.min(op.backwardMs, a.ops[i].backwardMs),
    })),
    otherMs: Math.min(a.otherMs, b.otherMs),
  });
}
