// SPDX-License-Identifier: MIT
// Spanish: diagnostics of a training run.

/** @type {typeof import('../en/diagnostics.js').default} */
export default {
  diagnostics: {
    title: 'Bajo el capó',
    claim:
      'Lo que vigila quien entrena modelos. Cada parte pregunta al modelo solo mientras está abierta.',
    sections: {
      updates: 'Pasos frente a pesos, y el gradiente',
      histograms: 'Tamaños de pesos y gradientes',
      health: '¿Hay algo dormido o demasiado fuerte?',
      microscope: 'Una actualización, detenida',
      neurons: 'Qué espera una unidad oculta',
      together: 'Unas cabezas junto a otras',
      places: '¿Ayuda tener más texto? ¿Sabe más que pares de letras?',
      patching: 'Cambiar un carácter y seguir el cambio',
      times: 'En qué se va el tiempo',
    },
    tensor: 'Tensor',
    weights: 'pesos',
    gradients: 'gradientes',
    ratioAxis: 'log10(paso / peso)',
    guide: '-3: una milésima',
    updateColumns: ['tensor', 'log10(paso / peso)', 'dispersión de los pesos'],
    noStep: (name) =>
      `${name}: aún no hay paso que medir, o todos sus números son iguales.`,
    updatesClaim: (x) =>
      `En el paso ${x.step}, el cambio de ${x.name} es el ${x.one} % de sus pesos (log10: ${x.update}). ${x.far} de ${x.n} tensores están a más de diez veces de una milésima.`,
    updatesLook:
      'En qué fijarse: líneas cerca de −3. Muy por encima, la tasa de aprendizaje es demasiado alta; muy por debajo, demasiado baja. En gris, los demás tensores.',
    norm: 'longitud del gradiente',
    clip: 'se recorta por encima',
    normClaim: (x) =>
      `El gradiente del paso ${x.step} tiene longitud ${x.norm}. ${x.clip ? `Si pasa de ${x.clip} se recorta; ocurrió en el ${x.share} de los pasos.` : 'No se recorta.'}`,
    normLook:
      'En qué fijarse: alto al principio, luego en calma. Los picos son lotes raros.',
    histogramsClaim: (x) =>
      `Paso ${x.step}, ${x.what} de ${x.name}: nueve de cada diez miden entre ${x.low} y ${x.high}; ${x.zeros} son exactamente 0.`,
    histogramsLook:
      'En qué fijarse: colinas que se mueven o se ensanchan. Delante, la más reciente. Tamaños sin signo, 64 clases, dos por cada duplicación.',
    health: {
      part: 'parte',
      quiet: 'unidades ocultas por debajo de 0,001',
      size: 'longitud del flujo después',
      attention: 'atención',
      score: 'mayor puntuación antes de softmax',
      norm: 'norma',
      gain: 'ganancia: media (mínima … máxima)',
      at: (s) => `Paso ${s}`,
      asleep: (p) => `duerme como mucho el ${p} de las unidades ocultas`,
      grows: (a, b) => `el flujo pasa de longitud ${a} a ${b}`,
      largest: (x) => `la mayor puntuación es ${x}`,
      look: 'En qué fijarse: las unidades que siguen dormidas no aprenden; con puntuaciones muy por encima de 20, softmax es todo o nada.',
    },
    microscopeLook:
      'Se elige un peso, se detiene el próximo paso, se lee cómo cambiará y después se da el paso.',
    row: 'Fila',
    column: 'Columna',
    freeze: 'Detener el próximo paso',
    make: 'Hacer esta actualización',
    stale: 'El entrenamiento ha seguido. Hay que detener otra vez el próximo paso.',
    microscopeClaim: (x) =>
      `El paso ${x.step} llevará este peso de ${x.from} a ${x.to} (${x.change}). Pérdida en su lote: ${x.loss}. `,
    asSaid: (s) => `El paso ${s} está dado, y el peso es exactamente ese.`,
    notAsSaid: (x) => `El paso está dado; el peso es ${x}.`,
    mean: 'media del lote',
    sum: 'La actualización, línea a línea',
    words: {
      gradient: 'gradiente',
      clipped: 'recortado',
      m: 'su media móvil',
      v: 'su cuadrado móvil',
      step: 'paso',
      decay: 'tirón hacia cero',
      weight: 'peso nuevo',
    },
    before: 'antes',
    after: 'tras esta actualización',
    bars: (c) => `Qué viene después de «${c}» en la línea`,
    batch: (n, all) => `El lote: ${n} de ${all} trozos de texto`,
    layer: (l) => `Capa ${l}`,
    unit: 'Unidad',
    contexts: 'dónde está más activa',
    activation: 'activación',
    neuronsClaim: (x) =>
      `La unidad ${x.unit} pasa de 0 en el ${x.active} de los caracteres reservados, sobre todo en «${x.character}» (${x.value}). Lo que más empuja hacia arriba es ${x.raises}.`,
    raises: (list) => `Empuja hacia arriba: ${list}`,
    lowers: (list) => `Empuja hacia abajo: ${list}`,
    neuronsLook:
      'En qué fijarse: qué tienen en común los ocho lugares. Entre corchetes, el carácter que se lee. La capa es la de la cabeza elegida.',
    repeated: (x) =>
      `En el paso ${x.step}, un trozo de texto dicho dos veces cuesta ${x.first} nats la primera vez y ${x.second} la segunda: ${x.gain ? `gana ${x.gain} por haberlo visto` : 'todavía no gana nada por haberlo visto'}.`,
    scores: {
      focus: 'concentración, 0 … 1',
      choices: 'mira a unos',
      distance: 'cuánto atrás',
      spread: 'dispersión de eso',
      top: 'mirada más fuerte',
      first: 'en el primero',
    },
    scoresLook:
      'En qué fijarse: números lejos del azar, que está entre paréntesis. Mucho en el primer carácter suele indicar que la cabeza no tiene nada que hacer ahí.',
    classes: (head) => `Clases de caracteres que prefiere la cabeza ${head}`,
    classesLook:
      'Su atención a cada clase, menos la parte de esa clase entre los caracteres que puede mirar.',
    lens: 'Pérdida si tuviera que apostar después de cada parte',
    lensLook:
      'En qué fijarse: barras cada vez más cortas hacia abajo. Una más larga que la última no es un error: esos números aún no están escritos en el alfabeto de salida.',
    agreement: (l) => `Capa ${l}: qué cabezas difieren`,
    differ: (x) => `Las cabezas ${x.a} y ${x.b} difieren en ${x.x} nats`,
    agreementLook:
      'En qué fijarse: la falta de color entre dos cabezas indica que miran los mismos lugares; azul, hasta 0,69 nats, lugares distintos (divergencia de Jensen-Shannon).',
    rollout: 'La red entera: de qué está hecho cada carácter',
    reaches: (x) =>
      `El lugar ${x.i} «${x.a}» contiene el ${x.x} del lugar ${x.j} «${x.b}»`,
    rolloutLook:
      'La atención de todas las capas multiplicada, cada una mezclada a medias con quedarse en su sitio. Es una imagen aproximada: faltan lo que llevan los valores y las partes feed-forward.',
    place: 'lugar en la ventana',
    nats: 'nats',
    placesClaim: (x) =>
      `En el paso ${x.step}, el primer lugar de una ventana cuesta ${x.first} nats.${x.gain ? ` Los lugares ${x.half} a ${x.end} cuestan ${x.gain} ${x.saves ? 'menos que los lugares 9 a 16: es lo que ahorra el contexto lejano' : 'más que los lugares 9 a 16: el contexto lejano aún no ahorra nada'}.` : ''}`,
    placesLook:
      'En qué fijarse: una línea que baja hacia la derecha. Entonces el modelo usa lo que está más atrás.',
    pairs: 'Distancia a los pares de letras',
    pairsClaim: (x) =>
      `En el paso ${x.step}, sus apuestas están a ${x.value} nats de los simples pares de letras; lo más cerca: ${x.least} en el paso ${x.at}.`,
    pairsLook:
      'En qué fijarse: baja mientras aprende los pares y sube cuando ya sabe algo mejor.',
    patchLook:
      'Se fija un carácter en la línea. Se cambia, y cada activación de la pasada cambiada se pone, una a una, en la pasada de la línea. La respuesta es el último carácter.',
    patchText: 'Esto vale para modelos que continúan un texto.',
    change: (n, c) => `Cambiar el lugar ${n} («${c}») por`,
    where: 'Poner en',
    stream: 'el flujo tras cada parte',
    heads: 'cada cabeza',
    go: 'Seguir el cambio',
    patchClaim: (x) =>
      `Con «${x.to}» en vez de «${x.from}» en el lugar ${x.place}, la puntuación de «${x.answer}» después de «${x.after}» pasa de ${x.before} a ${x.now} (paso ${x.step}). Lo que más pesa pasa por ${x.best}, lugar ${x.at} (${x.value}).`,
    patchCell: (row, place, x) => `${row}, lugar ${place}: ${x}`,
    timesLook:
      'En qué fijarse: la mayor parte debe irse en productos de matrices. Se mide un paso y se deshace; el entrenamiento espera.',
    measure: 'Medir un paso',
    timesClaim: (x) =>
      `El paso ${x.step} dura ${x.ms}; el ${x.share} se va en ${x.kind}. Lo más lento: ${x.name} (${x.slowest}).`,
    operation: 'operación',
    forwardBackward: 'ida + vuelta',
    rest: 'lote, sumas, norma del gradiente',
  },

  attentionTiming: {
    title: 'Dos formas de calcular la atención',
    question:
      'Simple: tres matrices pequeñas por cabeza y la tabla de pesos entera en memoria. Eficiente: una matriz para todas. Los números son los mismos; ¿y el tiempo?',
    claim: (/** @type {Record<string, string>} */ x) =>
      `Con ${x.at}, un paso tarda ${x.simple} ms de la forma simple y ${x.fused} ms de la eficiente: ${x.times} veces.`,
    start: 'Cronometrar ambas aquí',
    stop: 'Detener',
    progress: (/** @type {string} */ n, /** @type {string} */ all) =>
      `${n} de ${all} tamaños`,
    busy: 'Primero hay que pausar el entrenamiento: se estorbarían.',
    columns: ['tamaño', 'simple, ms', 'eficiente, ms', 'veces'],
    plot: (/** @type {string} */ letter) =>
      `Milisegundos por paso al crecer ${letter}; a trazos: simple; continua: eficiente`,
    look: 'Una capa, dos secuencias; lo que no crece es C 64, T 64, H 4. A trazos: simple. Continua: eficiente. Cada marca duplica.',
  },
};
