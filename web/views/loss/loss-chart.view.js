// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'loss',
  bundle: 'first',
  inRow: true,
  places: { lab: { order: 30 } },
  queries: [],
  code: ['loss', 'schedule'],
  words: {
    en: {
      tab: 'Loss',
      title: 'Loss (cross-entropy)',
      help: 'Training and validation loss by step. Dashed lines: counting models of the same text. Click the curve to see the model as it was.',
    },
    es: {
      tab: 'Pérdida',
      title: 'Pérdida (entropía cruzada)',
      help: 'Pérdida de entrenamiento y de validación por paso. Líneas a trazos: modelos de conteo del mismo texto. Haz clic en la curva para ver el modelo como era.',
    },
  },
});
