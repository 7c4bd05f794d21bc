// SPDX-License-Identifier: MIT
// Spanish: a text that is memorised, and copies of it in what the model writes.

/** @type {typeof import('../en/memorization.js').default} */
export default {
  texts: { own: 'tu texto', other: 'su texto' },
  memorized: (text) => `Ha memorizado ${text}.`,
  wrong: 'En líneas nuevas falla con gran confianza.',
  memorizing: (text) => `Está memorizando ${text}.`,
  losses: (x) =>
    `Pérdida en nats: entrenamiento ${x.train}, validación ${x.val}, adivinar al azar ${x.uniform}.`,
  advice: (n) =>
    `Para que aprenda en vez de recitar: más texto (desde unos ${n} caracteres), o un modelo más pequeño.`,
  see: (step) => `Ver el paso ${step}`,
  copied: (share) => `${share} copiado`,
  copies: 'Subrayado: copiado del texto, 15 o más caracteres seguidos.',
};
