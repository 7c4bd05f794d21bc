// SPDX-License-Identifier: MIT
// German: a prediction explained on the stage.

/** @type {typeof import('../en/why.js').default} */
export default {
  waiting: 'Das Modell wird befragt …',
  token: (x) => `„${x.token}“, ${x.where}`,
  because: (x) =>
    `Wegen ${x.token}: Es trägt ${x.share} von ${x.logit} zu „${x.letter}“ bei. Wird es verborgen, fällt „${x.letter}“ von ${x.from} auf ${x.to}.`,
  nobody: (unit) => `Kein einzelnes ${unit} entscheidet.`,
  most: (x) =>
    `${x.token}, trägt am meisten bei: ${x.share} von ${x.logit} zu „${x.letter}“.`,
  inSource: (n) => `Quelle ${n}`,
  none: 'Nichts in der Zeile trägt dazu bei.',
  also: (tokens) => `Auch nötig: ${tokens}.`,
  needed: (tokens) => `Nötig: ${tokens}.`,
  left: (x) => `${x.token} (${x.left} bleiben)`,
  and: ' und ',
  adds: (x) => `${x.token}: trägt ${x.share} von ${x.logit} zu „${x.letter}“ bei.`,
  hidden: (x) =>
    `Vor allen Heads verborgen, geht „${x.letter}“ von ${x.from} auf ${x.to}.`,
  mlp: (value) => `MLP ${value}`,
  /** Below a bar. */
  rest: (share) => `${share} bleiben`,

  names: {
    attention: 'nach Head',
    shares: (letter) => `Beitrag zu „${letter}“`,
    lost: 'verloren, wenn verborgen',
  },
  glosses: {
    shares:
      'Was jedes Token der Zeile zum Logit der Vorhersage beiträgt, bezogen auf den Mittelwert aller Logits. Gestreift: Es senkt ihn. Attention-Gewichte, Normalisierungen und Gates werden festgehalten; dann ergeben die Beiträge genau die Summe.',
    lost: 'Wie viel der Wahrscheinlichkeit verloren geht, wenn kein Head auf dieses Token achten darf. Die volle Höhe ist alles.',
    attention:
      'Ein Fluss ist ein Teil eines Beitrags, den ein Head von einer Spalte in eine andere trägt; seine Farbe ist die des Heads, seine Breite die Größe. Gestrichelt: abwärts. Flüsse von weniger als 4 % des größten Beitrags sind weggelassen. Die verschiedener Schichten überlagern sich.',
    text: 'Die Zeile, die das Modell liest. Fett und schattiert: was am meisten beiträgt.',
    mlp: 'Wie viel in der Spalte der Vorhersage durch das MLP geht, und die Vorhersage danach.',
  },

  sum: {
    title: (letter) => `Was zu „${letter}“ beiträgt`,
    note: (x) =>
      `Sein Logit liegt ${x.logit} über dem Mittelwert aller ${x.n}: eine exakte Summe.`,
    others: (n) => `${n} ${n === '1' ? 'anderes' : 'andere'}`,
    fixed: 'Positionen und Biases',
    total: (letter) => `= „${letter}“`,
    held: 'Attention-Gewichte, Normalisierungen und Gates wurden festgehalten.',
    measured: (step) => `Für diese Zeile, mit diesem Modell bei Schritt ${step}.`,
    off: (heads) => `Ausgeschaltet: ${heads}.`,
  },
  hide: {
    title: 'Wenn es verborgen wäre',
    note: (x) =>
      `„${x.letter}“ hat ${x.p}. Jedes einzelne der Reihe nach vor allen Heads verborgen:`,
    none: (unit) => `Ein einzelnes ${unit} zu verbergen kostet weniger als 5 % davon.`,
    waiting: 'Wird gemessen, wenn das Training Zeit dafür lässt.',
    differs: (unit) =>
      `Die beiden Listen unterscheiden sich, wo ein ${unit} den Heads nur zeigt, worauf sie achten sollen.`,
    earlier: (step) => `Gemessen bei Schritt ${step}.`,
  },
  carried: (x) => `Head ${x.head} trägt ${x.value}`,
  rows: {
    label: 'Die Zeile, in Reihen',
    note: (unit) =>
      `Über einem ${unit}: was es beiträgt. Darunter: was verloren geht, wenn es verborgen wird. Ein anderes antippen, um danach zu fragen.`,
  },
};
