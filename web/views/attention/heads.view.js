// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'heads',
  bundle: 'element',
  inRow: true,
  places: {
    learn: { order: 60 },
    lab: { order: 10, views: ['heads', 'head'], layout: 'pair' },
  },
  about: ['model', 'line'],
  queries: ['importance'],
  code: ['scores', 'softmax', 'mix'],
  words: {
    en: {
      tab: 'All heads',
      title: 'Attention heads',
      help: 'The attention weights of every head. The pattern named below a head is scored on validation text.',
    },
    es: {
      tab: 'Todas las cabezas',
      title: 'Cabezas de atención',
      help: 'Los pesos de atención de cada cabeza. El patrón nombrado debajo se mide con el texto de validación.',
    },
  },
});
