// SPDX-License-Identifier: MIT
// Spanish: the text, the loss curve, the attention heads, and what the model writes.

/** @param {string} n @param {string} one @param {string} many */
const counted = (n, one, many) => `${n} ${n === '1' ? one : many}`;

/** @type {typeof import('../en/views.js').default} */
export default {
  text: {
    title: 'Una línea del texto',
    claim: (bits, n) =>
      `Cada carácter cuesta ${bits} bits de sorpresa en promedio, como elegir entre ${n}.`,
    pickOne:
      'Al elegir un carácter se ve adónde miró la cabeza elegida antes de escribir el siguiente.',
    line: 'La línea mirada',
    another: 'Otra línea',
    mode: 'Tono según',
    cell: (c, n) => `«${c}», carácter ${n}`,
    bits: (x) => `${x} bits de sorpresa`,
    first: 'primer carácter, no se adivina',
    future: 'no puede mirar',
    more: (n, share) => `+ ${n} más, en total ${share}`,
    held: 'Con línea a trazos encima: texto reservado, que el entrenamiento nunca ve.',
    unknown: (list) => `Se omite, nunca visto en el texto: ${list}`,
    cut: (n) => `Cortado a los ${n} caracteres que el modelo puede ver.`,
    question: 'Pregunta',
    answer: 'Respuesta',
    shades: {
      surprise: {
        name: 'Sorpresa',
        look: 'Sombra: cuánto sorprendió cada carácter al modelo que había leído los anteriores. Arcos: adónde miró la cabeza elegida desde el señalado.',
      },
      attention: {
        name: 'Atención',
        look: 'Sombra y arcos: cuánto miró ahí la cabeza elegida. Rayado: no puede verlo.',
      },
      saliency: {
        name: 'De qué depende',
        look: 'La pendiente de la puntuación de la respuesta en cada carácter. El azul habla a favor; el naranja (barra discontinua), en contra.',
      },
      ablation: {
        name: 'Sin una cabeza',
        look: 'Naranja (barra discontinua): más difícil de adivinar sin la cabeza. Azul: más fácil.',
      },
    },
    pinForSaliency:
      'Al elegir un carácter se ve de qué depende lo que se adivina tras él.',
    salient: (/** @type {string} */ answer, /** @type {string} */ from) =>
      `De qué depende la puntuación de «${answer}» después de «${from}».`,
    ablateFirst: 'Al apagar una cabeza, más abajo, se ve qué caracteres cambian.',
    ablated: (/** @type {string} */ head) => `Cada carácter sin la cabeza ${head}.`,
    nats: (/** @type {string} */ x) => `${x} nats`,
    marked: (/** @type {string} */ right, /** @type {string} */ all) =>
      `Acierta ${right} de ${all} marcas. Con contorno: la marca correcta donde falla.`,
    marks: 'Su marca está sobre cada palabra.',
    mark: (/** @type {string} */ guess, /** @type {string} */ right) =>
      right ? `marcado ${guess}, lo correcto es ${right}` : `marcado ${guess}`,
  },

  loss: {
    title: 'Pérdida',
    claim: (x) =>
      `Pérdida ${x.loss} tras ${counted(x.step, 'paso', 'pasos')}, como elegir entre ${x.choices} caracteres; ${x.standing}.`,
    held: (v) => ` Texto reservado: ${v}.`,
    before: (n) =>
      `Antes de entrenar, cada apuesta es como elegir entre los ${n} caracteres.`,
    standing: {
      worse: (b) =>
        `muy por encima de no saber nada (${b}): conviene bajar la tasa de aprendizaje`,
      nothing: (b) => `más o menos lo que cuesta no saber nada (${b})`,
      some: (b) => `todavía por encima de contar letras (${b})`,
      letters: (b) => `por debajo de contar letras (${b})`,
      pairs: (b) => `por debajo de contar pares de letras (${b})`,
    },
    lines: {
      uniform: 'no sabe nada',
      unigram: 'contar letras',
      bigram: 'pares de letras',
      trigram: 'tríos de letras',
      badge: 'primera cabeza con nombre',
      'generalization-gap': 'apartado del entrenamiento',
    },
    reached: (s, name) => `En el paso ${s} el modelo va más allá de ${name}.`,
    train: 'texto de entrenamiento',
    val: 'texto reservado',
    at: (s) => `Paso ${s}:`,
    trainAt: (x) => `entrenamiento ${x}`,
    valAt: (x) => `reservado ${x}`,
    bits: (x) => `${x} bits`,
    logX: 'Estirar el comienzo',
    axisLoss: 'nats por carácter',
    axisChoices: 'opciones',
    axisStep: 'paso',
    look: 'Líneas a trazos: lo que se lograría en este texto con solo contar. La línea del texto reservado muestra lo aprendido y no lo memorizado.',
    data: 'Los números',
    csv: 'Guardar como CSV',
    columns: {
      step: 'paso',
      train: 'entrenamiento',
      val: 'reservado',
      rate: 'tasa de aprendizaje',
      norm: 'norma del gradiente',
      accuracy: 'aciertos',
    },
    everyNth: (n) => `Una de cada ${n} mediciones; el archivo CSV las tiene todas.`,
    empty: 'Aún no se ha medido nada.',
    inBits: 'En bits',
    axisBits: 'bits por carácter',
    right: (/** @type {string} */ exact, /** @type {string} */ characters) =>
      `Respuestas reservadas: ${exact} sin fallo; ${characters} de sus caracteres.`,
    chanceCosts: (/** @type {string} */ b) => `no saber nada cuesta ${b}`,
    byHeart: 'empieza a memorizar el texto',
    gapAt: (/** @type {string} */ s) =>
      `Desde el paso ${s} la pérdida reservada supera en 0,1 a la de entrenamiento.`,
    named: (/** @type {string} */ s, /** @type {string} */ head) =>
      `En el paso ${s} la cabeza ${head} es la primera que se gana un nombre.`,
    like: (/** @type {string} */ n) => `Como elegir entre ${n}.`,
  },

  sound: {
    on: 'Oír la pérdida',
    heard:
      'Durante el entrenamiento, hasta cuatro tonos breves por segundo: cuanto más graves, menor la pérdida. Adivinar a ciegas suena a 880 Hz.',
    counted: 'Contar grupos de tres letras suena dos octavas más abajo, a 220 Hz.',
    none: 'Ninguna pérdida sonaría dos octavas más abajo, a 220 Hz.',
  },

  heads: {
    title: 'Todas las cabezas',
    look: 'Cada cuadrado es una cabeza. Las filas leen, las columnas son miradas, y oscuro significa mucho. Al elegir una se ve en grande.',
    layer: (l) => `Capa ${l}`,
    waiting: 'Las cabezas aparecen cuando el modelo está listo.',
    grid: 'Cabezas, una fila por capa',
    kinds: {
      encoder: (/** @type {string} */ n) => `Pregunta ${n}`,
      self: (/** @type {string} */ n) => `Respuesta ${n}`,
      cross: (/** @type {string} */ n) => `De respuesta a pregunta ${n}`,
    },
    few: (/** @type {string} */ n, /** @type {string} */ all) =>
      `Modelo grande: estos valores salen de ${n} de ${all} secuencias reservadas. Los nombres las necesitan todas.`,
  },

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

  head: {
    title: (l, h) => `Cabeza ${l}.${h}`,
    where: (l, h) => `Capa ${l}, cabeza ${h}.`,
    claim: (x) =>
      `Para escribir el carácter que sigue a «${x.reads}», miró sobre todo «${x.looked}», ${x.back} (${x.share}).`,
    question:
      'Cada fila pregunta: para adivinar el carácter siguiente, ¿cuáles de los anteriores ayudan?',
    look: 'Rayas grises: el futuro. No puede mirarlo.',
    notAllowed: 'no permitido',
    reads: 'lee',
    lookedAt: 'mirado',
    back: (n) => (n === '0' ? 'él mismo' : `${n} atrás`),
    value: (x) =>
      `fila ${x.row} «${x.reads}» miró «${x.looked}» (${x.back}): ${x.value}, ${x.times}× el azar`,
    masked: (x) =>
      `fila ${x.row} «${x.reads}» no puede mirar «${x.looked}»: viene después`,
    hint: 'Señalar una celda, o pulsar Tab y usar las flechas.',
    cell: (x) =>
      `lee «${x.reads}», miró «${x.looked}», ${x.back}, ${x.share}, ${x.times} veces el azar`,
    cellMasked: (x) =>
      `lee «${x.reads}», «${x.looked}» viene después, no puede mirarlo`,
    grid: (name) => `${name}: atención de cada carácter a cada uno de los anteriores`,
    rowLabel: (row, c) => `Fila ${row}, «${c}»`,
    csv: 'Guardar la cabeza como CSV',
    columns: {
      looked: 'mirado',
      back: 'a qué distancia',
      share: 'atención',
      times: 'veces el azar',
    },
    others: (n, share) =>
      `${counted(n, 'otro', 'otros')}, en total ${share}. La marca fina: un reparto parejo.`,
    bars: (c) => `Adónde miró «${c}»`,
    stretch: 'Mostrar valores pequeños',
    zoomIn: 'Celdas más grandes',
    zoomOut: 'Celdas más pequeñas',
    map: 'La cabeza entera; elegir una parte',
    previous: 'Cabeza anterior',
    next: 'Cabeza siguiente',
    unpin: 'Soltar',
    step: (s) => `en el paso ${s}`,
    oneHead: 'Una cabeza',
    ahead: (/** @type {string} */ n) => `${n} más adelante`,
    inQuestion: (/** @type {string} */ n) => `lugar ${n} de la pregunta`,
    claimReading: (/** @type {Record<string, string>} */ x) =>
      `Al leer «${x.reads}» miró sobre todo «${x.looked}», ${x.back} (${x.share}).`,
    show: 'Mostrar',
    since: 'desde el paso',
    noEarlier: 'No hay copias de pasos anteriores.',
    transpose: 'Las columnas leen, como en el vídeo de 3Blue1Brown',
    modes: {
      weights: 'atención',
      excess: 'sobre el azar',
      taken: 'miró y tomó algo',
      scores: 'puntuaciones sin normalizar',
      change: 'cambio desde un paso',
    },
    about: {
      weights: '',
      excess: 'Azul: más que con un reparto igual. Naranja: menos.',
      taken: 'La atención por el tamaño de lo que se llevó.',
      scores: 'Antes del softmax. Azul: sobre 0. Naranja: bajo 0.',
      change: 'Azul: ahora mira más allí que entonces. Naranja: menos.',
    },
    modeCell: (/** @type {Record<string, string>} */ x) =>
      `lee «${x.reads}», miró «${x.looked}», ${x.back}; ${x.what}: ${x.said}`,
  },

  samples: {
    title: 'Lo que escribe',
    claim: 'El mismo comienzo y la misma semilla, a más y más pasos.',
    look: 'Los caracteres pálidos se decidieron por poco; los fuertes eran casi seguros.',
    now: 'ahora',
    step: (s) => `paso ${s}`,
    loss: (x) => `reservado ${x}`,
    empty: 'Las muestras aparecen aquí mientras entrena.',
    standing: {
      worse: 'peor que el azar',
      nothing: 'aún no sabe nada',
      some: 'aprende qué letras son frecuentes',
      letters: 'sabe cuántas veces sale cada letra',
      pairs: 'sabe más que pares de letras',
    },
  },

  write: {
    title: 'Dejar que escriba',
    claim: 'Se le da un comienzo. Sigue desde ahí, un carácter cada vez.',
    prompt: 'Comienzo',
    promptHint: 'Vacío: empieza en una línea nueva.',
    go: 'Escribir',
    stop: 'Parar',
    copy: 'Copiar',
    copied: 'Copiado.',
    notCopied:
      'Esta página no puede usar el portapapeles. Hay que seleccionar el texto y copiarlo.',
    again: 'Otra semilla',
    temperature: 'Temperatura',
    temperatureHint: 'Baja: prudente. Alta: atrevida.',
    topK: 'Top k',
    topKHint: 'Solo los k más probables; 0 para todos.',
    topP: 'Top p',
    topPHint: 'Solo los más probables que suman esta parte.',
    greedy: 'Siempre el más probable',
    seed: 'Semilla',
    seedHint: 'La misma semilla escribe el mismo texto.',
    chars: 'Caracteres',
    output: 'Lo que escribió',
    unknown: (list) =>
      `El modelo nunca ha visto ${list}. Hay que quitarlo y probar otra vez.`,
    onlyMarks: 'Este modelo marca lo que lee; no escribe.',
    ask: 'Preguntarle',
    askHint: (/** @type {string} */ example) =>
      `Por ejemplo «${example}», que es lo que vale un campo vacío.`,
    answerIt: 'Responder',
  },
};
