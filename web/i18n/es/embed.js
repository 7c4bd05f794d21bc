// SPDX-License-Identifier: MIT
// Frases en español de lo que toca a la página alrededor del elemento.

/** @type {typeof import('../en/embed.js').default} */
export default {
  embed: {
    attributes: (list) =>
      `La página que rodea este elemento pide algo que aquí no significa nada: ${list}.`,
    background: 'Seguir aunque esta pestaña esté oculta',
    limit: (time) =>
      `En pausa después de ${time}, como pide la página. «Seguir» continúa.`,
  },
};
