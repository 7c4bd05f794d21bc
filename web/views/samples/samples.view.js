// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'samples',
  bundle: 'first',
  inRow: true,
  places: {},
  queries: [],
  code: ['sample'],
  words: {
    en: {
      title: 'Samples during training',
      help: 'The same prompt and seed at increasing steps, so that only the model differs.',
    },
    es: {
      title: 'Muestras durante el entrenamiento',
      help: 'El mismo texto inicial y la misma semilla a más y más pasos: solo cambia el modelo.',
    },
  },
});
