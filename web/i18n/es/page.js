// SPDX-License-Identifier: MIT
// Spanish: what surrounds the element, by `data-words`. The English is in page/index.html,
// so that the page can be read without JavaScript.

/** @type {Record<string, string>} */
export const pageWords = {
  title: 'Glassformer: un transformer transparente',
  description:
    'Pegar un texto, entrenar un pequeño transformer en esta pestaña y ver cómo aprenden sus cabezas de atención.',
  lead: 'Un transformer transparente. Se entrena con un texto en esta pestaña, carácter a carácter, y cada número que se ve lo calcula el modelo.',
  language: 'Idioma',
  help: 'Ayuda',
  poster:
    'Aquí un pequeño modelo de lenguaje se entrena con un texto a elección y muestra su trabajo: la pérdida, los pesos de atención de cada cabeza y el texto que genera. Nada de lo que se pega sale de esta página.',
  posterSays:
    'Este modelo se entrenó con fábulas durante {steps} pasos. Con texto de validación tiene una pérdida de {loss}, perplejidad {choices}: tan inseguro como al elegir entre {choices} caracteres.',
  posterStrip: 'Una línea del texto de validación. Naranja: mucha sorpresa.',
  posterHead:
    'Pesos de atención de la cabeza {head} con esa línea. Las filas son consultas, las columnas claves; lo oscuro es un peso grande: token anterior {score}, azar {chance}. Rayado: enmascarado, caracteres posteriores.',
  posterCurve:
    'Su pérdida en {steps} pasos: fina, con el texto de entrenamiento; gruesa, con el de validación. A trazos: modelos de conteo.',
  uniform: 'adivinar al azar {n}',
  unigram: 'frecuencia de letras {n}',
  bigram: 'pares de letras {n}',
};
