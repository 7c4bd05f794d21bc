// SPDX-License-Identifier: MIT
// Las frases de las vistas que miran por dentro: las cabezas y sus patrones, apagarlas,
// creencias, partes, el recorrido.

/** @type {typeof import('../en/views.js').default} */
export default {
  badges: {
    byDistance: 'Por distancia',
    look: 'Debajo de cada una: su patrón, el curso de esa puntuación en las últimas 120 miradas (a trazos: el azar) y cuánto depende de la cabeza: una estimación; un clic en ella o Intro lo mide.',
    lookDistance:
      'Cada barra: cuánto miró la cabeza a tantos caracteres de distancia, en promedio; primero ella misma.',
    patterns: {
      back: (k) => (k === '1' ? 'uno atrás' : `${k} atrás`),
      self: () => 'a sí mismo',
      first: () => 'primer carácter',
      same: () => 'mismo carácter',
      next_1: () => 'lo que vino después',
      next_2: () => 'lo que vino después de dos',
      next_3: () => 'lo que vino después de tres',
      stripe: () => 'franja de inducción',
      line: () => 'mismo lugar de la copia',
      focus: () => 'concentración',
      top: () => 'mirada más fuerte',
    },
    chance: (x) => `azar ${x}`,
    sorted: 'Las más importantes primero',
    race: 'Curso de',
    none: 'sin patrón sencillo',
    full: (x) =>
      x.badge
        ? `${x.pattern} ${x.score}, azar ${x.chance}.`
        : x.pattern
          ? `sin patrón sencillo (el más cercano: ${x.pattern} ${x.score}, azar ${x.chance}).`
          : 'sin patrón sencillo.',
    row: (x) =>
      `Desde «${x.reads}» miró sobre todo «${x.looked}», ${x.back}, ${x.share}.`,
    rowOfHeads: (c) => `Adónde miró cada cabeza desde «${c}»`,
    headCell: (x) =>
      `Cabeza ${x.head}: de «${x.reads}» a «${x.looked}», ${x.back}, ${x.share}`,
    estimate: (x) => `est. ${x}`,
    measured: (x) => `apagada: ${x}`,
    off: 'apagada',
    noHeads: 'Este modelo no tiene cabezas de atención.',
    table: 'Todas las puntuaciones',
    tableNote: (s) =>
      `Texto reservado en el paso ${s}. ●: un nombre, ganado con 0,25 sobre el azar dos veces seguidas.`,
    columns: {
      head: 'cabeza',
      pattern: 'patrón más cercano',
      score: 'puntuación',
      chance: 'azar',
      focus: 'concentración',
      distance: 'a qué distancia',
      first: 'en el primero',
      importance: 'est.',
    },
  },

  off: {
    off: 'Apagar esta cabeza',
    on: 'Encenderla otra vez',
    hint: 'Su parte se quita de cada suma y se vuelve a preguntar al modelo. La tecla X hace lo mismo.',
    still: (names) => `Apagadas ahora: ${names}. Siguen apagadas al entrenar.`,
    allOn: 'Encender todas',
    claim: {
      worse: (x) =>
        `Con la cabeza ${x.head} apagada, la pérdida sube de ${x.from} a ${x.to} (paso ${x.step}): las apuestas empeoran ${x.change} nats${x.times && `, como elegir entre ${x.times} veces más opciones`}.`,
      better: (x) =>
        `Con la cabeza ${x.head} apagada, la pérdida baja de ${x.from} a ${x.to} (paso ${x.step}): ahora mismo el modelo va mejor sin ella.`,
      same: (x) =>
        `Con la cabeza ${x.head} apagada, la pérdida sigue en ${x.to} (paso ${x.step}): aún no tiene nada que hacer.`,
    },
    hardest: (list) => `Los más afectados: ${list}.`,
    look: 'En qué fijarse: qué caracteres se vuelven más difíciles. Para eso servía la cabeza. La pérdida es del texto reservado; los caracteres, de la línea de arriba.',
    table: 'Los caracteres más afectados',
    columns: {
      where: 'carácter',
      on: 'nats con ella',
      off: 'sin ella',
      change: 'cambio',
    },
    with: 'Escribe con la cabeza',
    without: 'Sin ella, misma semilla',
  },

  inside: {
    pinFirst:
      'Al elegir un carácter en la línea de arriba se abren aquí la escalera de creencias, la parte de cada pieza en la respuesta y cada paso del cálculo.',
    waiting: 'Preguntando al modelo.',
  },

  lens: {
    title: 'Lo que cree por el camino',
    parts: {
      embedding: () => 'el embedding',
      attention: (l) => `la atención ${l}`,
      cross: (l) => `la atención cruzada ${l}`,
      mlp: (l) => `la capa ${l}`,
    },
    columns: ['preguntado tras', 'diría', 'carácter correcto', 'puesto'],
    rank: (r, name) => `${r} tras ${name}`,
    claim: (c, ranks, end) =>
      `El carácter correcto «${c}» ocupa el puesto ${ranks}; ${end}.`,
    first: (name) => `puesto 1 desde ${name}`,
    never: 'al final no es la primera apuesta',
    noTruth:
      'Nada sigue a este carácter en la línea: no hay respuesta correcta que ordenar.',
    all: 'Todos los caracteres de la línea',
    table: 'Creencia sobre el carácter siguiente, por profundidad',
    look: 'En qué fijarse: el paso en que el carácter correcto llega al puesto 1. Celda: la primera apuesta; tono: la parte que recibe el carácter correcto; número pequeño: su puesto.',
    early: (names) =>
      `Tras ${names} los números rinden menos que el azar en esta línea: aún no están escritos en el alfabeto de salida.`,
  },

  said: {
    title: 'Quién lo dijo',
    parts: {
      token: () => 'el carácter',
      position: () => 'su lugar',
      head: (n) => `cabeza ${n}`,
      mlp: (n) => `parte densa ${n}`,
      biases: () => 'sesgos',
      others: () => 'todas las demás cabezas',
    },
    columns: { part: 'pieza', share: 'parte del logit' },
    claim: (x) =>
      `Tras «${x.from}», la puntuación de «${x.answer}»${x.rival ? ` frente a «${x.rival}»` : ''} vino sobre todo de ${x.top} (${x.share})${x.second ? `, luego de ${x.second} (${x.next})` : ''}.`,
    against: 'Frente al rival más fuerte',
    sum: (a, b) => `suma ${a} = logit ${b}`,
    look: 'En qué fijarse: las barras a la derecha hablan a favor del carácter; las de la izquierda, en contra. La suma es exacta. Al elegir una cabeza se la ve.',
  },

  walk: {
    title: 'Un carácter, paso a paso',
    where: (head, s) => `cabeza ${head}, paso ${s}`,
    renew: 'Traer al presente',
    back: 'Atrás',
    forward: 'Siguiente',
    look: 'En qué fijarse: cada número sale de la tarjeta anterior. Espacio o → avanza, Retroceso o ← retrocede.',
    cards: [
      'Conocer', 'Normalizar', 'Pedir y ofrecer', 'Comparar', 'Escalar', 'Softmax', 'Mezclar',
      'Hablar',
    ], // prettier-ignore
    numbers: 'Los números de esta tarjeta',
    more: (n) => `… y ${n} más`,
    size: (n) => `${n} números`,
    strip: (label, n, a, b) => `${label}: ${n} números de ${a} a ${b}`,
    shape: (a, b) => `${a} → ${b}`,
    firstNumber: 'Primer número:',
    names: {
      token: 'lo que significa «es este carácter»',
      position: 'lo que significa «está en este lugar»',
      embedding: 'su suma, x',
      x: (n) => `x tras ${n} ${n === '1' ? 'capa' : 'capas'}`,
      stream: 'x tal como llega',
      normed: 'x normalizado',
      q: 'q: lo que pide',
      k: 'k: lo que ofrece cada carácter anterior, una fila cada uno',
      kj: (c) => `k de «${c}»`,
      products: 'productos, número por número',
      v: 'v: lo que lleva cada carácter anterior, una fila cada uno',
      mix: 'la mezcla, cada v por su parte',
      head: 'lo que esta cabeza añade a x',
      others: 'lo que añaden las demás cabezas',
      after: 'x tras la atención',
      hidden: 'parte densa, tras la activación',
      end: 'x tras esta capa',
    },
    rail: { x: 'x antes de la capa', attention: '+ atención', mlp: '+ parte densa' },
    columns: {
      key: 'mirado',
      product: 'q·k',
      score: 'puntuación',
      e: 'e^puntuación',
      share: 'parte',
      guess: 'apuesta',
      logit: 'logit',
    },
    meet: (c, n) =>
      `«${c}» en el lugar ${n} se convierte en una lista de números: una por el carácter, otra por el lugar, sumadas.`,
    noNorm: 'Este modelo no normaliza antes de la atención: x sigue como está.',
    norm: (mean, spread) =>
      `Los números se llevan a media 0 y dispersión 1. Su media era ${mean}; su dispersión, ${spread}.`,
    gain: (x) => `por su ganancia, más su sesgo: ${x}`,
    ask: (c, n) =>
      `«${c}» escribe una pregunta q. Cada uno de los ${n} caracteres que puede mirar ofrece una clave k.`,
    askSums: 'q = W_Q · x + b,  k = W_K · x + b',
    compareWith: 'Comparar con',
    compare: (x, sum) =>
      `¿Encaja lo que ofrece «${x.looked}» con lo que pregunta «${x.reads}»? Se multiplica número por número y se suma: ${sum}.`,
    scale: (by, d) =>
      `Se divide entre ${by}, la raíz de ${d}. Sin eso, una clave se llevaría casi todo.`,
    ghost: 'Relleno: las partes como son. Contorno: como serían sin dividir.',
    masked: (n) => `${n} caracteres posteriores: no puede mirarlos`,
    share: (c, p) =>
      `El futuro se tacha. e elevado a la puntuación, entre el total: a «${c}» le toca ${p}.`,
    adds: (n, sum) => `${n} partes, suma ${sum}`,
    mix: (c) =>
      `Lo que llevan los caracteres se mezcla con estas partes, y el resultado se suma al x de «${c}».`,
    mlp: (n) =>
      `La parte densa trabaja solo con x, con ${n} números en medio, y suma su resultado. Tras la última capa, x se compara con cada carácter.`,
    speak: (c, p) =>
      `Luego piensa y habla: tras la última capa su primera apuesta es «${c}», ${p}.`,
  },
};
