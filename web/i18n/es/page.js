// SPDX-License-Identifier: MIT
// Spanish: what surrounds the element, by `data-words`. The English is in page/index.html,
// so that the page can be read without JavaScript.

/** @type {Record<string, string>} */
export default {
  title: 'Glassformer: un transformer transparente',
  description:
    'Pegar un texto, entrenar un pequeño transformer en esta pestaña y ver cómo aprenden sus cabezas de atención.',
  lead: 'Un transformer transparente. Se entrena con un texto en esta pestaña, carácter a carácter, y cada número que se ve lo calcula el modelo.',
  language: 'Idioma',
  help: 'Ayuda',
  poster:
    'Aquí un pequeño modelo de lenguaje se entrena con un texto a elección y muestra su trabajo: la pérdida, los pesos de atención de cada cabeza y el texto que genera. Nada de lo que se pega sale de esta página.',
  posterShows:
    'Un modelo entrenado lee una línea que no ha visto. Líneas: adónde miran sus cabezas. Celdas: lo que pondría a continuación tras cada capa, más intensas cuanto más probable es el carácter correcto.',
};
