// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'export',
  bundle: 'element',
  isControl: true,
  places: { lab: { order: 80, views: ['export', 'stored-runs'] } },
  queries: [],
  code: [],
  words: {
    en: {
      tab: 'Save and share',
      title: 'Save and share',
      help: 'Save the model to a file, open one, copy a link with the settings, or code for another page.',
    },
    es: {
      tab: 'Guardar y compartir',
      title: 'Guardar y compartir',
      help: 'Guardar el modelo en un archivo, abrir uno, copiar un enlace con los ajustes o código para otra página.',
    },
  },
});
