// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'experiments',
  places: { lab: { order: 60 } },
  queries: [],
  code: [],
  words: {
    en: {
      tab: 'Experiments',
      title: 'Experiments',
      help: 'Several runs that answer one question, with the spread of their seeds: a file of yours or one of the page. Results stay in this browser.',
    },
    es: {
      tab: 'Experimentos',
      title: 'Experimentos',
      help: 'Varios entrenamientos que responden a una pregunta, con la dispersión entre semillas: un archivo tuyo o uno de la página. Los resultados quedan en este navegador.',
    },
  },
});
