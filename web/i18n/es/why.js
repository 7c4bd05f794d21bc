// SPDX-License-Identifier: MIT
// Spanish: a prediction explained on the stage.

/** @typedef {string} S */
/** @typedef {Record<string, string>} Data */

export default {
  waiting: 'Preguntando al modelo …',
  token: (/** @type {Data} */ x) => `«${x.token}», ${x.where}`,
  because: (/** @type {Data} */ x) =>
    `Por ${x.token}: suma ${x.share} de ${x.logit} a «${x.letter}». Si se oculta, «${x.letter}» baja de ${x.from} a ${x.to}.`,
  nobody: (/** @type {S} */ unit) => `Ningún ${unit} decide por sí solo.`,
  most: (/** @type {Data} */ x) =>
    `${x.token}, es lo que más suma: ${x.share} de ${x.logit} a «${x.letter}».`,
  inSource: (/** @type {S} */ n) => `origen ${n}`,
  none: 'Nada de la línea suma a su favor.',
  also: (/** @type {S} */ tokens) => `También hace falta: ${tokens}.`,
  needed: (/** @type {S} */ tokens) => `Hace falta: ${tokens}.`,
  left: (/** @type {Data} */ x) => `${x.token} (queda ${x.left})`,
  and: ' y ',
  adds: (/** @type {Data} */ x) =>
    `${x.token}: suma ${x.share} de ${x.logit} a «${x.letter}».`,
  hidden: (/** @type {Data} */ x) =>
    `Oculto para todas las cabezas, «${x.letter}» pasa de ${x.from} a ${x.to}.`,
  mlp: (/** @type {S} */ value) => `MLP ${value}`,
  /** Below a bar. */
  rest: (/** @type {S} */ share) => `queda ${share}`,

  names: {
    attention: 'por cabeza',
    shares: (/** @type {S} */ letter) => `suma a «${letter}»`,
    lost: 'se pierde si se oculta',
  },
  glosses: {
    shares:
      'Lo que cada token de la línea suma al logit de la predicción, por encima de la media de todos los logits. A rayas: lo reduce. Los pesos de atención, las normas y las puertas se dejan como están; así las partes suman exactamente.',
    lost: 'Cuánta probabilidad se pierde cuando ninguna cabeza puede atender a este. La altura completa es toda.',
    attention:
      'Un río es la parte que una cabeza lleva de una columna a otra; su color es el de la cabeza y su anchura, cuánto. Discontinuo: hacia abajo. No se dibujan los de menos del 4 % de la mayor parte. Los de capas distintas se solapan.',
    text: 'La línea que lee el modelo. En negrita y con tono: lo que más suma.',
    mlp: 'Cuánto pasa por la MLP en la columna de la predicción, y la predicción después de ella.',
  },

  sum: {
    title: (/** @type {S} */ letter) => `Qué suma a «${letter}»`,
    note: (/** @type {Data} */ x) =>
      `Su logit está ${x.logit} por encima de la media de los ${x.n}: una suma exacta.`,
    others: (/** @type {S} */ n) => `${n} ${n === '1' ? 'otro' : 'otros'}`,
    fixed: 'posiciones y sesgos',
    total: (/** @type {S} */ letter) => `= «${letter}»`,
    held: 'Los pesos de atención, las normas y las puertas se dejan como estaban.',
    measured: (/** @type {S} */ step) =>
      `De esta línea, con este modelo en el paso ${step}.`,
    off: (/** @type {S} */ heads) => `Apagadas: ${heads}.`,
  },
  hide: {
    title: 'Si se ocultara',
    note: (/** @type {Data} */ x) =>
      `«${x.letter}» tiene ${x.p}. Cada uno, oculto a su vez para todas las cabezas:`,
    none: (/** @type {S} */ unit) =>
      `Ocultar un solo ${unit} cuesta menos del 5 % de eso.`,
    waiting: 'Se mide cuando el entrenamiento deja tiempo.',
    differs: (/** @type {S} */ unit) =>
      `Las dos listas difieren donde un ${unit} solo indica a las cabezas dónde mirar.`,
    earlier: (/** @type {S} */ step) => `Medido en el paso ${step}.`,
  },
  carried: (/** @type {Data} */ x) => `La cabeza ${x.head} lleva ${x.value}`,
  rows: {
    label: 'La línea, en filas',
    note: (/** @type {S} */ unit) =>
      `Encima de un ${unit}: lo que suma. Debajo: lo que se pierde si se oculta. Toca otro para preguntar por él.`,
  },
};
