// SPDX-License-Identifier: MIT
// Spanish: choosing a text and a model, training, comparing and storing runs.
import { counted } from '../phrases.js';

/** @type {typeof import('../en/run.js').default} */
export default {
  setup: {
    text: 'Texto',
    model: 'Modelo',
    textSummary: (name, n, v) => `${name}: ${n} caracteres, ${v} distintos`,
    modelSummary: (x) =>
      (x.layers &&
        `${counted(x.layers, 'capa', 'capas')} × ${counted(x.heads, 'cabeza', 'cabezas')}, `) +
      (x.width && `dimensión del embedding ${x.width}, `) +
      `longitud de contexto ${x.context}`,
    size: (n, memory) => `${n} parámetros, ${memory}`,
    toTrain: (size) =>
      `Entrenar empieza un modelo nuevo: ${size}. Puedes volver a este.`,
    time: (steps, time) =>
      `unos ${time} para ${counted(steps, 'paso', 'pasos')} en este equipo`,
    preparing: 'Cargando el motor',
    task: (name, n) =>
      `${name}: ejemplos generados, aquí ${n} de los reservados para la validación`,
  },

  corpus: {
    names: {
      grimm: 'Cuentos de los Grimm, últimas páginas (en inglés)',
      fables: 'Fábulas y versos (en inglés)',
      shakespeare: 'Tiny Shakespeare',
      fierro: 'Martín Fierro',
      own: 'Texto propio',
    },
    notes: {
      grimm: 'incluido en esta página; el modelo preentrenado no lo ha visto',
      fables: 'incluido en esta página',
      shakespeare: 'en inglés, se descarga de GitHub, 1,1 MB',
      fierro: 'en español, se descarga de GitHub, 190 KB',
    },
    useOwn: 'Usar otro texto',
    keep: 'Dejar este',
    others: 'Otros textos',
    lines: 'Líneas del texto; la elegida está en el escenario',
    fitted: ({ context, held, isRepeated }) =>
      `Texto corto: longitud de contexto ${context}${held && `; se reserva el ${held} para validar`}${isRepeated ? '; el texto se repite' : ''}.`,
    paste: 'Aquí se pega o se escribe un texto. Unos miles de caracteres bastan.',
    pasteLabel: 'Texto propio',
    use: 'Usar este texto',
    openFile: 'Abrir un archivo de texto',
    drop: 'Soltar para abrir el archivo',
    oneText:
      'Son varios textos: suelta uno de ellos, o un archivo que los contenga todos.',
    privacy: 'El texto que se pega no sale de esta página.',
    cut: (n) => `${n} caracteres; solo se muestra el comienzo.`,
    clear: 'Vaciar',
    fetching: (name, got, all) => `Descargando ${name}: ${got} de unos ${all}`,
    linkNames: (name) =>
      `El texto pedido es ${name}, que primero hay que descargar: se elige en «Otros textos».`,
    asks: '«Usar este texto» crea un modelo nuevo en lugar del actual.',
    stays: 'Sigue en uso el texto actual.',
    problems: {
      empty: 'Aquí todavía no hay texto. Se puede pegar uno o abrir un archivo.',
      'one-character': 'Este texto repite un único carácter: no hay nada que predecir.',
      'not-utf8':
        'Este archivo no es texto UTF-8 simple. Hay que guardarlo como UTF-8 en un editor y probar otra vez.',
      binary: 'Este archivo no es texto simple. Sirve un archivo .txt.',
      'too-large': 'Este texto pasa de 20 MB. Basta con una parte.',
      'no-network':
        'No se pudo descargar el texto. Conviene revisar la conexión. Todo lo demás funciona sin ella.',
    },
  },

  run: {
    train: 'Entrenar con este texto',
    resume: 'Continuar',
    pause: 'Pausar',
    step: 'Un paso',
    restart: 'Reiniciar',
    label: 'Entrenamiento',
    stepOf: (s, all) => `paso ${s} de ${all}`,
    loss: (loss) => `pérdida ${loss}`,
    trainingLoss: (loss) => `pérdida de entrenamiento ${loss}`,
    perplexity: (n) => `perplejidad ${n}`,
    pace: (n, units) => `${n} ${units} por segundo`,
    left: (time) => `quedan unos ${time}`,
    rate: (x) => `tasa de aprendizaje ${x}`,
    gradient: (x) => `norma del gradiente ${x}`,
    restarted: 'Modelo nuevo. Se puede recuperar el entrenamiento anterior.',
    states: {
      none: '',
      preparing: 'Cargando.',
      idle: 'Listo para entrenar.',
      running: 'Entrenando.',
      paused: 'En pausa.',
      done: 'Terminado.',
      error: 'Detenido por un error.',
    },
    mainThread:
      'Aquí no se pudo iniciar ningún worker: el entrenamiento usa el hilo de la página.',
    firstStep: (time) =>
      `Evaluando con el texto de validación antes del primer paso: aquí, unos ${time} por paso.`,
  },

  snapshots: {
    label: 'Paso que se muestra',
    now: (s) => `ahora, paso ${s}`,
    step: (s) => `paso ${s}`,
    tooLarge:
      'Este modelo es demasiado grande para tomar instantáneas de pasos anteriores.',
    whileTraining: (s) => `Se muestra el paso ${s}; el entrenamiento continúa.`,
    whilePaused: (s, all) =>
      `Se muestra el paso ${s}; el modelo está en el paso ${all}.`,
    back: 'Volver al presente',
  },

  compare: {
    title: 'Comparar entrenamientos',
    look: 'Los últimos 8. El mismo texto, los mismos ajustes y la misma semilla dan pesos idénticos bit a bit.',
    empty: 'Los entrenamientos aparecen aquí tras sus primeros pasos.',
    run: (n) => `Entrenamiento ${n}`,
    twin: 'Repetir este entrenamiento',
    name: 'Nombre',
    step: 'Paso',
    loss: 'Pérdida de validación',
    bits: 'Bits por carácter',
    cut: 'Con tokenizadores distintos solo se pueden comparar los bits por carácter.',
    hash: 'Pesos, SHA-256 (paso)',
    shown: 'Mostrar curva',
    inUse: 'actual',
    csv: 'CSV',
    goOn: 'Continuar este entrenamiento',
    remove: 'Quitar',
    same: (a, b, step, hash) =>
      `${a} y ${b} son idénticos: en todos los pasos comparados, hasta el ${step}, todos sus pesos son iguales (SHA-256 ${hash}).`,
    apart: (a, b, step) =>
      `${a} y ${b} empezaron igual, pero sus pesos difieren en el paso ${step}: en uno estaba apagada una cabeza.`,
    differ: 'Ajustes que difieren',
    equal: 'Estos entrenamientos tienen el mismo texto y los mismos ajustes.',
    samples: 'Muestras con el mismo texto inicial y la misma semilla',
    at: 'En el paso',
    none: 'En este paso no se generó ninguna muestra.',
  },

  stored: {
    title: 'Entrenamientos guardados',
    on: 'Guardar en este navegador',
    hint: 'Cada 15 segundos y en cada pausa: texto, ajustes y modelo. Quedan en este equipo y solo este sitio puede leerlos.',
    last: (step, date) => `Guardado en el paso ${step}, ${date}.`,
    list: (n, size) => `Entrenamientos guardados: ${n}, ${size}`,
    name: 'Texto',
    page: 'Página',
    date: 'Fecha',
    step: 'Paso',
    size: 'Tamaño',
    open: 'Continuar',
    goOn: (s) => `Continuar desde el paso ${s}`,
    gone: 'Ese entrenamiento ya no existe.',
    forked: (s) =>
      `Otra pestaña ha continuado este entrenamiento y lo ha guardado en el paso ${s}. El de esta pestaña se guarda ahora por separado.`,
    damaged: (n) => `Entrenamientos guardados que no se pueden leer: ${n}.`,
    remove: 'Borrar',
    removed: 'Se borró el entrenamiento guardado.',
    removeAll: 'Borrar todo y dejar de guardar',
    problems: {
      '': '',
      forbidden:
        'Aquí no se puede guardar en el navegador. «Guardar el modelo» crea un archivo.',
      full: 'El navegador no tiene más espacio. Se puede borrar un entrenamiento guardado o usar «Guardar el modelo».',
    },
  },

  export: {
    title: 'Guardar y compartir',
    save: 'Guardar el modelo',
    open: 'Abrir un modelo',
    pytorch: 'Descargar como PyTorch',
    saveHint:
      'Un archivo .safetensors con pesos, estado del optimizador y semilla: el entrenamiento continúa justo donde se detuvo. También se abren modelos ajenos: hay que elegir juntos model.safetensors, config.json y tokenizer.json de Hugging Face (Llama, GPT-2, GPT-Neo) o de nanoGPT, o bien un archivo .bin de llama2.c y su tokenizer.bin. Como PyTorch: el mismo archivo y un programa breve en Python que ejecuta el modelo con esta línea e imprime su pérdida.',
    link: 'Copiar un enlace',
    linkHint: 'El enlace contiene los ajustes y la semilla, no el texto.',
    include: 'Incluir mi texto',
    tooLong:
      'Este texto es demasiado largo para un enlace. Se puede guardar el modelo y pasar el texto como archivo.',
    includes: (n) =>
      `El enlace contiene los ajustes, la semilla y el texto: ${n} caracteres. Quien tenga el enlace puede leer el texto; no se envía a ningún servidor.`,
    cutOff: 'El correo y los chats pueden cortar enlaces de más de unos 2000.',
    linkCopied: 'Enlace copiado.',
    copiedWithout:
      'Enlace copiado, sin el texto propio: quien lo siga empezará con las fábulas incluidas. «Incluir mi texto» lo añade.',
    saved: (name) => `Guardado como ${name}.`,
    opened: (step) => `Modelo abierto en el paso ${step}.`,
    opening: (name, share) => `Abriendo ${name}: leído un ${share}.`,
    stop: 'Parar',
    stopped: 'Se ha parado la apertura; nada ha cambiado.',
    otherText:
      'Un modelo se abre con el texto en uso: elige aquel con el que se entrenó y vuelve a abrir el archivo.',
  },

  embed: {
    attributes: (list) =>
      `Atributos no válidos en la página que contiene este elemento: ${list}.`,
    absentViews: (names) =>
      `Solo la página de Glassformer y embed.html tienen estas vistas: ${names}.`,
    background: 'Continuar aunque esta pestaña esté oculta',
    limit: (time) =>
      `En pausa tras ${time}, el límite que fija esta página. «Reanudar» continúa.`,
  },

  pretrained: {
    missing:
      'No se pudo leer el modelo preentrenado de esta página; aquí hay uno sin entrenar.',
  },

  link: {
    rejected: (names) =>
      `Hay partes de este enlace que no son válidas y se omitieron: ${names}.`,
  },

  theme: {
    auto: 'Tema: automático',
    light: 'Tema: claro',
    dark: 'Tema: oscuro',
  },

  notice: { dismiss: 'Cerrar' },
};
