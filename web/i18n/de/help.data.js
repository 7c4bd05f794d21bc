// SPDX-License-Identifier: MIT
// German: help and its glossary, in the page alone.
import { helpIn } from '../../views/words.js';
import views from './of-views.js';

/** @type {typeof import('../en/help.data.js').default} */
export default {
  title: 'Hilfe',
  close: 'Schließen',
  minute: 'Eine erste Minute auf der Bühne',
  language: 'Sprache',
  views: 'Ansichten',
  glossary: 'Glossar',
  keys: 'Tastenkürzel',
  reading: 'Zum Lesen',
  /** By the name of the view. */
  parts: helpIn('de', views),
  words: [
    ['Ablation', 'Einen Teil ausschalten, um zu sehen, was von ihm abhängt.'],
    ['Aktivierungsfunktion', 'Die nichtlineare Funktion im MLP, etwa GELU oder ReLU.'],
    ['Attention', 'Wie eine Position Information von anderen Positionen aufnimmt: ein gewichteter Mittelwert ihrer Values.'],
    ['Attention-Head', 'Ein Attention-Muster mit eigenen Queries, Keys und Values. Eine Schicht hat mehrere nebeneinander.'],
    ['Batch', 'Die Sequenzen, die in einem Trainingsschritt verwendet werden.'],
    ['Kausale Maske', 'Die Regel, dass keine Position auf eine spätere achten darf.'],
    ['Kontextlänge', 'Die längste Eingabe des Modells, in Tokens.'],
    ['Cross-Attention', 'Attention von dem Text, der geschrieben wird, auf den Text, der gelesen wurde.'],
    ['Kreuzentropie-Verlust (Loss)', 'Die mittlere Surprisal des nächsten Tokens, in Nats. Kleiner ist besser.'],
    ['Decoder', 'Ein Modell, das das nächste Token vorhersagt und so Text generieren kann.'],
    ['Direkte Logit-Attribution', 'Der Beitrag jeder Komponente zu einem Logit.'],
    ['Dropout', 'Im Training zufällige Aktivierungen auf null setzen, damit sich das Modell auf keine einzelne verlässt.'],
    ['Embedding', 'Der Vektor, der ein Token oder eine Position darstellt.'],
    ['Encoder', 'Ein Modell, das einen ganzen Text in beide Richtungen liest und nichts generiert.'],
    ['Gradient', 'Zu jedem Gewicht: wie sich der Verlust ändert, wenn sich das Gewicht ändert.'],
    ['Induktion', 'Auf das achten, was beim letzten Mal auf dasselbe Token folgte, um es zu kopieren.'],
    ['Key', 'Der Vektor, durch den eine Position gefunden werden kann.'],
    ['Schicht (Layer)', 'Ein Transformerblock: Attention und ein MLP.'],
    ['Lernrate', 'Die Größe eines Trainingsschritts.'],
    ['Logit', 'Der Score eines Tokens, bevor Softmax aus Scores Wahrscheinlichkeiten macht.'],
    ['Logit-Lens', 'Nach jeder Schicht eine Vorhersage aus dem Residual-Stream ablesen.'],
    ['MLP', 'Das Feed-forward-Netz einer Schicht, auf jede Position für sich angewandt.'],
    ['Nat', 'Eine Einheit der Information: 1,44 Bit.'],
    ['Normalisierung', 'Einen Vektor auf Mittelwert 0 und Standardabweichung 1 bringen, oder auf Größe 1.'],
    ['Perplexität', 'e hoch Verlust: Das Modell ist so unsicher wie bei der Wahl unter so vielen gleich wahrscheinlichen Tokens.'],
    ['Query', 'Der Vektor, der sagt, wonach eine Position sucht.'],
    ['Residual-Stream', 'Der Vektor einer Position, der durch alle Schichten läuft; jede Komponente addiert etwas dazu.'],
    ['Seed', 'Die Zahl, aus der alle Zufallszahlen abgeleitet werden. Der gleiche Seed ergibt den gleichen Lauf.'],
    ['Softmax', 'Macht aus Scores positive Gewichte, die sich zu 1 summieren.'],
    ['Schritt', 'Ein Update aller Gewichte.'],
    ['Surprisal', 'Minus der Logarithmus der Wahrscheinlichkeit, die das Modell dem gab, was kam.'],
    ['Temperatur', 'Teilt die Logits vor dem Ziehen. Niedrig: wahrscheinliche Tokens. Hoch: mehr Vielfalt.'],
    ['Token', 'Die Einheit, die ein Modell liest und schreibt: ein Zeichen, ein Wort oder ein Wortteil.'],
    ['Top-k, Top-p', 'Nur unter den k wahrscheinlichsten Tokens ziehen, oder unter den wahrscheinlichsten bis zur Gesamtwahrscheinlichkeit p.'],
    ['Unigramm, Bigramm, Trigramm', 'Zählmodelle: Sie sagen danach vorher, wie oft Tokens, Tokenpaare oder Tokentripel vorkommen.'],
    ['Validierungstext', 'Das Ende des Textes, vom Training zurückgehalten, um die Generalisierung zu messen.'],
    ['Value', 'Der Vektor, den eine Position weitergibt, wenn eine andere auf sie achtet.'],
    ['Gewicht', 'Eine Zahl, die das Modell lernt. Ein Attention-Gewicht ist der Anteil der Attention, den eine Position einer anderen gibt.'],
  ], // oxfmt-ignore
};
