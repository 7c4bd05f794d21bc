// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'presets',
  bundle: 'element',
  isControl: true,
  places: {},
  queries: [],
  words: {
    en: {
      title: 'Examples',
      help: 'Ready-made models, from a bigram table to an encoder-decoder that answers questions.',
    },
    es: {
      title: 'Ejemplos',
      help: 'Modelos preparados, desde una tabla de bigramas hasta un encoder-decoder que responde preguntas.',
    },
  },
});
