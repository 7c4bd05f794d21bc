// SPDX-License-Identifier: MIT
// Spanish sentence about the battery.

/** @type {typeof import('../en/battery.js').default} */
export default {
  low: 'Queda poca batería: las imágenes cambian una vez por segundo. El entrenamiento sigue igual.',
};
