// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'head',
  bundle: 'element',
  places: { stage: { order: 10 }, learn: { order: 10 } },
  about: ['model', 'line'],
  queries: ['pattern', 'earlier', 'importance', 'masks'],
  code: ['scores', 'softmax', 'mix'],
  words: {
    en: {
      tab: 'Head',
      title: 'Attention head',
      help: 'The attention weights of one head: rows are queries, columns are keys, hatched cells are masked.',
    },
    es: {
      tab: 'Cabeza',
      title: 'Cabeza de atención',
      help: 'Los pesos de atención de una cabeza: las filas son consultas, las columnas claves, lo rayado está enmascarado.',
    },
  },
});
