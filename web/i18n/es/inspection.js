// SPDX-License-Identifier: MIT
// Spanish: what a model computes for one token, and what its weights hold.

/** @type {typeof import('../en/inspection.js').default} */
export default {
  lens: {
    title: 'Lente de logits: la predicción tras cada capa',
    parts: {
      embedding: () => 'el embedding',
      attention: (l) => `la atención ${l}`,
      cross: (l) => `la atención cruzada ${l}`,
      mlp: (l) => `la capa ${l}`,
    },
    columns: ([unit]) => ['tras', 'predicción', `${unit} correcto`, 'puesto'],
    rank: (r, name) => `${r} tras ${name}`,
    claim: (x) =>
      `El ${x.unit} correcto «${x.c}» ocupa el puesto ${x.ranks}; ${x.end}.`,
    first: (name) => `puesto 1 desde ${name}`,
    never: ([unit]) => `la predicción final es otro ${unit}`,
    noTruth: ([unit]) =>
      `La línea termina aquí: no hay ${unit} siguiente correcto al que dar un puesto.`,
    all: ([, units]) => `Todos los ${units} de la línea`,
    table: 'Predicción tras cada capa',
    look: ([unit]) =>
      `En qué fijarse: la capa tras la cual el ${unit} correcto llega al puesto 1. Celda: la predicción; tono: la probabilidad del ${unit} correcto; número pequeño: su puesto.`,
    early: (names) =>
      `Tras ${names}, la pérdida en esta línea supera la de adivinar al azar: la capa de salida aún no puede leer el flujo residual.`,
    unsure:
      'En esta línea hasta las predicciones finales son peores que adivinar al azar.',
    noLabel:
      'Este modelo etiqueta cada palabra; los puestos se muestran para modelos que continúan un texto.',
  },

  attribution: {
    title: 'Atribución directa al logit',
    parts: {
      token: () => 'embedding del token',
      position: () => 'embedding de posición',
      head: (n) => `cabeza ${n}`,
      mlp: (n) => `MLP ${n}`,
      biases: () => 'sesgos',
      others: () => 'todas las demás cabezas',
    },
    columns: { part: 'componente', share: 'contribución al logit' },
    claim: (x) =>
      `En «${x.from}», la mayor parte del logit de «${x.answer}»${x.rival ? ` menos el de «${x.rival}»` : ''} es ${x.top} (${x.share})${x.second ? `, luego ${x.second} (${x.next})` : ''}.`,
    against: 'Diferencia con el segundo',
    sum: (a, b) => `suma ${a} = logit ${b}`,
    beforeCap: ', antes del tope suave',
    look: 'En qué fijarse: las barras a la derecha suben el logit; las de la izquierda lo bajan. Su suma es exactamente el logit. Al elegir una cabeza se la ve.',
  },

  forwardPass: {
    title: ([unit]) => `Pasada hacia delante de un ${unit}`,
    where: (head, s) => `cabeza ${head}, paso ${s}`,
    update: 'Actualizar al paso actual',
    back: 'Atrás',
    forward: 'Siguiente',
    look: 'En qué fijarse: cada número se calcula con los de la tarjeta anterior. Espacio o → avanza, Retroceso o ← retrocede.',
    cards: [
      'Embedding', 'Normalización', 'Consulta y clave', 'Producto escalar', 'Escalar por √d', 'Softmax',
      'Mezclar valores', 'MLP y predicción',
    ], // oxfmt-ignore
    numbers: 'Los números de esta tarjeta',
    more: (n) => `… y ${n} más`,
  },

  origin: {
    title: '¿De dónde sale este número?',
    back: 'Camino hasta este número',
    close: 'Cerrar',
    from: 'Rastrear este número',
    computation: 'Cómo se calcula',
    place: (name, c, n) =>
      c ? `${name} de «${c}», posición ${n}` : `${name}, posición ${n}`,
    claim: (name, x, s) => `${name} vale ${x} en el paso ${s}.`,
    ops: {
      linear:
        'Capa lineal: cada entrada por su peso, todo sumado, más el sesgo y la conexión residual si los hay.',
      norm: 'Normalización: la entrada menos la media, entre la desviación típica, por la ganancia, más el sesgo.',
      embed: 'Embedding: un peso para el token más otro para la posición.',
      attention:
        'Atención: el mismo elemento de cada vector valor, por su peso de atención.',
      attention_simple:
        'Atención: el mismo elemento de cada vector valor, por su peso de atención.',
      average: 'Media de este elemento en todas las posiciones hasta aquí.',
      head_norm:
        'Normalización de consultas y claves: dividido por la media cuadrática de su cabeza.',
      soft_cap: 'Tope suave c · tanh(z / c) del logit z anterior.',
      multiply: 'Producto de la puerta y una unidad oculta.',
      rotary: 'Posición rotatoria: un par de elementos girado un ángulo.',
      concat: 'Copiado sin cambios de una cabeza.',
      add: 'Suma de dos elementos del flujo residual.',
    },
    columns: ['entrada', 'valor', 'por', 'da'],
    rest: (n) => `${n} más`,
    character: 'peso del embedding del token',
    position: 'peso del embedding de posición',
    constant: (x) => `Constante: ${x}.`,
    sum: (x) => `Suma: ${x}.`,
    activated: (a, b) => `Función de activación: ${a} pasa a ser ${b}.`,
    residual: (x, y) => `Más la conexión residual, ${x}: ${y}.`,
  },

  embeddings: {
    title: 'Vectores de embedding',
    place: 'posición en el contexto',
    maps: { character: 'Mapa de letras (PCA)', token: 'Mapa de tokens (PCA)' },
    tabs: [
      'Similitud de posiciones',
      'Circuito QK: quién atiende a quién',
      'Circuito OV: qué sube',
    ],
    claim: (x) =>
      `En el paso ${x.step}, el vecino más cercano en el mapa es de la misma clase en ${x.found} de ${x.n} caracteres conocidos (por azar, unos ${x.chance}).`,
    tokens: (step, n) => `En el paso ${step}, un mapa de ${n} tokens.`,
    variance: (share) =>
      `Las dos primeras componentes conservan el ${share} de la varianza.`,
    near: (c, kind, list) =>
      `«${c}»${kind && ` (${kind})`}: los más cercanos en el mapa, ${list}`,
    kinds: {
      vowel: 'vocal',
      consonant: 'consonante',
      digit: 'cifra',
      space: 'espacio',
      newline: 'salto de línea',
      punctuation: 'puntuación',
      other: 'otro',
    },
    look: ([unit, units]) =>
      `En qué fijarse: los ${units} con la misma función se juntan. Las líneas muestran las últimas cinco posiciones. Se elige un ${unit} con un clic, o con flechas e Intro.`,
    shapes:
      'Círculo: vocal. Cuadrado: consonante. Rombo: cifra. Triángulo: puntuación. Triángulo invertido: espacio o salto de línea. Hexágono: otro.',
    png: 'Guardar como PNG',
    columns: ['clase', 'componente 1', 'componente 2'],
    rowData: (name) => `Fila de «${name}»: mayores y menores`,
    scale: (a, b) => `Naranja: hasta ${a}. Azul: hasta ${b}.`,
    placeClaim: (x) =>
      `La posición ${x.place} se parece más a la ${x.other} (coseno ${x.value}). El coseno medio de las vecinas es ${x.near}${x.far && `; el de posiciones a distancia ${x.by}, ${x.far}`}.`,
    placeLook: {
      learned:
        'En qué fijarse: mientras el modelo aprende aparece una banda a lo largo de la diagonal: las posiciones vecinas reciben embeddings parecidos.',
      sinusoidal:
        'Son ondas de una fórmula; ningún entrenamiento las ha hecho ni cambiado. A igual distancia, igual parecido, en todas partes.',
    },
    curves: (x) => `Valores de las columnas ${x.columns}, por posición`,
    curvesLook: {
      learned: 'Entrenados como cualquier otro peso, a partir de números al azar.',
      sinusoidal:
        'Las columnas van por pares: seno y coseno de posición / 10000^(2i/C) para el par i. Los pares posteriores giran más despacio.',
    },
    placeCell: (a, b, x) => `Posición ${a} y posición ${b}: coseno ${x}`,
    qk: {
      label: (head) => `Circuito QK de la cabeza ${head}: quién atiende a quién`,
      claim: (x) =>
        `En el paso ${x.step}, cabeza ${x.head}, solo por el contenido, sin posiciones: la puntuación más alta va de «${x.a}» a «${x.b}» (${x.value}); la más baja, de «${x.c}» a «${x.d}» (${x.low}).`,
      cell: (a, b, x) => `consulta «${a}», clave «${b}»: ${x}`,
      look: () =>
        'En qué fijarse: columnas que prefieren todas las filas. Las filas son consultas; las columnas, claves.',
    },
    ov: {
      label: (head) => `Circuito OV de la cabeza ${head}: qué sube`,
      claim: (x) =>
        `En el paso ${x.step}, cabeza ${x.head}: el valor más alto es el de «${x.a}» para el logit de «${x.b}» (${x.value}); el más bajo, el de «${x.c}» para el de «${x.d}» (${x.low}).`,
      cell: (a, b, x) => `atender a «${a}» cambia el logit de «${b}» en ${x}`,
      look: ([, units]) =>
        `En qué fijarse: una diagonal azul significa copiar. Las filas son los ${units} atendidos; las columnas, los logits que suben o bajan.`,
    },
    noCircuit: (step, head) =>
      `En el paso ${step}, cabeza ${head}: ningún valor supera 0,005.`,
    copying: (x, chance, does) =>
      `Índice de copia ${x}, con pesos al azar hasta ±${chance}: ${{ raises: 'la cabeza tiende a subir el logit de aquello a lo que atiende', lowers: 'la cabeza tiende a bajar el logit de aquello a lo que atiende', neither: 'no más que unos pesos al azar' }[does]}.`,
    dropped:
      'Queda fuera: la escala de las normalizaciones, todos los sesgos y las posiciones; las ganancias sí cuentan. Es el camino directo del embedding a la salida, no todo lo que hace la cabeza.',
  },
};
