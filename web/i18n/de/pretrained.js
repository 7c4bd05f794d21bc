// SPDX-License-Identifier: MIT
// German: the pretrained model of the page.

/** @type {typeof import('../en/pretrained.js').default} */
export default {
  curve: 'Das ist die Verlustkurve des vortrainierten Modells.',
  back: 'Zurück zum vortrainierten Modell',
};
