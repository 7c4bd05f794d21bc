// SPDX-License-Identifier: MIT
// English: the keyboard shortcuts.

export default {
  keys: {
    title: 'Keys',
    close: 'Close',
    note: 'Letter keys work while the focus is inside the element and not in a text field.',
    letters: 'Letter keys on',
    aloud: 'Announce events to screen readers',
    list: /** @type {[string, string][]} */ ([
      ['T', 'train or pause'],
      ['.', 'one step'],
      ['H  Shift H', 'next or previous head'],
      ['X', 'switch the head off or on'],
      ['W', 'on the stage: attention, or why this prediction'],
      ['N', 'why another prediction'],
      ['← →', 'previous or next token or cell'],
      ['↑ ↓', 'row; layer in the grid of heads'],
      ['Home End', 'ends of the row; with Ctrl, first and last cell'],
      ['PgUp PgDn', 'previous or next layer'],
      ['[  ]', 'previous or next snapshot'],
      ['Enter  Space', 'pin'],
      ['Esc', 'unpin, close, leave'],
      ['+ −', 'larger or smaller cells of the enlarged head'],
      ['D', 'the pinned row as a table'],
      ['?', 'this list'],
    ]),
  },
};
