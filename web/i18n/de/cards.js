// SPDX-License-Identifier: MIT
// German: the cards of the forward pass.
import { counted } from '../phrases.js';

/** @type {typeof import('../en/cards.js').default} */
export default {
  size: (n) => `${n} Zahlen`,
  strip: (label, n, a, b) => `${label}: ${n} Zahlen von ${a} bis ${b}`,
  shape: (a, b) => `${a} → ${b}`,
  firstNumber: 'Erster Eintrag:',
  names: {
    token: 'Token-Embedding',
    position: 'Positions-Embedding',
    embedding: 'ihre Summe, x',
    x: (n) => `x nach ${counted(n, 'Schicht', 'Schichten')}`,
    stream: 'Residual-Stream x',
    normed: 'x normalisiert',
    q: 'Query q',
    k: 'Keys k, eine Zeile je Position',
    kj: (c) => `Key von „${c}“`,
    products: 'elementweise Produkte q·k',
    v: 'Values v, eine Zeile je Position',
    mix: 'gewichtete Summe der Values',
    head: 'von diesem Head zu x addiert',
    others: 'von den anderen Heads addiert',
    headAlone: 'Ergebnis dieses Heads',
    othersAlone: 'Ergebnisse der anderen Heads',
    after: 'x nach der Attention',
    hidden: 'verborgene Schicht des MLP, nach der Aktivierungsfunktion',
    end: 'x nach dieser Schicht',
  },
  rail: { x: 'x vor der Schicht', attention: '+ Attention', mlp: '+ MLP' },
  columns: {
    key: 'Key',
    product: 'q·k',
    score: 'Score',
    below: 'minus den größten',
    e: 'e hoch das',
    share: 'Gewicht',
    guess: 'Vorhersage',
    p: 'Wahrscheinlichkeit',
    logit: 'Logit',
  },
  embed: {
    added: (c, n) =>
      `„${c}“ an Position ${n} wird zu einem Vektor: Token-Embedding plus Positions-Embedding.`,
    rotary: (c, n) =>
      `„${c}“ wird zu einem Vektor: dem Token-Embedding. Seine Position, ${n}, dreht später Query und Key.`,
    alibi: (c) =>
      `„${c}“ wird zu einem Vektor: dem Token-Embedding. Positionen zählen später: Scores fallen mit dem Abstand.`,
    none: (c) =>
      `„${c}“ wird zu einem Vektor: dem Token-Embedding. Dieses Modell hat keine Positions-Embeddings.`,
  },
  noNorm:
    'Dieses Modell hat keine Normalisierung vor der Attention: x wird verwendet, wie es ist.',
  norm: (mean, spread) =>
    `Layer-Normalisierung: den Mittelwert ${mean} abziehen, durch die Standardabweichung ${spread} teilen.`,
  normRms: (size) =>
    `RMS-Normalisierung: durch das quadratische Mittel ${size} teilen.`,
  gain: (x, isShifted) => `mal Gain${isShifted ? ', plus Bias' : ''}: ${x}`,
  queryAndKey: (c, n, [unit, units]) =>
    `„${c}“ erhält eine Query q: wonach es sucht. ${n === '1' ? `Zu dem einen ${unit}, auf das es achten darf, gehört` : `Zu den ${n} ${units}, auf die es achten darf, gehört je`} ein Key k: wodurch es gefunden werden kann.`,
  queryAndKeySums: (is) => {
    const from = `${is.isNormed ? 'x̂' : 'x'}${is.hasBias ? ' + b' : ''}`;
    return `q = W_Q · ${from},  k = W_K · ${from}${is.isNormed ? '; x̂ ist das normalisierte x' : ''}${is.isUnit ? '; beide werden durch ihr quadratisches Mittel geteilt' : ''}${is.isRotated ? '; dann werden beide um ihre Position gedreht' : ''}${is.isGrouped ? `; ${is.group} Heads teilen sich diese Keys und Values` : ''}`;
  },
  compareWith: 'Vergleichen mit',
  dotProduct: (x, sum) =>
    `Skalarprodukt der Query von „${x.reads}“ und des Keys von „${x.looked}“: Eintrag für Eintrag multiplizieren und addieren: ${sum}.`,
  scale: (x) =>
    !x.size
      ? `Dieses Modell teilt nicht: „${x.looked}“ erhält ${x.share} des Gewichts.`
      : `Durch √${x.root} teilen (${x.size}). Ohne das erhielte „${x.looked}“ ${x.sharp} des Gewichts; es erhält ${x.share}.`,
  root: { head: 'd, die Head-Größe', width: 'die Embedding-Größe' },
  slope: (slope) => `ALiBi: Jede Position Abstand zieht ${slope} vom Score ab.`,
  unscaled: 'Gefüllt: Attention-Gewichte. Umriss: was sie ohne Skalierung wären.',
  masked: (n, [unit, units]) =>
    `${counted(n, `späteres ${unit}`, `spätere ${units}`)}: maskiert`,
  causal: 'Die kausale Maske entfernt, was später kommt.',
  softmax: (c, p) =>
    `Softmax: e hoch jeden Score, geteilt durch die Summe. Zuvor wird der größte Score abgezogen, was kein Gewicht ändert. „${c}“ erhält das Gewicht ${p}.`,
  weightSum: (n, sum) => `${counted(n, 'Gewicht', 'Gewichte')}, Summe ${sum}`,
  mixValues: (c, isProjected, isAdded) =>
    `Die Values werden mit diesen Gewichten gemittelt${isProjected ? ', projiziert' : ''} und ${isAdded ? 'zum Residual-Stream addiert, dem von' : 'weitergegeben anstelle von'} „${c}“.`,
  mlp: (n, isAdded, unit, isParallel) =>
    `Das MLP arbeitet auf dieser Position allein, mit ${n} verborgenen Einheiten${isAdded ? ', und addiert seine Ausgabe' : ''}.${isParallel ? ' Es liest, was die Attention las, nicht ihr Ergebnis: Der Block ist parallel.' : ''} Nach der letzten Schicht macht die Ausgabeschicht aus x ein Logit pro ${unit}.`,
  predict: (c, p) => `Nach der letzten Schicht ist die erste Vorhersage „${c}“, ${p}.`,
};
