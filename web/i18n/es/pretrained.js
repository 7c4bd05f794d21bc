// SPDX-License-Identifier: MIT
// El modelo con el que empieza la página.

/** @type {typeof import('../en/pretrained.js').default} */
export default {
  note: (steps, text) =>
    `Este modelo se entrenó antes: ${steps} pasos con «${text}». «Entrenar con este texto» empieza uno nuevo desde números al azar.`,
  untrained: 'Verlo sin entrenar',
  curve: 'Esta es la curva de aquel entrenamiento.',
  missing:
    'No se pudo leer el modelo entrenado de esta página; aquí hay uno sin entrenar.',
};
