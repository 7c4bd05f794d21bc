// SPDX-License-Identifier: MIT
// German: what the marks of the stage mean, shown on hovering and in a list.

/** @type {typeof import('../en/glosses.js').default} */
export default {
  chosen:
    'Softmax der Logits: die wahrscheinlichsten nächsten Tokens nach dem gewählten. Unterstrichen: was wirklich folgt.',
  chosenLabels:
    'Softmax der Logits: wie wahrscheinlich jedes Label ist. Unterstrichen: das richtige.',
  roof: 'Jeder Balken: die Wahrscheinlichkeit, die das Modell dem gab, was wirklich folgt.',
  next: 'Was im Text wirklich folgt. Tönung: Surprisal, in Bit.',
  final:
    'Das wahrscheinlichste nächste Token nach der letzten Schicht. Fett: richtig. Tönung: Wahrscheinlichkeit des richtigen.',
  guess:
    'Logit-Lens: das nächste Token, das das Modell nennen würde, wenn es hier aufhörte. Fett: richtig. Tönung: Wahrscheinlichkeit des richtigen.',
  embedding:
    'Das Token und seine Position als Vektor; hier ausgelesen, meist das Token selbst.',
  attention:
    'Jedes Token achtet auf andere. Linien steigen vom beachteten Token zum achtenden auf; dicker heißt mehr Gewicht. Jede Farbe ist ein Head.',
  average:
    'Jedes Token nimmt von allen bisherigen Tokens den gleichen Anteil; nichts wird ausgewählt.',
  mlp: 'Arbeitet auf einer Spalte allein. Je länger die Marke, desto mehr trägt sie zum Residual-Stream bei, der als Faden gezeichnet ist.',
  text: 'Die Zeile, die das Modell liest. Fett: worauf das gewählte am meisten achtet.',
  labelRow: 'Das richtige Label. Tönung: Surprisal, in Bit.',
};
