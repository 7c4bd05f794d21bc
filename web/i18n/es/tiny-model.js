// SPDX-License-Identifier: MIT
// Frases en español del modelo con números pequeños.

/** @type {typeof import('../en/tiny-model.js').default} */
export default {
  open: 'Verlo con números pequeños',
  title: 'Lo mismo con números pequeños',
  close: 'Volver al modelo propio',
  waiting: 'Se entrena un modelo diminuto.',
  claim: (x) =>
    `Un segundo modelo, tan real como el otro: anchura ${x.width}, una cabeza, ${x.weights} pesos, los caracteres ${x.characters}. Aprendió aquí mismo, ahora, a repetir «${x.word}» en ${x.steps} pasos. Después sus pesos se redondearon a un decimal, para poder comprobar a mano cada suma: pérdida reservada ${x.before} antes, ${x.after} después. El modelo propio queda como está.`,
};
