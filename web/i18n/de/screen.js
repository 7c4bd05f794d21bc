// SPDX-License-Identifier: MIT
// German: the screen around the stage.
import { tabs } from './tabs.data.js';

/** @type {typeof import('../en/screen.js').default} */
export default {
  screen: {
    label: 'Bereiche',
    places: { stage: 'Bühne', write: 'Schreiben', learn: 'Lernen', lab: 'Labor' },
    closer: 'Genauer hinsehen',
    tabs,
    headsOff: (/** @type {string} */ names) =>
      `Aus: ${names}. Alles hier ist ohne diese Heads berechnet.`,
    close: 'Schließen',
    skip: 'Zum Modell springen',
    textAndModel: 'Text und Modell',
    lossAndSamples: 'Verlust und Textproben',
    train: 'Trainieren',
    goOn: 'Fortsetzen',
    loading: 'Wird geladen',
    step: (n) => `Schritt ${n}`,
    untrained: 'zufällige Gewichte: es weiß noch nichts',
    loaded: (name) => `${name || 'Importiertes Modell'}. „Trainieren“ setzt es fort.`,
    pretrained: 'Vortrainiert. Trainieren erstellt ein neues.',
    shelved: (step) => `Voriger Lauf: Schritt ${step}`,
    stored: (step) => `Gespeicherter Lauf: Schritt ${step}`,
    restore: 'Wiederherstellen',
    discard: 'Verwerfen',
    goOnStored: 'Fortsetzen',
    copyLink: 'Link kopieren',
    copied: 'Link kopiert',
    whole: 'Die ganze Seite öffnen',
  },
};
