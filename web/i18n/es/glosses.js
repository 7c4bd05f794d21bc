// SPDX-License-Identifier: MIT
// Spanish: what the marks of the stage mean, shown on hovering and in a list.

/** @type {typeof import('../en/glosses.js').default} */
export default {
  chosen:
    'Softmax de los logits: los tokens siguientes más probables después del elegido. Subrayado: lo que sigue de verdad.',
  chosenLabels:
    'Softmax de los logits: la probabilidad de cada etiqueta. Subrayada: la correcta.',
  roof: 'Cada barra: la probabilidad que el modelo dio a lo que sigue de verdad.',
  next: 'Lo que sigue de verdad en el texto. Tono: sorpresa, en bits.',
  final:
    'El token siguiente más probable tras la última capa. En negrita: acierto. Tono: probabilidad del correcto.',
  guess:
    'Lente de logits: el token siguiente que el modelo diría si parara aquí. En negrita: acierto. Tono: probabilidad del correcto.',
  embedding:
    'El token y su posición como vector; leído aquí, sobre todo el propio token.',
  attention:
    'Cada token atiende a otros. Las líneas suben del token atendido al que atiende; cuanto más gruesas, más peso. Cada color es una cabeza.',
  average:
    'Cada token toma la misma parte de todos los tokens hasta él; no se elige nada.',
  mlp: 'Trabaja en una sola columna. Cuanto más larga la marca, más añade al flujo residual, dibujado como un hilo.',
  text: 'La línea que lee el modelo. En negrita: a lo que más atendió el elegido.',
  labelRow: 'La etiqueta correcta. Tono: sorpresa, en bits.',
};
