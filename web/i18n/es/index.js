// SPDX-License-Identifier: MIT
// Todas las frases de la página en español, con la forma de las inglesas. Impersonal:
// ni tú ni usted.

import engine from './engine.js';
import embed from './embed.js';
import runs from './runs.js';
import map from './embeddings.js';
import { units } from '../units.js';
import views from './views.js';
import looks from './comparisons.js';

/** @param {string} n @param {string} one @param {string} many */
const counted = (n, one, many) => `${n} ${n === '1' ? one : many}`;

/** @type {typeof import('../en/index.js').default} */
export default {
  ...embed,
  ...views,
  ...looks,
  ...runs,
  ...map,

  units: units.es,

  engine: {
    problems: engine.problems,
    hints: engine.hints,
    obstacles: engine.obstacles,
    detail: (message) => `Lo que dice el motor, en inglés: ${message}`,
    range: (low, high) => `Va de ${low} a ${high}.`,
  },

  presets: {
    title: 'Partir de',
    none: 'un modelo para un texto propio',
    about: 'Modelos preparados: desde contar pares de letras hasta uno que responde.',
    look: 'En qué fijarse:',
    texts: engine.presets,
  },
  setup: {
    text: 'Texto',
    model: 'Modelo',
    change: 'Cambiar',
    paste: 'Pegar un texto propio',
    close: 'Cerrar',
    textSummary: (name, n, v) => `${name}: ${n} caracteres, ${v} distintos`,
    modelSummary: (x) =>
      `${counted(x.layers, 'capa', 'capas')} de ${counted(x.heads, 'cabeza', 'cabezas')}, ` +
      `ancho ${x.width}, ve ${x.context} caracteres hacia atrás`,
    size: (n, memory) => `${n} pesos, ${memory}`,
    time: (steps, time) => `unos ${time} para ${steps} pasos en este equipo`,
    preparing: 'Preparando el motor',
  },

  text: {
    choose: 'Elegir un texto',
    names: {
      fables: 'Fábulas y versos (en inglés)',
      shakespeare: 'Tiny Shakespeare',
      fierro: 'Martín Fierro',
      own: 'Texto propio',
    },
    notes: {
      fables: 'parte de esta página',
      shakespeare: 'en inglés, se descarga de GitHub, 1,1 MB',
      fierro: 'en español, se descarga de GitHub, 190 KB',
      own: 'pegar, soltar o abrir un archivo',
    },
    paste: 'Aquí se pega o se escribe un texto. Unos miles de caracteres bastan.',
    pasteLabel: 'Texto propio',
    use: 'Usar este texto',
    openFile: 'Abrir un archivo de texto',
    drop: 'Soltar para usar este texto',
    stays: 'El texto que se pega no sale de esta página.',
    fetching: (name, got, all) => `Descargando ${name}: ${got} de unos ${all}`,
    begins: 'Cómo empieza',
    linkNames: (name) =>
      `Este enlace se hizo con ${name}. Primero hay que descargarlo: se elige en Texto.`,
    problems: {
      empty:
        'Aquí todavía no hay texto. Se puede pegar uno o abrir un archivo. Sigue el texto en uso.',
      'one-character':
        'Este texto repite un único carácter: no hay nada que adivinar. Sigue el texto en uso.',
      'not-utf8':
        'Este archivo no es texto UTF-8 simple. Hay que guardarlo como UTF-8 en un editor y probar otra vez. Sigue el texto en uso.',
      binary:
        'Este archivo contiene algo más que texto. Sirve un archivo .txt. Sigue el texto en uso.',
      'too-large':
        'Este texto pasa de 20 MB. Basta con una parte. Sigue el texto en uso.',
      'no-network':
        'No se pudo descargar el texto. ¿Hay red? Todo lo demás funciona sin ella.',
    },
  },

  settings: {
    all: 'Todos los ajustes',
    groups: {
      shape: 'Forma',
      parts: 'Partes',
      dropout: 'Dropout',
      init: 'Comienzo',
      data: 'Datos',
      optimizer: 'Optimizador',
      run: 'Ejecución',
    },
    labels: engine.labels,
    help: engine.help,
    notANumber: 'Aquí va un número.',
    waiting:
      'Estos ajustes piden un modelo nuevo. La ejecución hecha hasta ahora se guarda.',
    apply: 'Empezar de nuevo con estos',
    forget: 'Dejar los de antes',
  },

  run: {
    train: 'Entrenar con este texto',
    goOn: 'Seguir',
    goOnPast: 'Entrenar más',
    pause: 'Pausa',
    step: 'Un paso',
    again: 'Empezar de nuevo',
    label: 'Entrenamiento',
    stepOf: (s, all) => `paso ${s} de ${all}`,
    loss: (loss) => `pérdida ${loss}`,
    choices: (n) => `como elegir entre ${n} caracteres`,
    pace: (n) => `${n} caracteres por segundo`,
    left: (time) => `quedan ${time}`,
    rate: (x) => `tasa de aprendizaje ${x}`,
    gradient: (x) => `norma del gradiente ${x}`,
    notStarted: 'Aún sin entrenar',
    kept: (step, loss) =>
      `Se guarda la ejecución anterior: paso ${step}${loss ? `, pérdida en el texto reservado ${loss}` : ''}.`,
    bringBack: 'Recuperarla',
    letGo: 'Descartarla',
    startedAgain: 'Un modelo nuevo. Se guarda la última ejecución.',
    states: {
      none: '',
      preparing: 'Preparando.',
      idle: 'Listo para entrenar.',
      running: 'Entrenando.',
      paused: 'En pausa.',
      done: 'Terminado.',
      error: 'Detenido por un problema.',
    },
    mainThread:
      'Aquí no se pudo iniciar ningún worker: el entrenamiento comparte el hilo de la página.',
  },

  strip: {
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
      parted: 'apartado del entrenamiento',
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
  },

  heads: {
    title: 'Todas las cabezas',
    look: 'Cada cuadrado es una cabeza. Las filas leen, las columnas son miradas, y oscuro significa mucho. Al elegir una se ve en grande.',
    layer: (l) => `Capa ${l}`,
    waiting: 'Las cabezas aparecen cuando el modelo está listo.',
    grid: 'Cabezas, una fila por capa',
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
  },

  ladder: {
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
  },

  files: {
    title: 'Conservarlo',
    save: 'Guardar el modelo',
    open: 'Abrir un modelo',
    saveHint:
      'Un archivo .safetensors: pesos, optimizador y semilla, para seguir exactamente donde estaba.',
    link: 'Copiar un enlace',
    linkHint: 'Los ajustes y la semilla, no el texto.',
    include: 'Incluir mi texto',
    tooLong:
      'Este texto es demasiado largo para un enlace. Se puede guardar el modelo y dar el texto como archivo.',
    includes: (n) =>
      `Los ajustes, la semilla y el texto: ${n} caracteres. Quien tenga el enlace puede leer el texto; no se envía a ningún servidor.`,
    cutOff: 'El correo y los chats pueden cortar enlaces de más de unos 2000.',
    linkCopied: 'Enlace copiado.',
    saved: (name) => `Guardado como ${name}.`,
    opened: (step) => `Modelo abierto en el paso ${step}.`,
  },

  link: {
    rejected: (names) =>
      `Este enlace tiene partes que aquí no significan nada y se omitieron: ${names}.`,
  },

  theme: {
    auto: 'Tema: automático',
    light: 'Tema: claro',
    dark: 'Tema: oscuro',
  },

  notice: { dismiss: 'Cerrar' },

  keys: {
    title: 'Teclas',
    close: 'Cerrar',
    note: 'Las letras funcionan mientras el foco está dentro y no en un campo de texto.',
    letters: 'Teclas de letras activas',
    aloud: 'Avisos al lector de pantalla',
    list: [
      ['T', 'entrenar o pausar'],
      ['.', 'un paso'],
      ['H  Mayús H', 'cabeza siguiente o anterior'],
      ['X', 'apagar la cabeza, encenderla'],
      ['← →', 'carácter o celda anterior o siguiente'],
      ['↑ ↓', 'fila; capa en la cuadrícula de cabezas'],
      ['Inicio Fin', 'extremos de la fila; con Ctrl, primera y última celda'],
      ['RePág AvPág', 'capa anterior o siguiente'],
      ['[  ]', 'atrás o adelante en el tiempo'],
      ['Intro  Espacio', 'fijar'],
      ['Esc', 'soltar, cerrar, salir'],
      ['+ −', 'celdas más grandes o más pequeñas en la cabeza ampliada'],
      ['D', 'la fila fijada como tabla'],
      ['?', 'esta lista'],
    ],
  },
};
