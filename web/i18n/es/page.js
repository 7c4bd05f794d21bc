// SPDX-License-Identifier: MIT
// Lo que rodea al elemento, por `data-words`. El inglés está en index.html, para que la
// página se lea también sin JavaScript.

/** @type {Record<string, string>} */
export const pageWords = {
  title: 'Glassformer: un transformer transparente',
  description:
    'Pegar un texto, entrenar un pequeño transformer en esta pestaña y ver cómo se forman sus cabezas de atención.',
  lead: 'Un transformer transparente. Aprende un texto en esta pestaña, carácter a carácter, y cada número que se ve es suyo.',
  nav: 'Página',
  language: 'Idioma',
  lessons: 'Lecciones',
  help: 'Ayuda',
  keys: 'Teclas',
  poster:
    'Aquí un pequeño modelo de lenguaje se entrena con un texto a elección y muestra su trabajo: la pérdida mientras baja, adónde mira cada cabeza de atención y lo que escribe el modelo. Nada de lo que se pega sale de esta página.',
  posterSays:
    'Este ha leído fábulas durante {steps} pasos. Adivina el carácter siguiente como si eligiera entre {choices}: una pérdida de {loss} con texto que no había visto.',
  posterStrip: 'Una línea que no había visto. Naranja: lo que le sorprendió.',
  posterHead:
    'La cabeza {head} con esa línea. Cada fila lee un carácter; las celdas oscuras son adonde miró: uno atrás {score}, azar {chance}. Rayado: el futuro, que no puede ver.',
  posterCurve:
    'Su pérdida en {steps} pasos: con el texto leído, fina, y con texto que no había visto. Discontinuo: lo que se lograría contando.',
  uniform: 'no sabe nada {n}',
  unigram: 'contar letras {n}',
  bigram: 'pares de letras {n}',
  read: 'Cómo leer esta página',
  loss: 'Pérdida',
  lossMeans:
    'La sorpresa media del modelo ante cada carácter siguiente, en nats. Una pérdida de 2 significa: tan inseguro como al elegir entre e² ≈ 7,4 caracteres igual de probables.',
  heldOut: 'Texto reservado',
  heldOutMeans:
    'El final del texto, que no se usa para entrenar. Solo ahí se distingue aprender de aprender de memoria.',
  head: 'Cabeza de atención',
  headMeans:
    'Una parte del modelo que decide, para cada carácter, a cuáles de los anteriores mirar. En su imagen cada fila lee y cada columna es mirada.',
  counts: 'Contar letras, pares de letras',
  countsMeans:
    'Lo que se lograría contando cuántas veces sale cada carácter, o cuál sigue a cuál. Un modelo por debajo de la segunda línea ha aprendido más que pares.',
  same: 'El mismo texto, los mismos ajustes y la misma semilla dan los mismos números en cualquier equipo. Software libre, licencia MIT.',
};
