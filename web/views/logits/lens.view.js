// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'lens',
  bundle: 'element',
  places: { stage: { order: 30 }, learn: { order: 30 } },
  about: ['model', 'line'],
  queries: ['lens'],
  code: ['lens'],
  words: {
    en: {
      tab: 'Logit lens',
      title: 'Logit lens: the guess after each layer',
      help: 'The prediction read from the residual stream after each layer, and the rank of the correct token.',
    },
    es: {
      tab: 'Lente de logits',
      title: 'Lente de logits: la predicción tras cada capa',
      help: 'La predicción leída del flujo residual tras cada capa, y el puesto del token correcto.',
    },
  },
});
