// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'write',
  bundle: 'element',
  places: { write: { order: 10 }, learn: { order: 70 } },
  about: ['model'],
  queries: [],
  code: ['sample'],
  words: {
    en: {
      tab: 'Generate text',
      title: 'Generate text',
      help: 'The model continues your prompt. The same seed gives the same text.',
    },
    es: {
      tab: 'Generar texto',
      title: 'Generar texto',
      help: 'El modelo continúa un texto inicial propio. La misma semilla da el mismo texto.',
    },
  },
});
