// SPDX-License-Identifier: MIT
// German: a first minute on the stage.

/** @type {typeof import('../en/minute.js').default} */
export default {
  title: 'Eine erste Minute',
  invite:
    'Einen Buchstaben wählen · einen Head ausschalten · mit eigenem Text trainieren',
  show: 'In einer Minute zeigen',
  dismiss: 'Diese Zeile ausblenden',
  unfit:
    'Die erste Minute braucht ein trainiertes Modell, das Zeichen von links nach rechts liest und gerade nicht trainiert.',
  at: (k, n) => `Schritt ${k} von ${n}`,
  back: 'Zurück',
  next: 'Weiter',
  skip: 'Überspringen',
  end: 'Die erste Minute beenden (Esc)',

  ask: 'Welcher Buchstabe kommt als nächster?',
  asked: {
    type: 'Das Modell liest {text} und sagt das nächste Zeichen vorher. Nun selbst vorhersagen: das Zeichen tippen.',
    press:
      'Das Modell liest {text} und sagt das nächste Zeichen vorher. Nun selbst vorhersagen.',
  },
  yours: 'Eigene Vorhersage',
  space: 'Leerzeichen',
  unknown: (c) => `Das Modell hat kein „${c}“: ein anderes Zeichen versuchen.`,
  you: 'selbst',

  agree: (x) => `Gleiche Vorhersage wie das Modell: „${x.top}“ (${x.share}).`,
  differ: (x) =>
    `Eigene Vorhersage: „${x.guess}“. Das Modell gibt ihr ${x.own} und sagt „${x.top}“ vorher (${x.share}).`,
  predicts: (x) => `Das Modell sagt „${x.top}“ vorher (${x.share}).`,
  less: (share) => `weniger als ${share}`,
  has: (c) => `Im Text steht „${c}“.`,
  lines:
    'Mehr tut es nicht: ein Zeichen nach dem anderen. Die Linien zeigen, auf welche Zeichen es achtet.',

  off: (head) => `Head ${head} ausschalten`,
  on: 'Einschalten',
  switch: 'Einen Head ausschalten.',
  single: (head) =>
    `Das Modell hat einen einzigen Head, ${head}. Wird er ausgeschaltet, schreibt das Modell mit demselben Seed noch einmal.`,
  matters: (head) =>
    `Von allen Heads ist ${head} der wichtigste. Wird er ausgeschaltet, schreibt das Modell mit demselben Seed noch einmal.`,
  without: {
    unigram: (head) => `Ohne Head ${head}: schlechter als Buchstabenhäufigkeiten.`,
    bigram: (head) => `Ohne Head ${head}: schlechter als Buchstabenpaare.`,
    trigram: (head) => `Ohne Head ${head}: schlechter als Buchstabentripel.`,
    worse: (head) => `Ohne Head ${head}: schlechter.`,
    better: (head) => `Ohne Head ${head}: besser.`,
    same: (head) => `Ohne Head ${head}: so gut wie zuvor.`,
  },
  cost: (x) =>
    `${x.off} Bit pro Zeichen auf dem Validierungstext, ${x.on} mit ihm. Orange: Wörter, die der alte Text nicht hat.`,
  now: (head) => `ohne Head ${head}`,

  own: 'Nun der eigene Text.',
  paste: {
    pretrained:
      'Ein Gedicht, einen Brief, einen Chat einfügen: Ein neues Modell lernt ihn in dieser Seite. Das vortrainierte bleibt.',
    trained:
      'Ein Gedicht, einen Brief, einen Chat einfügen: Ein neues Modell lernt ihn in dieser Seite. Das jetzige wird aufbewahrt.',
  },
  empty: 'Das Feld ist leer: zuerst einen Text einfügen oder eingeben.',
  train: 'Damit trainieren',
};
