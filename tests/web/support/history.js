// SPDX-License-Identifier: MIT
// Losses of a run as its session has them.

/** Measured every ten steps, trained on every step. @param {number[]} valLoss
 * @param {(step: number) => number} train */
export function historyOf(valLoss, train) {
  const valStep = valLoss.map((_, n) => 10 * n);
  const step = Array.from({ length: 10 * valLoss.length - 10 }, (_, n) => n + 1);
  return { step, loss: step.map(train), valStep, valLoss };
}
