// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'run',
  bundle: 'element',
  isControl: true,
  places: {},
  queries: [],
  words: {
    en: {
      title: 'Training',
      help: 'Train, pause, take one step or restart. Restarting keeps the previous run; you can restore it.',
    },
    es: {
      title: 'Entrenamiento',
      help: 'Entrenar, pausar, dar un paso o reiniciar. Al reiniciar se conserva el entrenamiento anterior, que se puede recuperar.',
    },
  },
});
