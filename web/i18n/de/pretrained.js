// SPDX-License-Identifier: MIT
// German: the pretrained model of the page.

/** @type {typeof import('../en/pretrained.js').default} */
export default {
  note: (steps) =>
    `Dieses Modell ist vortrainiert: ${steps} Schritte mit Grimms Märchen, ohne die letzten Seiten, die hier der Text sind. „Trainieren“ erstellt mit ihnen ein neues, ausgehend von zufälligen Gewichten.`,
  untrained: 'Untrainiert zeigen',
  curve: 'Das ist die Verlustkurve des vortrainierten Modells.',
  back: 'Zurück zum vortrainierten Modell',
};
