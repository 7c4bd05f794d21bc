// SPDX-License-Identifier: MIT
// Spanish: diagnostics of a training run, and the other views that only our own page has.
import { counted } from '../phrases.js';
import { sentences } from './sentences.data.js';

/** @type {typeof import('../en/diagnostics.js').default} */
export default {
  sentences,

  diagnostics: {
    title: 'Diagnóstico',
    claim:
      'Lo que se vigila al entrenar modelos. Cada sección calcula solo mientras está abierta.',
    sections: {
      tokens: 'Tokens: ids, objetivos, vectores one-hot, tensores',
      updates: 'Razón de actualización y norma del gradiente',
      histograms: 'Histogramas de pesos y gradientes',
      health: 'Unidades muertas y normas de las activaciones',
      'single-update': 'Una actualización de un peso en detalle',
      neurons: 'Neuronas: qué activa una unidad oculta',
      'head-comparison': 'Todas las cabezas comparadas, attention rollout',
      'position-loss': 'Pérdida por posición, distancia a los bigramas',
      patching: 'Parcheo de activaciones (activation patching)',
      dropout: 'Dropout: máscaras del próximo paso',
      cache: 'Caché de claves y valores: tiempo que ahorra',
      profiler: 'Perfil de tiempos',
    },
    ids: {
      label: 'Los tokens de la línea',
      head: ['posición', 'contexto', 'token', 'su id', 'sigue', 'id de este'],
      claim: (n, V, C, isTagger) =>
        `${counted(n, 'token', 'tokens')}, cada uno con uno de ${V} ids. ${isTagger ? '' : 'Cada fila es un ejemplo: tras este contexto viene ese token. '}Como vectores one-hot son ${n} × ${V} números; multiplicados por la matriz de embeddings, ${V} × ${C}, pasan a ser ${n} × ${C}.`,
      oneHot: 'Vectores one-hot',
      look: 'Un 1 en cada fila, en el id. El producto con la matriz de embeddings elige la fila de ese id: por eso se busca y no se multiplica.',
      parameters: 'parámetros',
    },
    tensor: 'Tensor',
    weights: 'pesos',
    gradients: 'gradientes',
    ratioAxis: 'log10(actualización / peso)',
    guide: '-3: una milésima',
    updateColumns: [
      'tensor',
      'log10(actualización / peso)',
      'desviación típica de los pesos',
    ],
    noStep: (name) =>
      `${name}: aún no hay actualización que medir, o todos sus elementos son iguales.`,
    updatesClaim: (x) =>
      `En el paso ${x.step}, la actualización de ${x.name} es el ${x.one} % de sus pesos (log10: ${x.update}). La razón de ${x.far} de ${x.n} tensores está a más de un factor diez de una milésima.`,
    updatesLook:
      'En qué fijarse: líneas que se mantienen a la misma altura. Con Adam es habitual cerca de −3 (Karpathy 2022); los pasos de Muon tienen el tamaño de la tasa de aprendizaje, sea cual sea el gradiente. En gris, los demás tensores.',
    norm: 'norma del gradiente',
    clip: 'umbral de recorte',
    normClaim: (x) =>
      `La norma global del gradiente del paso ${x.step} es ${x.norm}. ${x.clip ? `Los gradientes por encima de ${x.clip} se recortan; ocurrió en el ${x.share} de los pasos.` : 'Los gradientes no se recortan.'}`,
    normLook:
      'En qué fijarse: alta al principio, luego estable. Los picos vienen de lotes poco comunes.',
    histogramsClaim: (x) =>
      `Paso ${x.step}, ${x.what} de ${x.name}. Exactamente 0: ${x.zeros}.${x.low && ` El 90 % de los demás valores tiene una magnitud entre ${x.low} y ${x.high}.`}`,
    histogramsLook:
      'En qué fijarse: crestas que se mueven o se ensanchan. Delante, la más reciente. Magnitudes, 64 clases, dos por cada factor dos.',
    health: {
      part: 'componente',
      quiet: 'activaciones ocultas de magnitud inferior a 0,001',
      size: 'norma del flujo residual después',
      attention: 'atención',
      score: 'mayor puntuación antes de softmax',
      norm: 'normalización',
      gain: 'ganancia: media (mín. … máx.)',
      at: (s) => `Paso ${s}`,
      asleep: (p) =>
        `hasta el ${p} de las activaciones de una capa tiene una magnitud inferior a 0,001`,
      grows: (a, b) => `la norma del flujo residual pasa de ${a} a ${b}`,
      largest: (x) => `la mayor puntuación de atención es ${x}`,
      look: 'En qué fijarse: las unidades que nunca se activan están muertas y no aprenden; las puntuaciones muy por encima de 20 saturan softmax.',
    },
    microscopeLook:
      'Se elige un peso, se calcula su próxima actualización, se aplica y se compara.',
    row: 'Fila',
    column: 'Columna',
    freeze: 'Calcular la próxima actualización',
    make: 'Aplicar esta actualización',
    stale:
      'El entrenamiento ha continuado. Hay que calcular otra vez la próxima actualización.',
    microscopeClaim: (x) =>
      `El paso ${x.step} cambiará este peso de ${x.from} a ${x.to} (${x.change}). Pérdida en su lote: ${x.loss}. `,
    asSaid: (s) => `El paso ${s} está hecho, y el peso es exactamente el predicho.`,
    notAsSaid: (x) => `El paso está hecho; el peso es ${x}.`,
    mean: 'media del lote',
    wholeMatrix: 'cinco pasos de Newton–Schulz con la matriz entera',
    sum: 'La actualización, línea a línea',
    words: {
      gradient: 'gradiente',
      clipped: 'gradiente recortado',
      m: 'primer momento m',
      v: 'segundo momento v',
      direction: 'dirección ortogonalizada',
      step: 'actualización',
      decay: 'decaimiento de pesos',
      weight: 'peso nuevo',
    },
    before: 'antes',
    after: 'tras esta actualización',
    bars: ([unit], c) => `El ${unit} siguiente tras «${c}» en la línea`,
    labelBars: (c) => `Etiqueta de «${c}» en la línea`,
    batch: (n, all) => `El lote: ${n} de ${counted(all, 'secuencia', 'secuencias')}`,
    unit: 'Unidad',
    contexts: 'contextos con la mayor activación',
    activation: 'activación',
    neuronsClaim: (x) =>
      `La unidad ${x.unit} supera 0 en el ${x.active} de los ${x.units} de validación${x.character && `, sobre todo en «${x.character}» (${x.value})`}.${x.raises && ` Lo que más sube es el logit de ${x.raises}.`}`,
    raises: (list) => `Sube: ${list}`,
    lowers: (list) => `Baja: ${list}`,
    neuronsLook: ([unit]) =>
      `En qué fijarse: qué tienen en común los ocho contextos. Entre corchetes, el ${unit} actual. La capa es la de la cabeza elegida.`,
    repeated: (x) =>
      `En el paso ${x.step}, un pasaje repetido tiene una pérdida de ${x.first} nats la primera vez y ${x.second} la segunda: ${x.gain ? `una ganancia de ${x.gain} por la repetición` : 'aún ninguna ganancia por la repetición'}.`,
    scores: {
      focus: 'concentración, 0 … 1',
      choices: 'perplejidad de la atención',
      distance: 'distancia media',
      spread: 'desviación típica de la distancia',
      top: 'peso máximo',
      first: 'en el primero',
    },
    scoresLook: ([unit]) =>
      `En qué fijarse: números lejos del azar, que está entre paréntesis. Un peso grande en el primer ${unit} suele indicar que la cabeza no tiene nada que hacer ahí.`,
    classes: (head) => `Clases de caracteres a las que atiende la cabeza ${head}`,
    classesLook:
      'Su atención a cada clase, menos la parte de esa clase entre los caracteres a los que puede atender.',
    lens: 'Pérdida por capa (lente de logits)',
    lensLook:
      'En qué fijarse: barras cada vez más cortas hacia abajo. Una barra temprana más larga que la de adivinar al azar no es un error: la capa de salida aún no puede leer el flujo residual.',
    agreement: (l) => `${l}: divergencia entre cabezas`,
    differ: (x) => `Las cabezas ${x.a} y ${x.b} difieren en ${x.x} nats`,
    agreementLook:
      'En qué fijarse: sin color entre dos cabezas, atienden a las mismas posiciones; azul, hasta 0,69 nats, a posiciones distintas (divergencia de Jensen-Shannon).',
    rollout: 'Attention rollout (atención acumulada)',
    reaches: (x) =>
      `La posición ${x.i} «${x.a}» recibe el ${x.x} de la posición ${x.j} «${x.b}»`,
    rolloutLook:
      'La atención de todas las capas multiplicada, cada una promediada con la identidad por la conexión residual. Es una imagen aproximada: no cuentan los valores ni las MLP.',
    nats: 'nats',
    placesClaim: (x) =>
      `En el paso ${x.step}, la pérdida en la posición ${x.at} es ${x.first} nats.`,
    placesGain: {
      below: (x) =>
        `La pérdida en las posiciones ${x.half} a ${x.end} es ${x.gain} menor que en las posiciones 9 a 16: la ganancia del contexto más largo.`,
      above: (x) =>
        `La pérdida en las posiciones ${x.half} a ${x.end} es ${x.gain} mayor que en las posiciones 9 a 16: aún ninguna ganancia del contexto más largo.`,
      even: (x) =>
        `La pérdida en las posiciones ${x.half} a ${x.end} es la misma que en las posiciones 9 a 16: aún ninguna ganancia del contexto más largo.`,
    },
    placesLook:
      'En qué fijarse: una línea que baja hacia la derecha. Entonces el modelo usa el contexto lejano.',
    pairs: {
      character: 'Distancia a los pares de letras (bigramas)',
      token: 'Distancia a los pares de tokens (bigramas)',
    },
    pairsClaim: (x) =>
      `En el paso ${x.step}, la divergencia KL respecto del modelo de bigramas es ${x.value} nats; su mínimo hasta ahora: ${x.least} en el paso ${x.at}.`,
    pairsLook:
      'En qué fijarse: baja mientras el modelo aprende los bigramas y sube cuando aprende más que bigramas.',
    patchLook: ([unit]) =>
      `Se fija un ${unit} en la línea. Se reemplaza, y cada activación de la pasada cambiada se pone, una a una, en la pasada original. La respuesta es la predicción del último ${unit}.`,
    patchText: 'El parcheo de activaciones necesita un modelo que continúe un texto.',
    change: (n, c) => `Reemplazar la posición ${n} («${c}») por`,
    where: 'Parchear',
    stream: 'el flujo residual tras cada componente',
    heads: 'cada cabeza',
    go: 'Ejecutar el parcheo de activaciones',
    patchClaim: (x) =>
      `Con «${x.to}» en vez de «${x.from}» en la posición ${x.place}, el logit de «${x.answer}» después de «${x.after}» pasa de ${x.before} a ${x.now} (paso ${x.step}). ${x.best ? `El mayor efecto pasa por ${x.best}, posición ${x.at} (${x.value}).` : 'Ninguna activación intermedia tiene por sí sola un efecto de 0,005 o más.'}`,
    patchCell: (row, place, x) => `${row}, posición ${place}: ${x}`,
    timesLook:
      'En qué fijarse: la mayor parte del tiempo debe irse en productos de matrices. Se mide un paso y se deshace; el entrenamiento espera.',
    measure: 'Medir un paso',
    timesClaim: (x) =>
      `El paso ${x.step} dura ${x.ms}; el ${x.share} se va en ${x.kind}. Lo más lento: ${x.name} (${x.slowest}).`,
    operation: 'operación',
    forwardBackward: 'hacia delante + hacia atrás',
    rest: 'lote, reducciones, norma del gradiente',
    padding: (n) => `y ${counted(n, 'token de relleno', 'tokens de relleno')}`,
  },

  dropout: {
    none: 'Este modelo se entrena sin dropout: todas sus probabilidades son 0. Están en los ajustes, en el grupo Dropout.',
    site: 'Activación',
    head: 'Cabeza',
    claim: (x) =>
      `El paso ${x.step} pondrá a 0 ${x.dropped} de los ${x.n} números de ${x.name} (${x.share}; p = ${x.p}) en la primera secuencia de su lote, y multiplicará los demás por 1 / (1 − p) = ${x.factor}, para que la media se mantenga.`,
    modes: (x) =>
      `La pérdida de esta secuencia es ${x.train} en entrenamiento, con todas las máscaras del paso, y ${x.evaluated} en evaluación, sin dropout. Todo lo demás de esta página se calcula en evaluación: muestras, atención, pérdida de validación.`,
    mask: (name) => `Máscara de ${name}`,
    cell: (x) =>
      `posición ${x.row}, ${x.isAttention ? 'clave' : 'columna'} ${x.column}: ${x.isKept ? `por ${x.factor}` : 'puesta a 0'}`,
    look: 'Las celdas llenas se conservan; las vacías pasan a 0. Una máscara es una función de semilla, paso, activación y lugar: se vuelve a calcular donde hace falta, y cada paso tiene otra.',
  },

  cache: {
    question:
      'Una caché guarda las claves y los valores de las posiciones anteriores, y un token nuevo añade una fila. Sin ella se vuelve a calcular toda la ventana por cada token. ¿Cuánto más se tarda?',
    onlyCausal:
      'Este modelo no tiene máscara causal: un token nuevo cambia las filas anteriores, así que no se puede guardar nada.',
    measure: 'Medir en este equipo',
    claim: (x) =>
      `${x.n} ${x.units}: ${x.cached} ms cada uno con la caché, ${x.full} ms sin ella. Se tarda ${x.times} veces lo que con ella.`,
    same: 'Con ella y sin ella se escribe el mismo texto.',
    differ: 'Los dos textos difieren.',
    columns: (unit) => ['método', `ms por ${unit}`],
    rows: ['con la caché', 'sin ella'],
    written: 'texto escrito:',
    look: 'Siempre el token más probable, desde el principio de un texto, con este modelo tal como está. Cuanto más larga la ventana, más ahorra la caché.',
  },

  masks: {
    title: 'Puntuaciones, máscara, softmax: con la máscara y sin ella',
    captions: [
      'Puntuaciones q · k, escaladas, de todas las claves',
      'Enmascaradas: −∞ donde no se puede leer',
      'Softmax de las puntuaciones enmascaradas',
      'Softmax sin la máscara',
    ],
    later: (x) =>
      `Sin la máscara causal, la cabeza ${x.head} daría el ${x.share} de su peso a ${x.units} posteriores. Con ella, sus puntuaciones son −∞, y e^−∞ = 0.`,
    padding: (x) =>
      `En un lote, la línea se completa con ${counted(x.n, 'token de relleno', 'tokens de relleno')}. Sin la máscara de relleno, el relleno recibiría el ${x.share} del peso; con ella, 0, y el mayor cambio de otro peso es ${x.change}.`,
    none: (head) =>
      `La cabeza ${head} no tiene máscara aquí: los dos softmax son iguales. Un decodificador sin máscara causal lee lo que debe predecir.`,
    hidden: 'enmascarada',
    cell: (x) => `‘${x.reads}’ a ‘${x.looked}’: ${x.value}`,
    look: 'Las mismas consultas y claves, las de este modelo.',
    train:
      'Para entrenar un modelo sin la máscara, desactivar «Máscara causal» en los ajustes.',
  },

  byHand: {
    title: 'La normalización a mano',
    label: 'El primer número, normalizado línea a línea',
    shapes: (x) =>
      `x tiene la forma (1, ${x.T}, ${x.C}). ${x.isRms ? 'La raíz de la media de los cuadrados' : 'La media y la desviación típica'} sobre la última dimensión, con keepdim, ${x.isRms ? 'tiene' : 'tienen'} la forma (1, ${x.T}, 1): un número por fila. El broadcasting lo aplica a los ${x.C} números de la fila. Debajo, la fila de esta ficha.`,
    lines: {
      mean: 'media',
      squares: 'desviaciones al cuadrado',
      meanSquare: 'cuadrados',
      variance: 'varianza',
      unbiased: 'varianza insesgada',
      size: 'media de los cuadrados',
      std: 'desviación típica',
      inside: 'divisor, eps dentro de la raíz',
      outside: 'divisor, eps fuera de la raíz',
      first: 'primer número',
    },
    sum: (n) => `suma de ${n} números`,
    why: {
      layer:
        'Se divide por el número de elementos, como en LayerNorm. eps mantiene el divisor por encima de 0 cuando todos los elementos son iguales.',
      std: 'Se divide por el número de elementos menos uno, como torch.std por omisión (corrección de Bessel). eps se suma después de la raíz.',
      rms: 'No se resta ninguna media: RMSNorm solo divide por el tamaño.',
    },
  },

  attentionTiming: {
    title: 'Atención: simple y fusionada',
    question:
      'Simple: tres matrices pequeñas por cabeza y la matriz de pesos entera en memoria. Fusionada: una matriz para todas las cabezas. Los resultados son iguales; ¿cuál es más rápida?',
    claim: (x) =>
      `Con ${x.at}, un paso tarda ${x.simple} ms con atención simple y ${x.fused} ms con atención fusionada: un factor de ${x.times}.`,
    start: 'Cronometrar ambas aquí',
    stop: 'Detener',
    progress: (n, all) => `${n} de ${all} tamaños`,
    busy: 'Primero hay que pausar el entrenamiento: se estorbarían.',
    columns: ['tamaño', 'simple, ms', 'fusionada, ms', 'factor'],
    plot: (letter) =>
      `Milisegundos por paso al crecer ${letter}; a trazos: simple; continua: fusionada`,
    look: 'Una capa, lote de dos; los tamaños que no varían son C 64, T 64, H 4. A trazos: simple. Continua: fusionada. Cada marca es un factor dos.',
  },

  embedCode: {
    title: 'Insertar en otra página',
    door: 'Como',
    doors: {
      script: 'script y etiqueta',
      frame: 'marco (iframe)',
      notebook: 'widget de cuaderno',
    },
    view: 'Vista',
    all: 'todas las vistas',
    folder: 'Dirección de los archivos',
    badFolder:
      'Ninguna página puede cargar desde esta dirección. Hace falta la carpeta, como https://escuela.example/glassformer/.',
    files: {
      script: 'La página necesita glassformer.js en esta dirección.',
      frame: 'La página necesita embed.html en esta dirección.',
      notebook: 'El cuaderno necesita glassformer.js en esta dirección.',
    },
    frameOnly: 'Esta vista solo está disponible en un marco (iframe).',
    code: 'Código para insertar',
    copy: 'Copiar el código',
    copied: 'Código copiado.',
    notCopied:
      'El portapapeles está bloqueado aquí. Hay que seleccionar el código y copiarlo.',
    words: 'Aquí un pequeño transformer aprende un texto.',
  },

  tinyModel: {
    open: 'Verlo con un modelo diminuto',
    title: 'Lo mismo con un modelo diminuto',
    close: 'Volver al modelo propio',
    waiting: 'Se entrena un modelo diminuto.',
    claim: (x) =>
      `Un segundo modelo completo: dimensión del embedding ${x.width}, una cabeza, ${x.weights} parámetros, los caracteres ${x.characters}. Acaba de aprender a repetir «${x.word}» en ${x.steps} pasos. Después sus pesos se redondearon a un decimal, para poder comprobar a mano cada suma: pérdida de validación ${x.before} antes, ${x.after} después. El modelo propio no cambia.`,
  },

  code: { title: 'Fórmula · PyTorch · C', formula: 'Fórmula' },
};
