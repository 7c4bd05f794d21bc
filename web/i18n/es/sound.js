// SPDX-License-Identifier: MIT
// Spanish sentences about loss as sound.

/** @type {typeof import('../en/sound.js').default} */
export default {
  on: 'Oír la pérdida',
  heard:
    'Durante el entrenamiento, hasta cuatro tonos breves por segundo: cuanto más graves, menor la pérdida. Adivinar a ciegas suena a 880 Hz.',
  counted: 'Contar grupos de tres letras suena dos octavas más abajo, a 220 Hz.',
  none: 'Ninguna pérdida sonaría dos octavas más abajo, a 220 Hz.',
};
