// SPDX-License-Identifier: MIT
// German: what surrounds the element, by `data-words`. The English is in page/index.html,
// so that the page can be read without JavaScript.

/** @type {Record<string, string>} */
export default {
  title: 'Glassformer: ein durchsichtiger Transformer',
  description:
    'Einen Text einfügen, in diesem Tab einen kleinen Transformer trainieren und zusehen, wie seine Attention-Heads lernen.',
  lead: 'Ein durchsichtiger Transformer. Er trainiert in diesem Tab mit dem eigenen Text, Zeichen für Zeichen, und jede gezeigte Zahl ist vom Modell berechnet.',
  language: 'Sprache',
  help: 'Hilfe',
  poster:
    'Ein kleines Sprachmodell trainiert hier mit einem selbst gewählten Text und zeigt, was es tut: den Verlust, die Attention-Gewichte jedes Heads und den Text, den es generiert. Was eingefügt wird, verlässt diese Seite nicht.',
  posterShows:
    'Ein trainiertes Modell liest eine Zeile, die es nicht gesehen hat. Linien: wohin seine Heads sehen. Zellen: was es nach jeder Schicht als Nächstes vorhersagen würde, kräftiger, je wahrscheinlicher das richtige Zeichen ist.',
};
