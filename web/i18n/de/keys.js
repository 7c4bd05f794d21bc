// SPDX-License-Identifier: MIT
// German: the keyboard shortcuts.

/** @type {typeof import('../en/keys.js').default} */
export default {
  keys: {
    title: 'Tasten',
    close: 'Schließen',
    note: 'Buchstabentasten wirken, solange der Fokus im Element und nicht in einem Textfeld ist.',
    letters: 'Buchstabentasten an',
    aloud: 'Ereignisse dem Screenreader ansagen',
    list: [
      ['T', 'trainieren oder pausieren'],
      ['.', 'ein Schritt'],
      ['H  Umschalt H', 'nächster oder voriger Head'],
      ['X', 'den Head aus- oder einschalten'],
      ['W', 'auf der Bühne: Attention, oder warum diese Vorhersage'],
      ['N', 'warum eine andere Vorhersage'],
      ['← →', 'voriges oder nächstes Token, vorige oder nächste Zelle'],
      ['↑ ↓', 'Zeile; Schicht im Raster der Heads'],
      ['Pos1 Ende', 'Enden der Zeile; mit Strg erste und letzte Zelle'],
      ['Bild↑ Bild↓', 'vorige oder nächste Schicht'],
      ['[  ]', 'voriger oder nächster Snapshot'],
      ['Enter  Leertaste', 'fixieren'],
      ['Esc', 'lösen, schließen, verlassen'],
      ['+ −', 'größere oder kleinere Zellen des vergrößerten Heads'],
      ['D', 'die fixierte Zeile als Tabelle'],
      ['?', 'diese Liste'],
    ],
  },
};
