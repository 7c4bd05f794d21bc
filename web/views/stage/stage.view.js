// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'stage',
  bundle: 'first',
  places: {},
  queries: ['depths', 'why', 'hide'],
  words: {
    en: {
      title: 'The model',
      help: 'One line of text from below to the prediction above: attention lines of every head, the guess after every layer. Choose a token; switch heads off; ask why it is predicted.',
    },
    es: {
      title: 'El modelo',
      help: 'Una línea de texto desde abajo hasta la predicción, arriba: las líneas de atención de cada cabeza y la predicción tras cada capa. Se elige un token; las cabezas se apagan; se pregunta por qué predice lo que predice.',
    },
  },
});
