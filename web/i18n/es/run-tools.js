// SPDX-License-Identifier: MIT
// Spanish: a step to go to, and a second run with another learning rate.

/** @type {typeof import('../en/run-tools.js').default} */
export default {
  step: {
    label: 'Mostrar el modelo en el paso',
    range: (last) =>
      `Escribe un número entero de 0 a ${last}, el paso en el que está este entrenamiento.`,
    nearest: (asked, shown) =>
      `No se guardaron los pesos del paso ${asked}. Se muestra el paso ${shown}, el más cercano.`,
    ahead: (now) => `Este entrenamiento está en el paso ${now}.`,
    trainTo: (asked) => `Entrenar hasta el paso ${asked}`,
    trainAgain: (asked) => `Entrenar otra vez hasta el paso ${asked}`,
  },
  rate: {
    title: 'Otra tasa de aprendizaje',
    first: 'Primero entrena un modelo; después puede seguirle aquí un segundo.',
    look: (rate, step) =>
      `La tasa de aprendizaje de este entrenamiento es ${rate}. Un segundo, con el mismo texto, semilla y ajustes, llega al mismo paso, ${step}, con todas sus tasas por:`,
    times: (n) => `× ${n}`,
    by: (n) => `÷ ${n}`,
    train: (rate) => `Entrenar con la tasa de aprendizaje ${rate}`,
  },
};
