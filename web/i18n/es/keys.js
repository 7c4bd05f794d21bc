// SPDX-License-Identifier: MIT
// Spanish: the keyboard shortcuts.

/** @type {typeof import('../en/keys.js').default} */
export default {
  keys: {
    title: 'Teclas',
    close: 'Cerrar',
    note: 'Las letras funcionan mientras el foco está dentro del elemento y no en un campo de texto.',
    letters: 'Teclas de letras activas',
    aloud: 'Anunciar sucesos al lector de pantalla',
    list: [
      ['T', 'entrenar o pausar'],
      ['.', 'un paso'],
      ['H  Mayús H', 'cabeza siguiente o anterior'],
      ['X', 'apagar o encender la cabeza'],
      ['W', 'en el dibujo: atención, o por qué esta predicción'],
      ['N', 'por qué otra predicción'],
      ['← →', 'token o celda anterior o siguiente'],
      ['↑ ↓', 'fila; capa en la cuadrícula de cabezas'],
      ['Inicio Fin', 'extremos de la fila; con Ctrl, primera y última celda'],
      ['RePág AvPág', 'capa anterior o siguiente'],
      ['[  ]', 'instantánea anterior o siguiente'],
      ['Intro  Espacio', 'fijar'],
      ['Esc', 'soltar, cerrar, salir'],
      ['+ −', 'celdas más grandes o más pequeñas en la cabeza ampliada'],
      ['D', 'la fila fijada como tabla'],
      ['?', 'esta lista'],
    ],
  },
};
