// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'diagnostics',
  places: {
    learn: { order: 80 },
    lab: { order: 40, views: ['diagnostics', 'attention-timing'] },
  },
  about: ['model'],
  queries: ['health', 'gradients', 'headComparison', 'neurons', 'dropout'],
  code: ['mlp', 'optimizer'],
  words: {
    en: {
      tab: 'Diagnostics',
      title: 'Diagnostics',
      help: 'Training in numbers: gradients, update ratios, dead units, activation patching, profiler.',
    },
    es: {
      tab: 'Diagnóstico',
      title: 'Diagnóstico',
      help: 'El entrenamiento en números: gradientes, razón de actualización, unidades muertas, parcheo de activaciones, perfil de tiempos.',
    },
  },
});
