// SPDX-License-Identifier: MIT
// Español: cronometrar las dos formas de calcular la atención.

/** @type {typeof import('../en/attention-timing.js').default} */
export default {
  title: 'Dos formas de calcular la atención',
  question:
    'Simple: tres matrices pequeñas por cabeza y la tabla de pesos entera en memoria. Eficiente: una matriz para todas. Los números son los mismos; ¿y el tiempo?',
  claim: (/** @type {Record<string, string>} */ x) =>
    `Con ${x.at}, un paso tarda ${x.simple} ms de la forma simple y ${x.fused} ms de la eficiente: ${x.times} veces.`,
  start: 'Cronometrar ambas aquí',
  stop: 'Detener',
  progress: (/** @type {string} */ n, /** @type {string} */ all) =>
    `${n} de ${all} tamaños`,
  busy: 'Primero hay que pausar el entrenamiento: se estorbarían.',
  columns: ['tamaño', 'simple, ms', 'eficiente, ms', 'veces'],
  plot: (/** @type {string} */ letter) =>
    `Milisegundos por paso al crecer ${letter}; a trazos: simple; continua: eficiente`,
  look: 'Una capa, dos secuencias; lo que no crece es C 64, T 64, H 4. A trazos: simple. Continua: eficiente. Cada marca duplica.',
};
