// SPDX-License-Identifier: MIT
// Events report what the reader does, and not what the host page sets or the page shows of
// itself.

/**
 * No event reports this change, nor anything else until it has ended, well or not.
 * @template T
 * @param {{ applying: number }} app how many such changes are under way
 * @param {() => T | Promise<T>} change begins at once
 */
export async function quietly(app, change) {
  app.applying++;
  try {
    return await change();
  } finally {
    app.applying--;
  }
}
