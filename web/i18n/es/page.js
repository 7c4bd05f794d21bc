// SPDX-License-Identifier: MIT
// Spanish: what surrounds the element, by `data-words`. The English is in page/index.html,
// so that the page can be read without JavaScript.

/** @type {Record<string, string>} */
export const pageWords = {
  title: 'Glassformer: un transformer transparente',
  description:
    'Pegar un texto, entrenar un pequeño transformer en esta pestaña y ver cómo aprenden sus cabezas de atención.',
  lead: 'Un transformer transparente. Se entrena con un texto en esta pestaña, carácter a carácter, y cada número que se ve lo calcula el modelo.',
  nav: 'Página',
  language: 'Idioma',
  lessons: 'Lecciones',
  help: 'Ayuda',
  keys: 'Teclas',
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
  read: 'Cómo leer esta página',
  loss: 'Pérdida (entropía cruzada)',
  lossMeans:
    'La sorpresa media del carácter siguiente, en nats. Una pérdida de 2 es una perplejidad de e² ≈ 7,4: tan inseguro como al elegir entre 7,4 caracteres igual de probables.',
  heldOut: 'Texto de validación',
  heldOutMeans:
    'El final del texto, reservado y sin usar al entrenar. Solo ahí se distingue generalizar de memorizar.',
  head: 'Cabeza de atención',
  headMeans:
    'Una parte del modelo que decide, para cada carácter, a cuáles de los anteriores atender. En su imagen las filas son consultas y las columnas, claves.',
  counts: 'Frecuencia de letras (unigramas), pares de letras (bigramas)',
  countsMeans:
    'La pérdida de predecir según cuántas veces sale cada carácter, o cuál sigue a cuál. Un modelo por debajo de la segunda línea ha aprendido más que pares.',
  same: 'El mismo texto, los mismos ajustes y la misma semilla dan los mismos números en cualquier equipo. Software libre, licencia MIT.',
};
