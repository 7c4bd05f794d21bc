// SPDX-License-Identifier: MIT
// English sentences of what concerns the page around the element.

export default {
  embed: {
    attributes: (/** @type {string} */ list) =>
      `The page around this asks for something that means nothing here: ${list}.`,
    background: 'Go on while this tab is hidden',
    limit: (/** @type {string} */ time) =>
      `Paused after ${time}, as the page around this asks. “Go on” continues.`,
  },
};
