// SPDX-License-Identifier: MIT
// Spanish: the pretrained model of the page.

/** @type {typeof import('../en/pretrained.js').default} */
export default {
  curve: 'Esta es la curva de pérdida del modelo preentrenado.',
  back: 'Volver al modelo preentrenado',
};
