// SPDX-License-Identifier: MIT
// German: the stage, its caption, its heads and the tools of its line.
import { counted } from '../phrases.js';

/** @type {typeof import('../en/stage.js').default} */
export default {
  stage: {
    title: 'Das Modell',
    waiting: 'Das Bild erscheint, sobald das Modell bereit ist.',
    step: (s) => `Bei Schritt ${s}: `,
    modes: 'Was die Bühne zeigt',
    split: { train: 'Im Training gesehen', val: 'Zurückgehalten' },
    lookAt: 'Attention',
    noFile: 'glassformer.more.js konnte nicht geladen werden.',
    why: (c) => (c ? `Warum „${c}“?` : 'Warum?'),
    untrained: 'Untrainiert: zufällige Gewichte.',
    expects: 'Nach {before} sagt das Modell {guess} vorher ({share}).',
    seesNext: 'Nach {before} sagt das Modell, das sieht, was folgt, {guess} ({share}).',
    labels: '{token}: Das Modell sagt {guess} ({share}).',
    right: 'Richtig.',
    wrong: (c) => `Im Text steht „${c}“.`,
    wrongLabel: (c) => `Das richtige Label ist „${c}“.`,
    units: {
      character: ['Zeichen', 'Zeichen'],
      token: ['Token', 'Tokens'],
      label: ['Label', 'Labels'],
    },
    count: (right, all, unit) =>
      `${right} von ${counted(all, ...unit)} richtig vorhergesagt.`,
    noCount: 'Die Labels stehen über dem Text.',
    single: 'Die Zeile ist zu kurz, um eine Vorhersage zu prüfen.',
    mean: (bits, unsure) => `Surprisal im Mittel ${bits} Bit: ${unsure}.`,
    choose: ([unit]) => `Ein ${unit} auswählen.`,
    strongest: {
      most: (x) =>
        `Stärkste Attention: Head ${x.head} auf „${x.looked}“, ${x.back} (${x.share}; gleichmäßig ${x.even}).`,
      evenly: (x) =>
        `Stärkste Attention: Head ${x.head}, ${x.share}; gleichmäßig ${x.even}.`,
    },
    alone: (x) => `Head ${x.head} achtet ${x.how}.`,
    even: (n, share) =>
      `Mittelwert über ${counted(n, 'Position', 'Positionen')}, je ${share}.`,
    noHeads:
      'Keine Attention-Schichten: Jede Vorhersage hängt nur von ihrem eigenen Token ab.',
    without: [(name) => `Ohne Head ${name}`, (names) => `Ohne die Heads ${names}`],
    them: ['ihm', 'ihnen'],
    cost: (x) => `${x.without}: ${x.now} Bit pro ${x.unit} (${x.all} mit ${x.them}).`,
    noCost: (x) =>
      `${x.without}: ${x.now} Bit pro ${x.unit}, ebenso viel wie mit ${x.them}.`,
    changed: '◥ geänderte Vorhersage.',
    costAlone: (x) => `${x.without}: ${x.now} Bit pro ${x.unit}.`,

    names: {
      chosen: 'Wahrsch. des nächsten Zeichens, %',
      chosenTokens: 'Wahrsch. des nächsten Tokens, %',
      chosenLabels: 'Wahrsch. der Labels, %',
      roof: {
        character: 'Wahrsch. des richtigen Zeichens',
        token: 'Wahrsch. des richtigen Tokens',
        label: 'Wahrsch. des richtigen Labels',
      },
      next: 'was folgt',
      final: 'Ausgabe',
      compact: 'was folgt, und die Ausgabe',
      guess: 'Vorhersage',
      embedding: 'Embedding',
      attention: 'Attention',
      average: 'Mittelwert',
      mlp: 'MLP',
      text: 'Text',
      source: 'Quelle',
      labelRow: 'richtiges Label',
    },
    legend: ['Wahrscheinlichkeit des richtigen', 'Surprisal, 0 bis 8 Bit'],

    headsOf: (layer) => `Heads von ${layer}`,
    lines: (head) => `Nur Head ${head} zeigen`,
    linesAlone: ': nur diesen Head zeigen',
    isOn: (head) => `Head ${head} an`,
    back: (n) => `${n} zurück`,

    cursor: ([unit]) => `Gewähltes ${unit}`,
    keys: 'Pfeil links und rechts bewegen die Auswahl, Pfeil auf und ab zeigen einen einzelnen Head, X schaltet ihn aus, W erklärt die Vorhersage, dann zeigt Umschalt mit einem Pfeil eine einzelne Ursache, Escape hebt die Auswahl auf.',
    above: 'Schicht darüber',
    below: 'Schicht darunter',
    earlier: ([, units]) => `Frühere ${units}`,
    later: ([, units]) => `Spätere ${units}`,
    edit: 'Ändern',
    line: 'Die Zeile auf der Bühne',
    writeOn: 'Weiter',
    stop: 'Anhalten',
    ownLine: 'Zurück zur eigenen Zeile',
    more: 'Mehr',
    legendOpen: 'Was die Markierungen bedeuten',
    close: 'Schließen',
    another: 'Andere Zeile',
    copy: 'Bild kopieren',
    png: 'Als PNG speichern',
    svg: 'Als SVG speichern',
    record: '10 Sekunden aufnehmen',
    replay: 'Verlauf als Bild oder Film',
    copied: 'Das Bild ist in der Zwischenablage.',
    notCopied:
      'Die Zwischenablage ist hier gesperrt; das Bild wurde als Datei gespeichert.',
  },
};
