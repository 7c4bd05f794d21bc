// SPDX-License-Identifier: MIT
// German: experiments, several runs that answer one question.
import forms from './forms.js';
import { counted } from '../phrases.js';

/** @param {string} n */
const runs = (n) => counted(n, 'Lauf', 'Läufe');
/** @param {string} n */
const workers = (n) => counted(n, 'Worker', 'Workern');

/** @type {typeof import('../en/experiments.js').default} */
export default {
  title: 'Experimente',
  choose: 'Experiment',
  open: 'Datei öffnen …',
  remove: 'Diese Datei entfernen',
  removed: 'Datei mit ihren Ergebnissen entfernt.',
  measure: 'Messgröße',
  measures: {
    loss: 'Validierungsverlust',
    exact: 'ganze Antworten richtig',
    train: 'Trainingsverlust',
    time: 'Millisekunden pro Schritt',
  },
  units: {
    loss: (x) => `${x} Nats`,
    exact: (x) => x,
    train: (x) => `${x} Nats`,
    time: (x) => `${x} ms`,
  },
  gaps: {
    loss: (x) => `${x} Nats`,
    exact: (x) => counted(x, 'Prozentpunkt', 'Prozentpunkte'),
    train: (x) => `${x} Nats`,
    time: (x) => `${x} ms`,
  },
  measuredOn: {
    loss: (windows) =>
      `Mittlerer Verlust auf ${counted(windows, 'zurückgehaltenen Fenster', 'zurückgehaltenen Fenstern')}`,
    exact: (windows) =>
      `Anteil der ${windows} zurückgehaltenen Antworten, die als Ganzes richtig sind`,
    train: (windows) =>
      `Mittlerer Verlust auf ${counted(windows, 'Trainingsfenster', 'Trainingsfenstern')}`,
    time: () => 'Zeit dieses Rechners, während die anderen Läufe nebenher laufen',
  },
  after: (what, steps, text) =>
    `${what}, nach ${counted(steps, 'Schritt', 'Schritten')}. Text: ${text}.`,
  range: (least, most) => `${least} bis ${most}`,

  start: (n) => `${runs(n)} trainieren`,
  goOn: (n) => `Fortsetzen: noch ${runs(n)}`,
  stop: 'Anhalten',
  discard: 'Ergebnisse verwerfen',
  discarded: 'Ergebnisse verworfen.',
  csv: 'CSV',
  copyLink: 'Link zu diesem Experiment',
  tooLong: 'Dieses Experiment ist zu lang für einen Link: seine Datei weitergeben.',
  cost: (n, steps, lanes) =>
    `${runs(n)} zu ${counted(steps, 'Schritt', 'Schritten')}, auf ${workers(lanes)}.`,
  done: (n, all) => `${n} von ${all} ${all === '1' ? 'Lauf' : 'Läufen'} fertig`,
  left: (time) => `, noch etwa ${time}`,
  allDone: (n) => `Alle ${n} Läufe sind fertig.`,
  oneDone: 'Der Lauf ist fertig.',
  other: (title) => `„${title}“ läuft; es hält an, sobald dieses hier trainiert wird.`,
  paused: (step) =>
    `Der eigene Lauf ist bei Schritt ${step} pausiert. „Fortsetzen“ in der Leiste oben trainiert ihn neben diesen.`,
  notKept:
    'Dieser Browser behält die Ergebnisse nicht: vor dem Verlassen die CSV-Datei speichern.',
  failed: (n, why) => `${runs(n)} gescheitert: ${why}`,

  at: (line, value) => `${line} bei ${value}`,
  of: (line, value) => `${value} (${line})`,
  equals: (name, value) => `${name} = ${value}`,

  none: 'Noch kein Lauf ist fertig.',
  soFar: ({ n, all, best, mean }) =>
    `Bisher, ${n} von ${all} Läufen: ${best} führt mit ${mean}.`,
  once: 'Einige Werte haben nur einen Seed, also noch keine Streuung. Ein Vorsprung ist kein Sieg, bevor die Seeds übereinstimmen.',
  alone: ({ best, mean }) => `${best}: ${mean}.`,
  clear: ({ best, mean, other, gap, spread }) =>
    `Am besten: ${best}, ${mean}. Vorsprung: ${gap} vor ${other}; die Seeds streuen höchstens ${spread}.`,
  unclear: ({ best, other, gap, spread }) =>
    `Kein Unterschied gezeigt zwischen ${best} und ${other}: Abstand ${gap}, und die Seeds streuen ${spread}.`,
  oneSeed: ({ best, mean, other, gap }) =>
    `Am besten mit einem Seed: ${best}, ${mean}, ${gap} vor ${other}. Ohne weitere Seeds ist die Streuung unbekannt.`,
  same: ({ best, mean, other }) =>
    `Gleich mit einem Seed: ${best} und ${other}, ${mean}.`,
  tied: (names) =>
    `Davon nicht zu unterscheiden, da sich die Seeds überschneiden: ${names}.`,
  seeds: (n) => (n === '1' ? 'Je ein Seed.' : `Je ${n} Seeds.`),
  diverged: (names) => `Divergiert: ${names}.`,
  ofSeeds: (name, n, all) => `${name} (${n} von ${counted(all, 'Seed', 'Seeds')})`,

  varied: 'Verändert',
  seedsHead: 'Seeds',
  equal: 'Gleich gehalten',
  text: 'Text',
  preset: 'Beispiel',
  tokens: 'Tokens je Lauf',
  conclusion: 'Zum Merken',

  chart: (measure, axis) =>
    `${measure} nach ${axis}. Die Pfeiltasten gehen von Wert zu Wert.`,
  ranking: 'Rangfolge',
  rankHead: ['', 'Wert', 'Seeds', 'Mittelwert'],
  every: 'Jeder Lauf',
  everyLook:
    'Validierungsverlust nach Schritt, eine Linie je Seed; grau: alle anderen.',
  dashed: 'Gestrichelt: der Trainingsverlust.',
  logarithmic: (from, to) =>
    `Schritte von ${from} bis ${to} auf einer logarithmischen Achse.`,
  spread: (x) => `Streuung ${x}`,
  nOf: (n, all) => `${n} von ${all}`,
  waiting: 'wartet',
  training: (share) => `trainiert ${share}`,
  hasDiverged: 'divergiert',
  hint: 'Auf einen Wert zeigen oder einen auswählen, um seine Zahlen zu sehen.',
  detail: ({ name, mean, seeds }) => `${name}: Mittelwert ${mean}. ${seeds}`,
  seed: (seed, value) => `Seed ${seed}: ${value}`,
  use: 'Diese Einstellung verwenden',
  used: (name) =>
    `Das eigene Modell hat jetzt die Einstellungen von ${name}, mit dem ersten Seed, und ist untrainiert.`,

  columns: {
    seed: 'Seed',
    steps: 'Schritte',
    heldOut: 'Validierungsverlust',
    exact: 'ganze Antworten richtig',
    train: 'Trainingsverlust',
    time: 'ms pro Schritt',
    diverged: 'divergiert',
    hash: 'SHA-256 der Gewichte',
  },

  problem: (why) => `Das Experiment wurde nicht geöffnet. ${why}`,
  problems: {
    ...forms,
    foreign: () => 'Es enthält nicht "glassformer": "experiment".',
    noAxis: ({ line, where, name }) =>
      `Zeile ${line}: ${where} nimmt die Werte der Achse in ${name}, aber vary hat keine values.`,
    tooMany: ({ line, name }) =>
      `Zeile ${line}: Das sind ${name} Läufe; höchstens 256 sind möglich.`,
    noNetwork: () => 'Es konnte nicht gelesen werden.',
  },
  noPreset: (name) => `Ein Beispiel namens ${name} gibt es nicht.`,
  refused: (value, why) => `${value}: ${why}`,
  notText: 'Das ist keine Textdatei.',
};
