// SPDX-License-Identifier: MIT
// Español: distintas maneras de mirar dentro de una cabeza, modelos de preguntas y
// respuestas, y las dos formas de calcular la atención.

export default {
  looks: {
    oneHead: 'Una cabeza',
    few: (/** @type {string} */ n, /** @type {string} */ all) =>
      `El modelo es grande: los valores salen de ${n} de ${all} secuencias reservadas, para que mirar no detenga nada. Los nombres necesitan todas.`,
    firstStep: (/** @type {string} */ time) =>
      `Se mide el texto reservado y luego viene el primer paso: aquí, unos ${time} por paso.`,
  },
};
