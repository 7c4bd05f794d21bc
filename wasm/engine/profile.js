// SPDX-License-Identifier: MIT
// The time of each operation of a step. The engine measures one step and undoes it. Of
// several measurements each operation's fastest counts: disturbances only make it slower.

/** @import { Profile } from '../shared/types.js' */

/** @param {string} json of gf_session_profile @returns {Profile} */
export function readProfile(json) {
  const { step, ops, other_ms } = JSON.parse(json);
  return withSum({
    step,
    ops: ops.map(
      (/** @type {any} */ { name, kind, forward_ms, backward_ms, flops }) => ({
        name,
        kind,
        forwardMs: forward_ms,
        backwardMs: backward_ms,
        flops,
      }),
    ),
    otherMs: other_ms,
  });
}

/** @param {Omit<Profile, 'stepMs'>} parts @returns {Profile} */
function withSum({ step, ops, otherMs }) {
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
