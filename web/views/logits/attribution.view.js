// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'attribution',
  bundle: 'element',
  places: { stage: { order: 40 }, learn: { order: 40 } },
  about: ['model', 'line'],
  queries: ['attribution'],
  code: ['attribution'],
  words: {
    en: {
      tab: 'Logit attribution',
      title: 'Direct logit attribution',
      help: 'The contribution of each component to the logit of the answer. The contributions sum to the logit.',
    },
    es: {
      tab: 'Atribución al logit',
      title: 'Atribución directa al logit',
      help: 'La contribución de cada componente al logit de la respuesta. Las contribuciones suman el logit.',
    },
  },
});
