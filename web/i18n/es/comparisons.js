// SPDX-License-Identifier: MIT
// Español: distintas maneras de mirar dentro de una cabeza, modelos de preguntas y
// respuestas, y las dos formas de calcular la atención.

export default {
  looks: {
    oneHead: 'Una cabeza',
    kinds: {
      encoder: (/** @type {string} */ n) => `Pregunta ${n}`,
      self: (/** @type {string} */ n) => `Respuesta ${n}`,
      cross: (/** @type {string} */ n) => `De respuesta a pregunta ${n}`,
    },
    ahead: (/** @type {string} */ n) => `${n} más adelante`,
    inQuestion: (/** @type {string} */ n) => `lugar ${n} de la pregunta`,
    claimReading: (/** @type {Record<string, string>} */ x) =>
      `Al leer «${x.reads}» miró sobre todo «${x.looked}», ${x.back} (${x.share}).`,
    show: 'Mostrar',
    since: 'desde el paso',
    noEarlier: 'No hay copias de pasos anteriores.',
    transpose: 'Las columnas leen, como en el vídeo de 3Blue1Brown',
    modes: {
      weights: 'atención',
      excess: 'sobre el azar',
      taken: 'miró y tomó algo',
      scores: 'puntuaciones sin normalizar',
      change: 'cambio desde un paso',
    },
    about: {
      weights: '',
      excess: 'Azul: más que con un reparto igual. Naranja: menos.',
      taken: 'La atención por el tamaño de lo que se llevó.',
      scores: 'Antes del softmax. Azul: sobre 0. Naranja: bajo 0.',
      change: 'Azul: ahora mira más allí que entonces. Naranja: menos.',
    },
    cell: (/** @type {Record<string, string>} */ x) =>
      `lee «${x.reads}», miró «${x.looked}», ${x.back}; ${x.what}: ${x.said}`,
    question: 'Pregunta',
    answer: 'Respuesta',
    shades: {
      surprise: {
        name: 'Sorpresa',
        look: 'Sombra: cuánto sorprendió cada carácter al modelo que había leído los anteriores. Arcos: adónde miró la cabeza elegida desde el señalado.',
      },
      attention: {
        name: 'Atención',
        look: 'Sombra y arcos: cuánto miró ahí la cabeza elegida. Rayado: no puede verlo.',
      },
      saliency: {
        name: 'De qué depende',
        look: 'La pendiente de la puntuación de la respuesta en cada carácter. El azul habla a favor; el naranja (barra discontinua), en contra.',
      },
      ablation: {
        name: 'Sin una cabeza',
        look: 'Naranja (barra discontinua): más difícil de adivinar sin la cabeza. Azul: más fácil.',
      },
    },
    pinForSaliency:
      'Al elegir un carácter se ve de qué depende lo que se adivina tras él.',
    salient: (/** @type {string} */ answer, /** @type {string} */ from) =>
      `De qué depende la puntuación de «${answer}» después de «${from}».`,
    ablateFirst: 'Al apagar una cabeza, más abajo, se ve qué caracteres cambian.',
    ablated: (/** @type {string} */ head) => `Cada carácter sin la cabeza ${head}.`,
    nats: (/** @type {string} */ x) => `${x} nats`,
    marked: (/** @type {string} */ right, /** @type {string} */ all) =>
      `Acierta ${right} de ${all} marcas. Con contorno: la marca correcta donde falla.`,
    marks: 'Su marca está sobre cada palabra.',
    mark: (/** @type {string} */ guess, /** @type {string} */ right) =>
      right ? `marcado ${guess}, lo correcto es ${right}` : `marcado ${guess}`,
    inBits: 'En bits',
    axisBits: 'bits por carácter',
    right: (/** @type {string} */ exact, /** @type {string} */ characters) =>
      `Respuestas reservadas: ${exact} sin fallo; ${characters} de sus caracteres.`,
    chanceCosts: (/** @type {string} */ b) => `no saber nada cuesta ${b}`,
    parted: 'empieza a memorizar el texto',
    partedAt: (/** @type {string} */ s) =>
      `Desde el paso ${s} la pérdida reservada supera en 0,1 a la de entrenamiento.`,
    named: (/** @type {string} */ s, /** @type {string} */ head) =>
      `En el paso ${s} la cabeza ${head} es la primera que se gana un nombre.`,
    like: (/** @type {string} */ n) => `Como elegir entre ${n}.`,
    onlyMarks: 'Este modelo marca lo que lee; no escribe.',
    task: (/** @type {string} */ name, /** @type {string} */ n) =>
      `${name}: hecho para la tarea; ${n} ejemplos reservados que mirar`,
    ask: 'Preguntarle',
    askHint: (/** @type {string} */ example) =>
      `Por ejemplo «${example}», que es lo que vale un campo vacío.`,
    answerIt: 'Responder',
    few: (/** @type {string} */ n, /** @type {string} */ all) =>
      `Modelo grande: estos valores salen de ${n} de ${all} secuencias reservadas. Los nombres las necesitan todas.`,
    firstStep: (/** @type {string} */ time) =>
      `Se mide el texto reservado y luego viene el primer paso: aquí, unos ${time} por paso.`,
  },
};
