// SPDX-License-Identifier: MIT
// Spanish: choosing a text and a model, training, comparing and storing runs.

/** @param {string} n @param {string} one @param {string} many */
const counted = (n, one, many) => `${n} ${n === '1' ? one : many}`;

/** @type {typeof import('../en/run.js').default} */
export default {
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
    task: (/** @type {string} */ name, /** @type {string} */ n) =>
      `${name}: hecho para la tarea; ${n} ejemplos reservados que mirar`,
  },

  corpus: {
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
    firstStep: (/** @type {string} */ time) =>
      `Se mide el texto reservado y luego viene el primer paso: aquí, unos ${time} por paso.`,
  },

  snapshots: {
    title: 'Atrás en el tiempo',
    label: 'Paso que se mira',
    earlier: 'Una copia anterior',
    later: 'Una copia posterior',
    now: (s) => `ahora, paso ${s}`,
    step: (s) => `paso ${s}`,
    none: 'Mientras entrena se guardan copias de los pesos, para mirar atrás.',
    tooLarge:
      'Este modelo es demasiado grande para guardar copias de pasos anteriores.',
    kept: (n) =>
      `Se conservan ${n} pasos anteriores. Arrastrar hacia atrás muestra esta línea y sus cabezas como eran.`,
    goesOn: (s) => `Se está mirando el paso ${s}; el entrenamiento sigue.`,
    stands: (s, all) =>
      `Se está mirando el paso ${s}; el modelo está en el paso ${all}.`,
    back: 'Volver al presente',
    event: (name, s) => `${name}: paso ${s}`,
  },

  compare: {
    title: 'Entrenamientos lado a lado',
    look: 'Los últimos 8; sus curvas están también en el gráfico de pérdida. El mismo texto, los mismos ajustes y la misma semilla dan los mismos pesos, bit a bit.',
    empty: 'Los entrenamientos aparecen aquí con sus primeros pasos.',
    run: (n) => `Entrenamiento ${n}`,
    twin: 'Entrenar lo mismo otra vez',
    name: 'Nombre',
    step: 'Paso',
    loss: 'Pérdida en lo reservado',
    bits: 'Bits por carácter',
    cut: 'Si las piezas difieren, solo se pueden comparar los bits por carácter.',
    hash: 'Pesos, SHA-256 (paso)',
    shown: 'Mostrar curva',
    inUse: 'en uso',
    csv: 'CSV',
    goOn: 'Seguir con él',
    remove: 'Quitar',
    same: (a, b, step, hash) =>
      `${a} y ${b} son gemelos: en todos los pasos comparados, hasta el ${step}, todos sus pesos son iguales (SHA-256 ${hash}).`,
    apart: (a, b, step) =>
      `${a} y ${b} empezaron igual, pero sus pesos difieren en el paso ${step}: en uno estaba apagada una cabeza.`,
    differ: 'Ajustes que difieren',
    equal: 'Estos entrenamientos tienen el mismo texto y los mismos ajustes.',
    samples: 'Lo que escribieron, con el mismo comienzo y la misma semilla',
    at: 'En el paso',
    none: 'En este paso no se anotó nada.',
  },

  stored: {
    title: 'En este navegador',
    on: 'Guardar en este navegador',
    hint: 'Cada 15 segundos y en cada pausa: texto, ajustes y modelo. Quedan en este ordenador, solo para este sitio.',
    last: (step, date) => `Guardado en el paso ${step}, ${date}.`,
    list: (n, size) => `Guardados: ${n}, ${size}`,
    name: 'Texto',
    page: 'Página',
    date: 'Fecha',
    step: 'Paso',
    size: 'Tamaño',
    open: 'Seguir',
    goOn: (s) => `Seguir desde el paso ${s}`,
    offer: (name, s) =>
      `Hay un entrenamiento de esta página guardado en este navegador: ${name}, paso ${s}.`,
    gone: 'Ese entrenamiento ya no está.',
    remove: 'Borrar',
    removeAll: 'Borrar todo y dejar de guardar',
    problems: {
      '': '',
      forbidden:
        'Aquí no se puede guardar en el navegador. «Guardar el modelo» hace un archivo.',
      full: 'El navegador no tiene más sitio. Conviene borrar algo guardado o usar «Guardar el modelo».',
    },
  },

  export: {
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

  embedCode: {
    title: 'Ponerlo en otra página',
    door: 'Como',
    doors: {
      script: 'script y etiqueta',
      frame: 'marco',
      notebook: 'widget de cuaderno',
    },
    view: 'Con',
    all: 'todo',
    folder: 'Dirección de los archivos',
    badFolder:
      'Ninguna página puede cargar desde esta dirección. Hace falta la carpeta, como https://escuela.example/glassformer/.',
    files: {
      script: 'La página necesita glassformer.js en esta dirección.',
      frame: 'La página necesita embed.html en esta dirección.',
      notebook: 'El cuaderno necesita anywidget.js en esta dirección.',
    },
    frameOnly: 'Esta vista solo viene en un marco.',
    code: 'Código para insertar',
    copy: 'Copiar el código',
    copied: 'Código copiado.',
    notCopied:
      'Esta página no puede usar el portapapeles. Seleccione el código y cópielo.',
    words: 'Aquí un pequeño transformer aprende un texto.',
  },

  embed: {
    attributes: (list) =>
      `La página que rodea este elemento pide algo que aquí no significa nada: ${list}.`,
    background: 'Seguir aunque esta pestaña esté oculta',
    limit: (time) =>
      `En pausa después de ${time}, como pide la página. «Seguir» continúa.`,
  },

  pretrained: {
    note: (steps, text) =>
      `Este modelo se entrenó antes: ${steps} pasos con «${text}». «Entrenar con este texto» empieza uno nuevo desde números al azar.`,
    untrained: 'Verlo sin entrenar',
    curve: 'Esta es la curva de aquel entrenamiento.',
    missing:
      'No se pudo leer el modelo entrenado de esta página; aquí hay uno sin entrenar.',
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

  battery: {
    low: 'Queda poca batería: las imágenes cambian una vez por segundo. El entrenamiento sigue igual.',
  },
};
