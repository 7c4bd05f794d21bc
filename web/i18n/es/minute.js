// SPDX-License-Identifier: MIT
// Spanish: a first minute on the stage.

/** @type {typeof import('../en/minute.js').default} */
export default {
  title: 'Un primer minuto',
  invite: 'Elige una letra · apaga una cabeza · entrena con tu propio texto',
  show: 'Enséñamelo en un minuto',
  dismiss: 'Ocultar esta línea',
  unfit:
    'El primer minuto necesita un modelo entrenado que lea caracteres de izquierda a derecha y que no esté entrenando.',
  at: (k, n) => `Paso ${k} de ${n}`,
  back: 'Atrás',
  next: 'Siguiente',
  skip: 'Saltar',
  end: 'Terminar el primer minuto (Esc)',

  ask: '¿Qué letra viene ahora?',
  asked: {
    type: 'El modelo lee {text} y predice el carácter siguiente. Haz lo mismo: escríbelo.',
    press: 'El modelo lee {text} y predice el carácter siguiente. Haz lo mismo.',
  },
  yours: 'Tu predicción',
  space: 'Espacio',
  unknown: (c) => `El modelo no tiene «${c}»: prueba con otro carácter.`,
  you: 'tú',

  agree: (x) => `Coincides con el modelo: «${x.top}» (${x.share}).`,
  differ: (x) =>
    `Has dicho «${x.guess}». Probabilidad según el modelo: ${x.own}. Predice «${x.top}» (${x.share}).`,
  predicts: (x) => `El modelo predice «${x.top}» (${x.share}).`,
  less: (share) => `menos del ${share}`,
  has: (c) => `El texto tiene «${c}».`,
  lines:
    'No hace nada más: un carácter tras otro. Las líneas muestran a qué caracteres atiende.',

  off: (head) => `Apagar la cabeza ${head}`,
  on: 'Encenderla',
  switch: 'Apaga una cabeza.',
  single: (head) =>
    `El modelo tiene una sola cabeza, la ${head}. Apágala y el modelo escribe de nuevo con la misma semilla.`,
  matters: (head) =>
    `De todas las cabezas, la ${head} es la que más importa. Apágala y el modelo escribe de nuevo con la misma semilla.`,
  without: {
    unigram: (head) => `Sin la cabeza ${head}: peor que contar letras.`,
    bigram: (head) => `Sin la cabeza ${head}: peor que contar pares.`,
    trigram: (head) => `Sin la cabeza ${head}: peor que contar tríos.`,
    worse: (head) => `Sin la cabeza ${head}: peor.`,
    better: (head) => `Sin la cabeza ${head}: mejor.`,
    same: (head) => `Sin la cabeza ${head}: igual de bien.`,
  },
  cost: (x) =>
    `${x.off} bits por carácter en el texto de validación, ${x.on} con ella. En naranja: palabras nuevas.`,
  now: (head) => `sin la cabeza ${head}`,

  own: 'Ahora, tu propio texto.',
  paste: {
    pretrained:
      'Pega un poema, una carta, un chat: un modelo nuevo lo aprende en esta página. El preentrenado se queda.',
    trained:
      'Pega un poema, una carta, un chat: un modelo nuevo lo aprende en esta página. Este se conserva.',
  },
  empty: 'El campo está vacío: pega o escribe antes un texto.',
  train: 'Entrenar con él',
};
