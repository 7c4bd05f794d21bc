// SPDX-License-Identifier: MIT
// German: published models.

/** @type {typeof import('../en/published.js').default} */
export default {
  title: 'Veröffentlichte Modelle',
  about:
    'Modelle, die andere trainiert und veröffentlicht haben. Ein Modell wird geladen, wenn seine Schaltfläche gedrückt wird, und vorher nichts; dann lässt es sich wie ein eigenes untersuchen, zum Schreiben verwenden und weiter trainieren, und es bleibt in diesem Browser, bis es entfernt wird.',
  notes: {
    stories260K:
      'Llama mit 260.000 Parametern, trainiert auf TinyStories: 5 Schichten mit 8 Heads, 4 davon mit Keys und Values, 512 Tokens.',
    'babyllama-105':
      'Llama mit 940.000 Parametern, Zeichen für Zeichen trainiert auf TinyStories: 5 Schichten mit 8 Heads, 105 Zeichen, keine Zeilenumbrüche.',
  },
  files: (n, number) => (n === 1 ? '1 Datei' : `${number} Dateien`),
  source: (files, bytes, host) => `${files}, ${bytes}, von ${host}.`,
  licence: (licence) => `Lizenz: ${licence}.`,
  noLicence: 'Keine Lizenz angegeben.',
  commit: (commit) => `Commit ${commit}.`,
  unknownSize: 'Größe nicht angegeben',
  download: (name, bytes) => `${name} laden und öffnen (${bytes})`,
  open: (name) => `${name} öffnen`,
  inUse: 'In Gebrauch.',
  fetching: (name, got, all) => `${name} wird geladen: ${got} von ${all}`,
  opening: (name) => `${name} wird geöffnet …`,
  stop: 'Laden anhalten',
  address: 'Repository bei Hugging Face oder Adresse eines Modells',
  addressHint: (hosts) =>
    `Zum Beispiel openai-community/gpt2. Öffnen lassen sich Modelle der Typen Llama, GPT-2 und GPT-Neo, bei ${hosts} oder auf dieser Website; mehrere Dateien: ihre Adressen, durch Leerzeichen getrennt. Das Nachsehen zeigt zuerst Lizenz und Größe.`,
  lookUp: 'Nachsehen',
  looking: 'Wird nachgesehen …',
  kept: 'In diesem Browser aufbewahrt',
  isKept: 'In diesem Browser aufbewahrt.',
  notKept:
    'Dieser Browser bewahrt das Modell nicht auf: Er gibt dieser Seite keinen Speicher oder hat zu wenig Platz. Es muss später neu geladen werden.',
  openKept: 'Öffnen',
  remove: 'Entfernen',
  removeNamed: (name) => `${name} entfernen`,
  offer: (name) =>
    `Dieser Link wurde mit ${name} erstellt. Dieses Modell muss zuerst geöffnet werden.`,
  offerLookUp: (name) =>
    `Dieser Link wurde mit ${name} erstellt. Dieses Modell muss zuerst nachgesehen und geladen werden.`,
  unknown: (name) =>
    `Dieser Link wurde mit ${name} erstellt, einem hier unbekannten Modell.`,
  failed:
    'Das Modell konnte nicht geladen werden. Die Verbindung prüfen; sind seine Dateien vorhanden, mit „Modell öffnen“ auswählen.',
  problems: {
    noAddress: ({ hosts }) =>
      `Das ist weder der Name eines Repositorys, Inhaber/Name, noch eine https-Adresse bei ${hosts} oder dieser Website.`,
    otherHost: ({ host, hosts }) =>
      `Modelle werden nur von ${hosts} und dieser Website geladen, nicht von ${host}. Die Dateien selbst herunterladen und dann mit „Modell öffnen“ auswählen.`,
    noModelFiles: () =>
      'Unter dieser Adresse ist keine Modelldatei: die Adresse einer .safetensors- oder .bin-Datei angeben, danach die der zugehörigen Dateien.',
    notFound: ({ name }) => `Hugging Face hat kein öffentliches Repository ${name}.`,
    gated: ({ name }) =>
      `${name} ist zugangsbeschränkt: Wer es veröffentlicht hat, verlangt vorher Anmeldung und Zustimmung. Die Dateien auf huggingface.co herunterladen und dann mit „Modell öffnen“ auswählen.`,
    otherType: ({ name, type, types }) =>
      `${name} ist ein Modell vom Typ ${type}; öffnen lassen sich ${types}.`,
    noWeights: ({ name }) =>
      `${name} hat keine Gewichte, die sich öffnen lassen: weder model.safetensors noch pytorch_model.bin, ganz oder in Teilen.`,
    noFile: ({ name, file }) => `${name} hat keine Datei ${file}, die gebraucht wird.`,
    noNetwork: ({ host }) => `${host} war nicht erreichbar. Die Verbindung prüfen.`,
    strange: ({ host }) => `${host} gab eine Antwort, die sich nicht lesen lässt.`,
  },
};
