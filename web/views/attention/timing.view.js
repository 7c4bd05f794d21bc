// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'attention-timing',
  places: {},
  queries: [],
  words: {
    en: {
      title: 'Attention: simple and fused',
      help: 'Two implementations of attention, timed on this computer as the model grows.',
    },
    es: {
      title: 'Atención: simple y fusionada',
      help: 'Dos implementaciones de la atención, cronometradas en este equipo a medida que crece el modelo.',
    },
  },
});
