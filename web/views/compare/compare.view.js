// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'compare',
  bundle: 'element',
  places: { lab: { order: 35, views: ['loss', 'compare'], layout: 'pair even' } },
  queries: [],
  code: [],
  words: {
    en: {
      tab: 'Compare runs',
      title: 'Compare runs',
      help: 'Loss curves, differing settings, and samples at the same steps.',
    },
    es: {
      tab: 'Comparar entrenamientos',
      title: 'Comparar entrenamientos',
      help: 'Curvas de pérdida, ajustes que difieren y muestras en los mismos pasos.',
    },
  },
});
