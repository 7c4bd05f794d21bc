// SPDX-License-Identifier: MIT
// Frases en español del mapa de letras y sus tablas, y de aquello de lo que se sorteó un
// carácter.

/** @type {typeof import('../en/embeddings.js').default} */
export default {
  letters: {
    title: 'Letras y lugares',
    tabs: [
      'Mapa de letras',
      'Mapa de lugares',
      'Quién mira a quién',
      'Qué sube después',
    ],
    claim: (x) =>
      `En el paso ${x.step}, ${x.found} de ${x.n} caracteres tienen más cerca a uno de su clase (por azar, unos ${x.chance}). Este plano conserva el ${x.share} de la dispersión.`,
    near: (c, kind, list) => `«${c}» (${kind}) tiene más cerca a ${list}`,
    kinds: {
      vowel: 'vocal',
      consonant: 'consonante',
      digit: 'cifra',
      space: 'espacio',
      newline: 'salto de línea',
      punctuation: 'signo',
      other: 'otro',
    },
    look: 'En qué fijarse: los caracteres que cumplen la misma función se juntan. Las líneas muestran por dónde pasó cada uno en las últimas cinco miradas. Se elige con un clic, o con flechas e Intro.',
    shapes:
      'Círculo: vocal. Cuadrado: consonante. Rombo: cifra. Triángulo: signo. Triángulo sobre su punta: espacio o salto de línea. Hexágono: otro.',
    png: 'Guardar como PNG',
    csv: 'Guardar como CSV',
    columns: ['carácter', 'clase', 'horizontal', 'vertical'],
    rowData: (name) => `Fila de «${name}»: los extremos`,
    scale: (a, b) => `Naranja: hasta ${a}. Azul: hasta ${b}.`,
    placeClaim: (x) =>
      `El lugar ${x.place} se parece más al ${x.other} (coseno ${x.value}). De media, los vecinos tienen ${x.near} y los lugares a distancia ${x.by}, ${x.far}.`,
    placeLook:
      'En qué fijarse: una banda a lo largo de la diagonal. El modelo ha descubierto que los lugares van en fila.',
    placeCell: (a, b, x) => `Lugar ${a} y lugar ${b}: coseno ${x}`,
    head: (name) => `Cabeza ${name}`,
    qk: {
      label: (head) => `Cabeza ${head}: a quién gusta mirar`,
      claim: (x) =>
        `En el paso ${x.step}, cabeza ${x.head}: lo que más mira «${x.a}» es «${x.b}» (${x.value}); lo que menos mira «${x.c}» es «${x.d}» (${x.low}).`,
      cell: (a, b, x) => `«${a}» mirando a «${b}»: ${x}`,
      look: 'En qué fijarse: columnas que gustan a todas las filas. Las filas leen, las columnas son miradas (QK).',
    },
    ov: {
      label: (head) => `Cabeza ${head}: qué sube después de qué`,
      claim: (x) =>
        `En el paso ${x.step}, cabeza ${x.head}: tras ver «${x.a}» sube sobre todo «${x.b}» (${x.value}); tras «${x.c}» baja sobre todo «${x.d}» (${x.low}).`,
      cell: (a, b, x) => `Tras ver «${a}», «${b}» cambia en ${x}`,
      look: 'En qué fijarse: una diagonal azul significa copiar. Las filas son miradas, las columnas suben o bajan (OV).',
    },
    copying: (x, copies) =>
      `Índice de copia ${x}, de −1 a +1: tiende a ${copies ? 'subir' : 'bajar'} lo que ve.`,
    dropped:
      'Queda fuera: la escala de las normas, los sesgos y los lugares. Las ganancias de las normas sí cuentan. Es, pues, el camino directo de letra a letra, no todo lo que hace la cabeza.',
  },

  guess: {
    title: 'Reparto del próximo carácter',
    character: 'carácter',
    truth: ' (el que salió)',
    others: 'todos los demás',
    stages: ['el modelo', 'tras la temperatura', 'tras top k', 'tras top p'],
    open: '¿Por qué estos caracteres?',
    close: 'Cerrar',
    hint: 'Un clic en un carácter muestra de qué se sorteó.',
    earlier: 'Anterior',
    later: 'Siguiente',
    inside: 'Mirar aquí dentro de las capas',
    claim: (x) =>
      `Paso ${x.step}, después de «${x.before}»: primera apuesta «${x.best}» (${x.share}). Salió «${x.drawn}», que tenía ${x.chance}.`,
    moved: (a, b) =>
      `Este reparto es del paso ${a}, cuando se escribió; las capas están ahora en el paso ${b}.`,
    look: 'En qué fijarse: cómo cada ajuste, en este orden, mueve el reparto. El carácter enmarcado es el que salió. Todos los peldaños se escribieron con temperatura 0,8 y una misma semilla; los ajustes de aquí son los de la escritura propia.',
  },
};
