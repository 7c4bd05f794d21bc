// SPDX-License-Identifier: MIT
// German: the replay of a run, as a picture and a film.

/** @type {typeof import('../en/replay.js').default} */
export default {
  title: 'Lernverlauf',
  about:
    'Wie dieses Modell lernte, mit gleichem Prompt und gleichem Seed, als Bild oder als Film von zehn Sekunden zum Verschicken.',
  making: (share) => `Schreibt bei jedem Schritt noch einmal: ${share}`,
  savePicture: 'Bild speichern',
  saveFilm: 'Film speichern',
  play: 'Abspielen',
  stop: 'Anhalten',
  close: 'Schließen',
  obstacles: {
    noText:
      'Der Lernverlauf zeigt, wie ein Modell einen Text lernte: zuerst in diesem Tab eines mit einem Text trainieren.',
    tooEarly:
      'Zuerst einige Schritte weiter trainieren: Der Lernverlauf braucht mehrere.',
    headsOff: 'Zuerst alle Heads einschalten: Der Lernverlauf zeigt das ganze Modell.',
    failed: 'Der Lernverlauf ließ sich nicht erstellen.',
  },
  memorized: (n) =>
    `auswendig gelernt von einem Transformer mit ${n} Parametern, in einem Browser-Tab`,
  learned: (n) =>
    `wie ein Transformer mit ${n} Parametern lernte, so zu schreiben, in einem Browser-Tab`,
  again: (address) => `Noch einmal beim Lernen zusehen: ${address}`,
  bytes: (hash) => `überall dieselben Bytes: ${hash}`,
  copied: (share) => `${share} aus dem Text kopiert`,
  right: (n, all) => `${n} von ${all} richtig in dieser Zeile`,
  step: (n) => `Schritt ${n}`,
  train: 'Training',
  val: 'Validierung',
  described: (x) =>
    `${x.name}: ${x.claim}. Bei Schritt ${x.first} schreibt es „${x.noise}“, bei Schritt ${x.last} „${x.text}“.`,
};
