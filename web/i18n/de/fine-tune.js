// SPDX-License-Identifier: MIT
// German: fine-tuning.
import { counted } from '../phrases.js';

/** @type {typeof import('../en/fine-tune.js').default} */
export default {
  title: 'Fine-Tuning auf eigenem Text',
  look: 'Ein neuer Lauf beginnt bei den Gewichten des verwendeten Modells und trainiert sie auf einem anderen Text. LoRA trainiert nur Änderungen von niedrigem Rang an Queries und Values; alle anderen Gewichte bleiben, wie sie sind.',
  text: 'Text für das Fine-Tuning',
  inUse: 'Einen Text einfügen. Leer: der verwendete Text.',
  trained: 'Trainiert werden',
  all: 'alle Gewichte',
  lora: (rank) => `LoRA, Rang ${rank}`,
  start: 'Fine-Tuning starten',
  before: 'vorher',
  after: (step) => `nach ${counted(step, 'Schritt', 'Schritten')}`,
  loss: 'Verlust auf dem Validierungstext',
  earlier: 'Verlust auf den letzten Zeilen des zuvor verwendeten Textes',
  parameters: (trained, all) => `${trained} von ${all} Parametern werden trainiert.`,
  compare: 'Vorher und nachher vergleichen',
  head: (name) => `Attention-Gewichte von Head ${name}`,
  back: (step) => `Zurück zum Original (Schritt ${step})`,
  saveAdapter: 'Nur den Adapter speichern',
  saveMerged: 'Als ganzes Modell speichern',
};
