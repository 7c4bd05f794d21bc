// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'embeddings',
  bundle: 'element',
  places: { stage: { order: 50 }, learn: { order: 50 } },
  queries: ['embeddings', 'positions', 'circuits'],
  code: ['embed', 'places'],
  words: {
    en: {
      tab: 'Embeddings',
      title: 'Embeddings',
      help: 'A map of the embeddings (PCA), and the QK and OV circuits of one head.',
    },
    es: {
      tab: 'Vectores (embeddings)',
      title: 'Vectores de embedding',
      help: 'Un mapa de los embeddings (PCA) y los circuitos QK y OV de una cabeza.',
    },
  },
});
