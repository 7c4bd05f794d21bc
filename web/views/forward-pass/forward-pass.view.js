// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'forward-pass',
  bundle: 'element',
  places: { stage: { order: 20 }, learn: { order: 20 } },
  about: ['model', 'line'],
  queries: ['forwardPass', 'origin'],
  code: [],
  words: {
    en: {
      tab: 'Forward pass',
      title: 'Forward pass of one token',
      help: 'Eight cards with the arithmetic of one prediction, each using the numbers of the one before.',
    },
    es: {
      tab: 'Pasada hacia delante',
      title: 'Pasada hacia delante de un token',
      help: 'Ocho tarjetas con el cálculo de una predicción; cada una usa los números de la anterior.',
    },
  },
});
