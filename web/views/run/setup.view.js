// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'setup',
  bundle: 'element',
  isControl: true,
  places: { learn: { order: 90 }, lab: { order: 70, views: ['presets', 'setup'] } },
  queries: [],
  code: [],
  words: {
    en: {
      tab: 'All settings',
      title: 'Text and model',
      help: 'The training text and the architecture, with the number of parameters and the expected time.',
    },
    es: {
      tab: 'Todos los ajustes',
      title: 'Texto y modelo',
      help: 'El texto de entrenamiento y la arquitectura, con el número de parámetros y el tiempo previsto.',
    },
  },
});
