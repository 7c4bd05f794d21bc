// SPDX-License-Identifier: MIT
// What a page hears of its models.
const output = document.querySelector('output');

addEventListener('gf-progress', (event) => {
  const { step, loss } = /** @type {CustomEvent} */ (event).detail;
  const { id } = /** @type {Element} */ (event.target);
  if (output) output.value = `${id}: step ${step}, loss ${loss.toFixed(2)}`;
});
addEventListener('gf-error', (event) => {
  const { code, message } = /** @type {CustomEvent} */ (event).detail;
  if (output) output.value = `${code}: ${message}`;
});
