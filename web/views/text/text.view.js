// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'text',
  bundle: 'element',
  places: {
    lab: { order: 20, views: ['text', 'lens', 'attribution'], layout: 'pair stack' },
  },
  about: ['model'],
  queries: ['saliency'],
  code: ['loss'],
  words: {
    en: {
      tab: 'One line',
      title: 'One line of the text',
      help: 'Each token, shaded by its surprisal. Choose one to follow it in all other views.',
    },
    es: {
      tab: 'Una línea',
      title: 'Una línea del texto',
      help: 'Cada token, con un tono según su sorpresa. Al elegir uno se lo sigue en las demás vistas.',
    },
  },
});
