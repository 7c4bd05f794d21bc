// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'stored-runs',
  bundle: 'element',
  isControl: true,
  places: {},
  queries: [],
  words: {
    en: {
      title: 'Stored runs',
      help: 'Runs stored in this browser, to be continued exactly where they stopped.',
    },
    es: {
      title: 'Entrenamientos guardados',
      help: 'Entrenamientos guardados en este navegador, para continuarlos justo donde se detuvieron.',
    },
  },
});
