// SPDX-License-Identifier: MIT
// Spanish: the pretrained model of the page.

/** @type {typeof import('../en/pretrained.js').default} */
export default {
  note: (steps) =>
    `Este modelo está preentrenado: ${steps} pasos con los cuentos de los hermanos Grimm, sin las últimas páginas, que son el texto de aquí. Entrenar empieza con ellas uno nuevo con pesos aleatorios.`,
  untrained: 'Verlo sin entrenar',
  curve: 'Esta es la curva de pérdida del modelo preentrenado.',
  back: 'Volver al modelo preentrenado',
};
