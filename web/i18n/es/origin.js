// SPDX-License-Identifier: MIT
// Frases en español sobre el origen de un número.

/** @type {typeof import('../en/origin.js').default} */
export default {
  title: '¿De dónde sale este número?',
  back: 'El camino hasta aquí',
  close: 'Cerrar',
  from: '¿de dónde?',
  made: 'De qué está hecho',
  place: (name, c, n) => (c ? `${name} de «${c}», lugar ${n}` : `${name}, lugar ${n}`),
  claim: (name, x, s) => `${name} vale ${x} en el paso ${s}.`,
  ops: {
    linear:
      'Cada número de la capa de abajo por un peso del modelo, todo sumado, y lo que traía el flujo.',
    norm: 'El número de abajo, estirado para que toda su lista tenga un tamaño parejo, y desplazado.',
    embed: 'Aquí empieza: un número del modelo para el carácter y otro para el lugar.',
    attention:
      'El mismo número de cada carácter mirado, por la parte de atención que recibió.',
    attention_simple:
      'El mismo número de cada carácter mirado, por la parte de atención que recibió.',
    average: 'La media de este número en todos los caracteres hasta aquí.',
    rotary: 'Una pareja de números, girada un ángulo que representa el lugar.',
    concat: 'Tomado tal cual de una cabeza.',
    add: 'Dos números del flujo, sumados.',
  },
  columns: ['viene de', 'número', 'por', 'da'],
  rest: (n) => `${n} más`,
  character: 'el número del modelo para el carácter',
  position: 'el número del modelo para el lugar',
  constant: (x) => `Constante: ${x}.`,
  sum: (x) => `Suma: ${x}.`,
  bent: (a, b) => `Por la curva: ${a} pasa a ser ${b}.`,
  past: (x, y) => `Con lo que pasó sin cambio, ${x}: ${y}.`,
};
