// SPDX-License-Identifier: MIT
// The German words of assignments.
import forms from './forms.js';

/** @type {typeof import('../../assignments/en.js').default} */
export default {
  lang: 'de',
  problems: {
    ...forms,
    foreign: () =>
      'Diese Datei ist keine Aufgabe: Sie beginnt nicht mit "glassformer": "assignment".',
    noQuestion: ({ line, name }) =>
      `Zeile ${line}: Eine Frage „${name}“ gibt es nicht.`,
    twice: ({ line, name }) => `Zeile ${line}: „${name}“ gibt es schon.`,
    noExperiment: ({ line, name }) =>
      `Zeile ${line}: Ein Experiment „${name}“ gibt es in der Seite nicht.`,
    inExperiment: ({ line, name }) =>
      `Zeile ${line}: Das Experiment ist keines; siehe dort ${name}.`,
    unnamed: () => 'Dieser Link nennt keine Aufgabe. Den Link der Lehrperson prüfen.',
    notFound: ({ name }) =>
      `Eine Aufgabe „${name}“ gibt es hier nicht. Den Link der Lehrperson prüfen.`,
    noNetwork: ({ name }) =>
      `Die Aufgabe konnte nicht von ${name} geladen werden. Die Seite darf nur von ihrer eigenen Website laden.`,
    headsOff: () =>
      'Während des Trainings wurde ein Head ausgeschaltet, es ist also ein anderes Modell. Noch einmal trainieren.',
  },
  assignment: 'Aufgabe',
  fetching: 'Die Aufgabe wird geladen …',
  who: 'Eigene Kennung, wie die Lehrperson sie kennt',
  use: 'Diese Kennung verwenden',
  seeded: (who, seed) => `${who}, Seed ${seed}`,
  why: 'Der Seed wird aus der Kennung abgeleitet: Zu jeder Kennung gehört ein eigenes Modell, und erneutes Training ergibt dasselbe.',
  before: 'Zuerst vorhersagen',
  after: 'Nach dem Training',
  number: 'Zahl',
  trainRuns: (n) => `${n} Läufe trainieren`,
  goOnRuns: 'Mit den Läufen fortfahren',
  trainedRuns: (n) => `${n} Läufe trainiert`,
  inLab:
    'Die Läufe stehen im Labor unter „Experimente“: dort die Antwort, das Diagramm und jeden Lauf ansehen.',
  paused: 'Das Training ist pausiert.',
  train: (steps) => `${steps} Schritte trainieren`,
  training: 'Training läuft …',
  goOn: 'Training fortsetzen',
  trained: (steps) => `${steps} Schritte trainiert`,
  again: 'Noch einmal trainieren',
  loss: 'Trainingsverlust',
  heldOut: 'Validierungsverlust',
  look: 'Das Modell ist auf dem Bildschirm: hineinsehen, damit schreiben, Heads ausschalten. Nichts davon ändert, was abgegeben wird.',
  gone: 'Diese Zahlen sind von einem früheren Besuch. Noch einmal trainieren, um das Modell auf dem Bildschirm zu haben.',
  measure: 'Das Modell auf dem Bildschirm messen',
  off: 'Ausgeschaltete Heads',
  noneOff: 'keine',
  handIn: 'Abgeben',
  fixed: 'Mit der Abgabe bleiben die Antworten, wie sie sind.',
  missing: (n) => (n === '1' ? 'Eine Antwort fehlt.' : `${n} Antworten fehlen.`),
  shown:
    'Das ist die ganze Datei. Sie wird auf diesem Rechner gespeichert; gesendet wird nichts.',
  save: 'Datei speichern',
  report: 'Bericht zum Drucken',
  range: (from, to) => `von ${from} bis ${to}`,
  least: (least) => `mindestens ${least} Zeichen`,
  rubric: 'Bewertung',
  points: (n) => (n === '1' ? '1 Punkt' : `${n} Punkte`),
  close: 'Schließen',
  measures: {
    withoutCopier: 'Vorhersagen nach dem Buchstaben ohne den Head, der kopiert',
    withoutPrevious:
      'Vorhersagen nach dem Buchstaben ohne den Head, der auf das vorige Token achtet',
    leastWithoutHead:
      'Vorhersagen nach dem Buchstaben ohne den wichtigsten Head der Schicht 1',
    best: 'Bester Wert',
    bestLine: 'Beste Linie',
    bestMean: 'Mittelwert des besten über seine Seeds',
    gap: 'Vorsprung vor dem nächsten',
    spread: 'Größte Streuung der Seeds',
    isClear: 'Unterschied gezeigt (1: ja)',
    nDiverged: 'Divergierte Läufe',
  },
  sheet: {
    prediction: 'Vorhersage',
    answer: 'Antwort',
    none: '(keine Antwort)',
    measures: 'Gemessen',
    steps: 'Schritte',
    seed: 'Seed',
    weights: 'Gewichte, SHA-256',
    engine: 'Engine',
    who: 'Name oder Kennung',
  },
};
