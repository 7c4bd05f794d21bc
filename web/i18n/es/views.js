// SPDX-License-Identifier: MIT
// Spanish: the text, the loss curve, the attention heads, and what the model writes.
import { capital, counted } from '../phrases.js';

/** @type {typeof import('../en/views.js').default} */
export default {
  unsure: {
    among: (n, units) => `tanta duda como al elegir entre unos ${n} ${units}`,
    certain: 'casi seguro',
    worse: (n, units) => `peor que adivinar entre los ${n} ${units}`,
  },
  text: {
    title: 'Una línea del texto',
    claim: (bits, n, unit) =>
      `Sorpresa media de ${bits} bits por ${unit}: perplejidad ${n}.`,
    pickOne: ([unit]) =>
      `Al elegir un ${unit} se ve a qué atiende la cabeza elegida cuando predice el siguiente.`,
    line: 'Línea que se muestra',
    another: 'Otra línea',
    mode: 'Tono según',
    cell: (c, [unit], n) => `«${c}», ${unit} ${n}`,
    bits: (x) => `sorpresa ${x} bits`,
    first: ([unit]) => `primer ${unit}, no se predice`,
    future: 'enmascarado: viene después',
    more: (n, share) => `+ ${n} más, en total ${share}`,
    validation:
      'Con línea a trazos encima: texto de validación, que no se usa para entrenar.',
    unknown: (list) => `Se omite, no está en el vocabulario: ${list}`,
    cut: (n, units) => `Cortado a la longitud de contexto de ${n} ${units}.`,
    question: 'Origen',
    answer: 'Destino',
    shades: {
      surprise: {
        name: 'Sorpresa',
        look: ([unit]) =>
          `Tono: la sorpresa de cada ${unit} dado lo que vio su predicción. Arcos: a qué atiende la cabeza elegida desde el ${unit} señalado.`,
      },
      attention: {
        name: 'Atención',
        look: () =>
          'Tono y arcos: pesos de atención de la cabeza elegida. Rayado: enmascarado.',
      },
      saliency: {
        name: 'Saliencia (gradiente)',
        look: ([unit]) =>
          `Gradiente del logit de la respuesta por el embedding de cada ${unit}. El azul sube el logit; el naranja (barra discontinua) lo baja.`,
      },
      ablation: {
        name: 'Ablación de una cabeza',
        look: () =>
          'Naranja (barra discontinua): más difícil de predecir sin la cabeza. Azul: más fácil.',
      },
    },
    pinForSaliency: ([unit]) =>
      `Al elegir un ${unit} se ve la saliencia de la predicción que lo sigue.`,
    salient: (answer, from) =>
      `Saliencia del logit de «${answer}» después de «${from}».`,
    ablateFirst: ([, units]) =>
      `Al apagar una cabeza, más abajo, se ve qué ${units} cambian.`,
    ablated: ([unit], head) => `Cada ${unit} sin la cabeza ${head}.`,
    nats: (x) => `${x} nats`,
    correctLabels: (right, all) =>
      `${right} de ${all} etiquetas son correctas. Con contorno: la etiqueta correcta donde el modelo falla.`,
    labels: 'La etiqueta predicha está sobre cada palabra.',
    label: (guess, right) =>
      right ? `etiquetado ${guess}, lo correcto es ${right}` : `etiquetado ${guess}`,
  },

  loss: {
    title: 'Pérdida (entropía cruzada)',
    claim: (x) =>
      `${x.name} ${x.loss} tras ${counted(x.step, 'paso', 'pasos')}; perplejidad ${x.choices}: ${x.unsure}; ${x.standing}.`,
    names: { train: 'Pérdida de entrenamiento', val: 'Pérdida de validación' },
    training: (v) => ` Pérdida de entrenamiento ${v}.`,
    before: (n, units) =>
      `Antes de entrenar la perplejidad es de unos ${n}: cada predicción es tan insegura como elegir entre ${n} ${units}.`,
    counts: {
      character: {
        uniform: 'adivinar al azar',
        unigram: 'contar letras',
        bigram: 'contar pares de letras',
        trigram: 'contar tríos de letras',
      },
      token: {
        uniform: 'adivinar al azar',
        unigram: 'contar tokens',
        bigram: 'contar pares de tokens',
        trigram: 'contar tríos de tokens',
      },
    },
    standing: {
      away: (name, b) =>
        `muy por encima de ${name} (${b}): conviene bajar la tasa de aprendizaje`,
      above: (name, b) => `por encima de ${name} (${b})`,
      near: (name, b) => `ni claramente por encima ni por debajo de ${name} (${b})`,
      below: (name, b) => `por debajo de ${name} (${b})`,
    },
    shortTitle: 'Pérdida',
    events: 'Sucesos de esta ejecución',
    better: {
      baseline: (name) => `mejor que ${name}`,
      training: (name) => `entrenamiento por debajo de ${name}`,
      badge: (head, pattern) => `la cabeza ${head} aprende: ${pattern}`,
      'generalization-gap': 'validación 0,1 sobre entrenamiento',
      memorized: 'ha memorizado su texto',
    },
    reached: (s, name) =>
      `En el paso ${s} la pérdida queda claramente por debajo de ${name}.`,
    lowest: (loss, s) => `menor pérdida de validación: ${loss} en el paso ${s}`,
    seesNext: 'no mide la predicción, porque el modelo ve lo que tiene que predecir',
    val: 'texto de validación',
    at: (s) => `Paso ${s}:`,
    trainAt: (x) => `entrenamiento ${x}`,
    valAt: (x) => `validación ${x}`,
    logX: 'Pasos en escala logarítmica',
    axisLoss: (unit) => `nats por ${unit}`,
    axisPerplexity: 'perplejidad',
    axisStep: 'paso',
    look: 'Líneas a trazos: la pérdida de modelos de conteo ajustados a este texto. Haz clic en la curva, o enfócala y usa las flechas, para mirar atrás. La pérdida de validación muestra lo que se generaliza y no lo que se memoriza.',
    data: 'Tabla de datos',
    csv: 'Guardar como CSV',
    columns: {
      step: 'paso',
      train: 'entrenamiento',
      val: 'validación',
      rate: 'tasa de aprendizaje',
      norm: 'norma del gradiente',
      accuracy: 'exactitud',
    },
    everyNth: (n) => `Una de cada ${n} evaluaciones; el archivo CSV las tiene todas.`,
    empty: 'Aún no hay ninguna evaluación.',
    inBits: 'En bits',
    axisBits: (unit) => `bits por ${unit}`,
    right: (exact, share, units) =>
      `Exactitud en los ejemplos de validación: respuestas ${exact}, ${units} ${share}.`,
    chance: (b) => `adivinar al azar: ${b}`,
    overfitting: 'empieza el sobreajuste',
    memorizedAt: (s) =>
      `En el paso ${s} la pérdida de entrenamiento es menos del 35 % de la de validación, que supera la de adivinar al azar: el modelo ha memorizado su texto.`,
    notMeasured: 'Su pérdida en este texto aún no se ha medido.',
    gapAt: (s) =>
      `Desde el paso ${s} la pérdida de validación supera en 0,1 a la de entrenamiento.`,
    firstPattern: (s, head, pattern) =>
      `En el paso ${s} la cabeza ${head} es la primera con un patrón reconocido: ${pattern}.`,
  },

  heads: {
    title: 'Cabezas de atención',
    look: 'Un cuadrado por cabeza: las filas son consultas (query), las columnas claves (key); cuanto más intenso el color, mayor el peso de atención. Al elegir una cabeza se amplía.',
    layer: (l) => `Capa ${l}`,
    waiting: 'Las cabezas aparecen cuando el modelo está listo.',
    grid: 'Cabezas de atención, una fila por capa',
    kinds: {
      encoder: (n) => `Codificador ${n}`,
      self: (n) => `Decodificador ${n}`,
      cross: (n) => `Atención cruzada ${n}`,
    },
    few: (n, all, tokens) =>
      `Modelo grande: estas puntuaciones usan ${n} de ${all} secuencias de validación${tokens && ` (${tokens} tokens)`}. Los patrones reconocidos las necesitan todas.`,
  },

  badges: {
    byDistance: 'Por distancia',
    look: 'Con cada cabeza: su patrón, esa puntuación en las últimas 120 mediciones (a trazos: el azar) y la importancia estimada de la cabeza; un clic en la estimación o Intro la mide.',
    lookDistance:
      'Cada barra: peso de atención medio a esa distancia hacia atrás; primero la propia posición.',
    patterns: {
      back: (k) => (k === '1' ? 'token anterior' : `${k} atrás`),
      self: () => 'a sí mismo',
      first: () => 'primer token',
      same: () => 'mismo token',
      next_1: () => 'inducción',
      next_2: () => 'inducción, 2 tokens',
      next_3: () => 'inducción, 3 tokens',
      stripe: () => 'franja de inducción',
      line: () => 'tras este token en la copia',
      place: () => 'tras este lugar en la copia',
      focus: () => 'concentración',
      top: () => 'peso máximo',
    },
    chance: (x) => `azar ${x}`,
    sorted: 'Las más importantes primero',
    found: 'Patrones encontrados',
    history: 'Historia de',
    none: 'sin patrón',
    full: (x) =>
      x.badge
        ? `${x.pattern} ${x.score}, azar ${x.chance}.`
        : x.pattern
          ? `sin patrón sencillo (el más cercano: ${x.pattern} ${x.score}, azar ${x.chance}).`
          : 'sin patrón sencillo.',
    rowOfHeads: (c) => `A qué atiende cada cabeza desde «${c}»`,
    headCell: (x) =>
      `Cabeza ${x.head}: de «${x.reads}» a «${x.looked}», ${x.back}, ${x.share}`,
    estimate: (x) => `est. ${x}`,
    measured: (x) => `apagada: ${x}`,
    off: 'apagada',
    noHeads: 'Este modelo no tiene cabezas de atención.',
    table: 'Todas las puntuaciones',
    tableNote: (s) =>
      `Texto de validación en el paso ${s}. ●: un patrón reconocido, 0,25 sobre el azar en dos mediciones seguidas.`,
    columns: {
      head: 'cabeza',
      pattern: 'patrón más cercano',
      score: 'puntuación',
      chance: 'azar',
      focus: 'concentración',
      distance: 'distancia media',
      first: 'en el primero',
      importance: 'est.',
    },
  },

  head: {
    title: (name) => `Cabeza ${name}`,
    where: (l, h) => `${l}, cabeza ${h}.`,
    claim: (x) =>
      `Para predecir el ${x.unit} que sigue a «${x.reads}», atiende ${x.how}.`,
    without: {
      measured: {
        worse: (x) =>
          `Sin ella la pérdida en el texto de validación sube ${x.nats} nats: número ${x.rank} de ${counted(x.n, 'cabeza', 'cabezas')}.`,
        better: (x) =>
          `Sin ella la pérdida en el texto de validación baja ${x.nats} nats.`,
        same: () => 'Sin ella la pérdida en el texto de validación queda igual.',
      },
      estimated: {
        worse: (x) =>
          `Sin ella la pérdida en el texto de validación subiría unos ${x.nats} nats: número ${x.rank} de ${counted(x.n, 'cabeza', 'cabezas')}.`,
        better: (x) =>
          `Sin ella la pérdida en el texto de validación bajaría unos ${x.nats} nats.`,
        same: () =>
          'Sin ella la pérdida en el texto de validación quedaría casi igual.',
      },
    },
    onStage: 'Mostrar en el escenario',
    patterns: 'Patrones',
    patternsHelp: 'barra: valor en el texto de validación; marca: azar',
    courseTitle: 'Cómo se formó',
    courseOf: (pattern) =>
      `«${pattern}» por paso de entrenamiento; línea discontinua: azar`,
    course: (pattern, score, s) =>
      `Valor de «${pattern}» por paso de entrenamiento: ${score} en el paso ${s}`,
    question: ([, units]) =>
      `Cada fila es una consulta: ¿qué ${units} ayudan a su predicción?`,
    look: ([, units]) => `Rayado: la máscara causal oculta los ${units} posteriores.`,
    notAllowed: 'enmascarado',
    reads: 'consulta',
    lookedAt: 'clave',
    back: (n) => (n === '0' ? 'él mismo' : `${n} atrás`),
    value: (x) =>
      `fila ${x.row} «${x.reads}» atiende a «${x.looked}» (${x.back}): ${x.value}, ${x.times}× el azar`,
    masked: (x) =>
      `fila ${x.row} «${x.reads}»: «${x.looked}» está enmascarado, viene después`,
    hint: 'Señalar una celda, o pulsar Tab y usar las flechas.',
    hintTouch: 'Un toque en una celda la muestra; otro la fija.',
    cell: (x) =>
      `consulta «${x.reads}», clave «${x.looked}», ${x.back}, ${x.share}, ${x.times} veces el azar`,
    cellMasked: (x) =>
      `consulta «${x.reads}», la clave «${x.looked}» viene después: enmascarada`,
    grid: (name) => `${name}: pesos de atención, consultas por claves`,
    rowLabel: (row, c) => `Fila ${row}, «${c}»`,
    csv: 'Guardar la cabeza como CSV',
    columns: {
      looked: 'clave',
      back: 'distancia',
      share: 'peso de atención',
      times: 'veces el azar',
    },
    others: (n, share) =>
      `${counted(n, 'otro', 'otros')}, en total ${share}. Marca fina: atención uniforme.`,
    bars: (c) => `Pesos de atención desde «${c}»`,
    stretch: 'Amplificar valores pequeños',
    zoomIn: 'Celdas más grandes',
    zoomOut: 'Celdas más pequeñas',
    previous: 'Cabeza anterior',
    next: 'Cabeza siguiente',
    unpin: 'Soltar',
    step: (s) => `en el paso ${s}`,
    heading: 'Cabeza de atención',
    ahead: (n) => `${n} más adelante`,
    inQuestion: (n) => `posición ${n} del origen`,
    claimReading: (x) => `Desde «${x.reads}» atiende ${x.how}.`,
    most: (x) =>
      `sobre todo a «${x.looked}», ${x.back} (${x.share}; por igual: ${x.even})`,
    several: (x) => `a varias claves (como mucho ${x.share}; por igual: ${x.even})`,
    evenly: (x) => `casi por igual (como mucho ${x.share}; por igual: ${x.even})`,
    show: 'Mostrar',
    since: 'desde el paso',
    noEarlier: 'No hay instantáneas de pasos anteriores.',
    transpose: 'Trasponer: consultas en columnas, como en el vídeo de 3Blue1Brown',
    modes: {
      weights: 'pesos de atención',
      excess: 'peso menos azar',
      taken: 'peso × norma del valor',
      scores: 'puntuaciones antes de softmax',
      change: 'cambio desde un paso',
    },
    modeHelp: {
      weights: '',
      excess: 'Azul: más que con atención uniforme. Naranja: menos.',
      taken: 'Peso de atención por la norma del vector valor después de la proyección.',
      scores: 'Antes de softmax. Azul: sobre 0. Naranja: bajo 0.',
      change: 'Azul: el peso ha crecido desde ese paso. Naranja: ha disminuido.',
    },
    modeCell: (x) =>
      `consulta «${x.reads}», clave «${x.looked}», ${x.back}; ${x.what}: ${x.said}`,
  },

  samples: {
    title: 'Lo que escribe',
    pale: 'pálido: p < 20 %',
    step: (s) => `paso ${s}`,
    earlier: 'Muestras anteriores',
    empty: 'Las muestras aparecen aquí durante el entrenamiento.',
    full: 'Con todas las cabezas, misma semilla',
  },

  write: {
    title: 'Generar texto',
    claim: ([unit]) =>
      `El modelo continúa el texto inicial, un ${unit} cada vez. La misma semilla da el mismo texto.`,
    prompt: 'Texto inicial (prompt)',
    promptHint: 'Vacío: empieza en una línea nueva.',
    go: 'Escribir',
    one: ([unit]) => `Un ${unit}`,
    undo: 'Deshacer',
    save: 'Descargar',
    all: 'todos',
    nth: ([unit], n, all) => `${capital(unit)} ${n} de ${all}`,
    stop: 'Parar',
    copy: 'Copiar',
    copied: 'Copiado.',
    notCopied:
      'El portapapeles está bloqueado aquí. Hay que seleccionar el texto y copiarlo.',
    temperature: 'Temperatura',
    temperatureHint: ([, units]) => `Baja: ${units} probables. Alta: más variedad.`,
    topK: 'Top-k',
    topKHint: ([, units]) => `Solo los k ${units} más probables; 0: todos.`,
    topP: 'Top-p (núcleo)',
    topPHint: ([, units]) =>
      `Solo los ${units} más probables, hasta sumar la probabilidad p.`,
    greedy: 'Voraz (greedy)',
    seed: 'Semilla',
    chars: ([, units]) => capital(units),
    output: 'Texto generado',
    unknown: (list) =>
      `No está en el vocabulario: ${list}. Hay que quitarlo y probar otra vez.`,
    onlyLabels: 'Este modelo etiqueta lo que lee; no genera texto.',
    ask: 'Preguntar al modelo',
    question: 'Pregunta',
    askHint: (example) => `Por ejemplo «${example}», que se usa si queda vacío.`,
    answer: 'Responder',
  },

  shared: {
    csv: 'Guardar como CSV',
    pinFirst: ([unit]) =>
      `Al elegir un ${unit} en la línea de arriba se ven la lente de logits, la atribución directa al logit y cada paso de su pasada hacia delante.`,
    waiting: 'Calculando.',
  },

  ablation: {
    off: 'Apagar esta cabeza (ablación)',
    on: 'Encender otra vez esta cabeza',
    hint: 'Quita lo que la cabeza suma al flujo residual y evalúa de nuevo. Tecla: X.',
    still: (names) =>
      `Apagadas: ${names}. Una cabeza apagada sigue apagada al entrenar.`,
    allOn: 'Encender todas',
    claim: {
      worse: (x) =>
        `Con la cabeza ${x.head} apagada, la pérdida sube de ${x.from} a ${x.to} (paso ${x.step}): las predicciones empeoran ${x.change} nats${x.times && `, con una perplejidad ${x.times} veces mayor`}.`,
      better: (x) =>
        `Con la cabeza ${x.head} apagada, la pérdida baja de ${x.from} a ${x.to} (paso ${x.step}): en este paso el modelo va mejor sin ella.`,
      same: (x) =>
        `Con la cabeza ${x.head} apagada, la pérdida sigue en ${x.to} (paso ${x.step}): la cabeza aún no tiene efecto.`,
    },
    hardest: (list) => `Los más afectados: ${list}.`,
    look: ([, units]) =>
      `En qué fijarse: qué ${units} se vuelven más difíciles de predecir; para eso servía la cabeza. La pérdida es la del texto de validación; los ${units}, los de la línea de arriba.`,
    table: ([, units]) => `Los ${units} más afectados`,
    columns: {
      on: 'nats con la cabeza',
      off: 'sin la cabeza',
      change: 'cambio',
    },
    with: 'Muestra con la cabeza',
    without: 'Sin ella, misma semilla',
  },

  nextToken: {
    title: ([unit]) => `Probabilidades del próximo ${unit}`,
    truth: ' (el que salió)',
    others: 'todo lo demás',
    drawn: ' (el que salió)',
    own: 'modelo',
    drawnWith: 'sorteo',
    cut: ' (recortado)',
    everyStage: 'Cada etapa: temperatura, top-k, top-p',
    gone: ([unit]) => `Las probabilidades de este ${unit} ya no se conservan.`,
    goOn: 'Continuar desde aquí',
    stages: ['el modelo', 'tras la temperatura', 'tras top-k', 'tras top-p'],
    close: 'Cerrar',
    hint: ([unit]) =>
      `Un clic en un ${unit}, o las flechas, muestran las probabilidades con que se sorteó.`,
    previous: 'Anterior',
    next: 'Siguiente',
    inspect: 'Mostrar en el escenario',
    claim: (x) =>
      `Paso ${x.step}, ${x.before ? `después de «${x.before}»` : 'al comienzo'}: el modelo dio a «${x.drawn}» una probabilidad de ${x.chance}.`,
    moved: (a, b) =>
      `Estas probabilidades son del paso ${a}, cuando se generó la muestra; las capas están en el paso ${b}.`,
    look: ([unit]) =>
      `El ${unit} enmarcado es el que salió. Contorno: la probabilidad del modelo; barra: la del sorteo, tras temperatura, top-k y top-p.`,
  },
};
