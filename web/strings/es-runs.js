// SPDX-License-Identifier: MIT
// Las frases sobre ejecuciones: volver atrás en el tiempo, compararlas, guardarlas.

/** @type {typeof import('./en-runs.js').default} */
export default {
  time: {
    title: 'Atrás en el tiempo',
    label: 'Paso que se mira',
    earlier: 'Una copia anterior',
    later: 'Una copia posterior',
    now: (s) => `ahora, paso ${s}`,
    step: (s) => `paso ${s}`,
    none: 'Mientras entrena se guardan copias de los pesos, para mirar atrás.',
    tooLarge:
      'Este modelo es demasiado grande para guardar copias de pasos anteriores.',
    kept: (n) =>
      `Se conservan ${n} pasos anteriores. Arrastrar hacia atrás muestra esta línea y sus cabezas como eran.`,
    goesOn: (s) => `Se está mirando el paso ${s}; el entrenamiento sigue.`,
    stands: (s, all) =>
      `Se está mirando el paso ${s}; el modelo está en el paso ${all}.`,
    back: 'Volver al presente',
    event: (name, s) => `${name}: paso ${s}`,
  },
};
