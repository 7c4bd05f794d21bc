// SPDX-License-Identifier: MIT
// Lo que en inglés dice el propio motor (config.def, presets.def, sus errores), en
// español, por clave o por código.

export default {
  /** Una frase por código de error; la del motor queda como detalle. */
  problems: {
    'bad-config': 'Estos ajustes no son posibles juntos.',
    'bad-text': 'Este texto no se puede usar.',
    'text-too-short': 'Este texto es demasiado corto para este modelo.',
    'bad-checkpoint': 'Este archivo no contiene un modelo que se pueda abrir aquí.',
    'bad-json': 'Esto no es el JSON que se esperaba.',
    'bad-argument': 'Eso no se le puede pedir a este modelo.',
    'out-of-memory': 'No hay memoria suficiente.',
    diverged: 'El entrenamiento se descontroló: los números dejaron de ser finitos.',
    'no-wasm': 'Este navegador no puede ejecutar el motor.',
    'no-wasm-csp': 'Esta página no tiene permiso para usar WebAssembly.',
    'no-worker': 'Aquí no se puede iniciar ningún worker.',
    'worker-died': 'El worker se detuvo.',
    protocol: 'Las partes de esta página son de versiones distintas.',
    aborted: 'El modelo se cambió mientras trabajaba.',
    closed: 'Este modelo ya está cerrado.',
    'no-snapshot': 'De ese paso ya no hay copia.',
    internal: 'Ocurrió algo inesperado.',
  },
  /** Qué hacer, por código. */
  hints: {
    'bad-config': 'Hay que cambiar el ajuste nombrado, o dejarlo en su valor inicial.',
    'bad-text': 'Sirve texto simple con dos caracteres distintos al menos, en UTF-8.',
    'text-too-short': 'Sirve un texto más largo o un contexto (block_size) menor.',
    'bad-checkpoint': 'Sirve un archivo .safetensors guardado por Glassformer.',
    'out-of-memory': 'Ayuda bajar n_embd, n_layer, block_size o batch_size.',
    diverged:
      'Conviene empezar de nuevo con menos tasa de aprendizaje o más calentamiento.',
    'no-wasm': 'Sirven Chrome 105, Firefox 113, Safari 16.4 o posteriores.',
    'no-wasm-csp':
      'Quien administra el sitio puede permitirlo ' +
      "con: script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:",
    'no-worker':
      "Hay que permitir workers en la política del sitio (worker-src 'self' blob:), " +
      'indicar un archivo del mismo sitio, o entrenar en la propia página.',
    'worker-died':
      'Conviene guardar lo que haga falta de la pantalla y empezar de nuevo.',
    protocol: 'Hay que recargar la página sin su caché.',
    internal:
      'Conviene empezar de nuevo. Si se repite, avisar con los ajustes que se usaron.',
  },
  /** Por qué un modelo no puede responder: una parte de la frase inglesa, y la española. */
  obstacles: /** @type {[string, string][]} */ ([
    [
      'no output layer',
      'Este modelo no tiene capa de salida con la que leer su flujo residual.',
    ],
    [
      'normalises after',
      'Este modelo normaliza después de cada parte: sus partes no se suman en un flujo que la salida pueda leer a mitad de camino.',
    ],
    [
      'replace each',
      'Las partes de este modelo reemplazan la salida de la anterior en vez de sumarse a un flujo.',
    ],
    ['queries, keys', 'Aquí no hay queries, keys ni values de este texto.'],
    ['another text', 'Esta cabeza mira otro texto, no el que se escribe.'],
    ['this head finds', 'Nada de lo que encuentra esta cabeza llega a la salida.'],
    ['too many', 'Hay demasiadas piezas distintas para una tabla de pares.'],
    ['for positions', 'Este modelo no tiene vectores de posición.'],
    ['feed-forward', 'Este modelo no tiene parte densa (feed-forward).'],
    ['without a text', 'Este modelo se abrió sin un texto con el que entrenar.'],
  ]),

  labels: {
    arch: 'Tipo de modelo',
    n_layer: 'Capas',
    n_head: 'Cabezas por capa',
    n_embd: 'Ancho',
    block_size: 'Caracteres que ve',
    source_block_size: 'Caracteres que lee',
    n_ff: 'Ancho de la parte densa',
    norm: 'Normalización',
    final_norm: 'Última normalización',
    norm_place: 'Lugar de la norma',
    norm_eps: 'Épsilon de la norma',
    activation: 'Activación',
    positions: 'Posiciones',
    scale_embedding: 'Escalar el embedding',
    score_scale: 'Escala de las puntuaciones',
    bias_qkv: 'Sesgos: query, key, value',
    bias_attn_out: 'Sesgo: salida de la atención',
    bias_mlp: 'Sesgos: parte densa',
    bias_norm: 'Sesgos: normalización',
    bias_head: 'Sesgo: salida',
    attention: 'Cálculo de la atención',
    head_input: 'Lo que lee la salida',
    averaging: 'Cálculo de la media',
    attn_proj: 'Proyección de salida',
    mlp: 'Parte densa (feed-forward)',
    residual: 'Flujo residual',
    tied_head: 'Salida compartida',
    embd_pdrop: 'Dropout, al entrar',
    attn_pdrop: 'Dropout, atención',
    resid_pdrop: 'Dropout, flujo residual',
    mlp_pdrop: 'Dropout, parte densa',
    init: 'Primeros pesos',
    init_std: 'Dispersión de los primeros pesos',
    seed: 'Semilla',
    tokenizer: 'Piezas del texto',
    vocab_limit: 'Máximo de piezas',
    task: 'Tarea',
    task_form: 'Forma de la tarea',
    task_lines: 'Pares que se generan',
    task_whole: 'Aprender también la pregunta',
    task_in_order: 'Pares en orden',
    batch_size: 'Secuencias por paso',
    val_fraction: 'Parte reservada',
    optimizer: 'Optimizador',
    learning_rate: 'Tasa de aprendizaje',
    min_learning_rate: 'Tasa de aprendizaje al final',
    schedule: 'Programa',
    warmup_steps: 'Pasos de calentamiento',
    beta1: 'Beta 1 de Adam',
    beta2: 'Beta 2 de Adam',
    eps: 'Épsilon de Adam',
    weight_decay: 'Decaimiento de los pesos',
    grad_clip: 'Tope del gradiente',
    max_steps: 'Pasos',
    eval_interval: 'Medir cada',
    eval_windows: 'Ventanas medidas',
  },

  help: {
    arch: 'Un decoder adivina lo que sigue, un encoder marca lo que hay, un encoder_decoder responde; los demás son pasos del camino',
    n_layer: 'Una encima de otra.',
    n_head: 'El ancho tiene que ser divisible por este número.',
    n_embd: 'Números que representan a un carácter.',
    block_size: 'Hasta dónde puede mirar atrás.',
    source_block_size: 'Lo más largo que lee un encoder-decoder; 0: block_size',
    n_ff: '0: 4 veces n_embd',
    norm: 'Tipo de normalización dentro de los bloques',
    final_norm:
      'Antes de la salida; auto: como en los bloques si normalizan primero, si no, ninguna',
    norm_place:
      'Normalizar antes de cada parte (pre), después de sumarla (post) o en ningún sitio',
    norm_eps: 'Impide dividir entre cero; 0: 1e-6 para std, 1e-5 para las demás',
    activation: 'Curva de la parte densa',
    positions: 'Cómo sabe el modelo dónde está un carácter',
    scale_embedding: 'Multiplicar los embeddings por la raíz de n_embd',
    score_scale: 'Se dividen entre la raíz del ancho de la cabeza o de n_embd',
    bias_qkv: 'Sesgos en queries, keys y values',
    bias_attn_out: 'Sesgo en la proyección de salida de la atención',
    bias_mlp: 'Sesgos en la parte densa',
    bias_norm: 'Sesgos en las normalizaciones',
    bias_head: 'Sesgo en la capa de salida',
    attention:
      'Una matriz para todas las cabezas (fused) o tres pequeñas por cabeza con la tabla entera de pesos (simple): igual función, otra velocidad',
    head_input: 'El final del flujo o, por un descuido, el embedding desnudo',
    averaging: 'Tres maneras de tomar la media de todo lo anterior',
    attn_proj: 'Proyección de salida tras las cabezas',
    mlp: 'Parte densa en cada bloque',
    residual: 'Cada parte se suma al flujo en vez de reemplazarlo',
    tied_head: 'Comparte sus pesos con el embedding',
    embd_pdrop: 'Dropout en los embeddings',
    attn_pdrop: 'Dropout en los pesos de atención',
    resid_pdrop: 'Dropout en lo que añade la atención',
    mlp_pdrop: 'Dropout en lo que añade la parte densa',
    init: 'Primeros pesos: gpt2 encoge las proyecciones residuales, normal no, torch usa los de PyTorch',
    init_std: 'Desviación típica de los primeros pesos',
    seed: 'De este número salen todos los números al azar',
    tokenizer: 'Caracteres, palabras o pares que aparecen juntos a menudo (bpe)',
    vocab_limit: '0: todas las palabras, o 512 piezas',
    task: 'Un texto; pares propios de pregunta y respuesta, uno por línea con un tabulador en medio; o pares generados',
    task_form:
      'Los pares los responde un encoder_decoder, los continúa un decoder o los marca un encoder; o son líneas de texto; auto elige',
    task_lines: 'Ninguna pregunta sale dos veces',
    task_whole: 'Un decoder escribe también la pregunta',
    task_in_order: 'En su orden y no al azar',
    batch_size: 'Secuencias en un paso',
    val_fraction: 'Parte del texto, al final, que no se usa para entrenar',
    optimizer: 'AdamW encoge los pesos aparte del gradiente; Adam no los encoge',
    learning_rate: 'Tamaño máximo del paso',
    min_learning_rate: 'Tamaño del paso al final del coseno',
    schedule: 'cosine baja tras el calentamiento, constant se queda',
    warmup_steps: 'Pasos en los que el tamaño crece desde casi cero',
    beta1: 'Memoria de la media del gradiente',
    beta2: 'Memoria del cuadrado del gradiente',
    eps: 'Impide que la actualización divida entre cero',
    weight_decay: 'Tirón de las matrices hacia cero',
    grad_clip: 'Gradiente más largo permitido; 0: sin límite',
    max_steps: 'El entrenamiento termina ahí.',
    eval_interval: 'Pasos entre dos miradas al texto reservado',
    eval_windows: 'Ventanas del texto reservado en una mirada',
  },

  presets: {
    fables: {
      title: 'Fábulas',
      about: 'Dos capas de cuatro cabezas: aprende en un minuto algo que se ve.',
      look: 'Primero títulos y fines de línea, luego palabras cortas, luego «said the» y la moraleja. En la capa 1 una cabeza aprende a mirar un carácter atrás.',
    },
    tiny: {
      title: 'Mínimo',
      about:
        'Lo más pequeño que vale la pena mirar: dos capas de dos cabezas que ven 32 caracteres.',
      look: 'Hasta dónde llega tan poco: palabras, y apenas una frase.',
    },
    nano: {
      title: 'nanoGPT en un portátil',
      about:
        'Los ajustes de nanoGPT para un equipo sin GPU: 0,8 millones de parámetros, 2000 pasos.',
      look: 'Pérdida reservada cerca de 1,9; nombres en mayúsculas con dos puntos, luego versos.',
    },
    shakespeare: {
      title: 'Shakespeare en una pestaña',
      about: 'Más ancho y más largo: diálogo reconocible tras unos minutos.',
      look: 'Personajes que se responden, y cuándo deja de bajar la pérdida reservada.',
    },
    poet: {
      title: 'El poeta',
      about:
        '10,79 millones de parámetros para el Martín Fierro, como en un cuaderno universitario: seis capas de seis cabezas que ven 256 caracteres.',
      look: 'Sextinas tras unos cientos de pasos. Un paso lleva muchos segundos en un núcleo: conviene el programa nativo.',
    },
    modern: {
      title: 'Rotatorio y RMS',
      about:
        'Lo que cambiaron los modelos actuales: posiciones que giran queries y keys, y una norma sin media ni sesgo.',
      look: 'La misma pérdida que con posiciones aprendidas, con menos parámetros; filas de atención que dependen de la distancia.',
    },
    bricks: {
      title: 'Ladrillo a ladrillo',
      about:
        'El decoder de un curso que arma un transformer pieza por pieza: cada cabeza tiene sus propias matrices, y la última norma está escrita a mano.',
      look: 'Al pasar attention de simple a fused, los mismos pesos darían los mismos números, a otra velocidad. El cambio crea un modelo nuevo, que sortea sus propios pesos: por eso su pérdida sigue otro camino.',
    },
    bigram: {
      title: 'Contar pares',
      about:
        'Una tabla de cuán probable es cada carácter tras cada otro, aprendida en vez de contada.',
      look: 'La pérdida termina donde ya está la línea a trazos de los pares de letras: cerca de 2,45 con Tiny Shakespeare.',
    },
    averaging: {
      title: 'La media de todo lo anterior',
      about:
        'Antes de la atención: cada posición lee la media de todos los caracteres hasta ella. Tres maneras de calcularla, un resultado.',
      look: 'El triángulo de pesos iguales, fila a fila 1, 1/2, 1/3…; y que una media dice menos que el último carácter.',
    },
    'one-head': {
      title: 'Una cabeza, con un descuido',
      about:
        'Una cabeza de autoatención, conectada como en un cuaderno que cometió un error: la salida lee el embedding e ignora lo que encontró la atención.',
      look: 'La pérdida se queda en los pares de letras por mucho que entrene, y nada mueve los pesos de la cabeza. Hay que encontrar el descuido y luego cargar la corregida.',
    },
    'one-head-mended': {
      title: 'Una cabeza, corregida',
      about: 'La misma cabeza con su salida conectada.',
      look: 'La pérdida baja claramente de los pares de letras, y el triángulo toma forma.',
    },
    statquest: {
      title: 'La respuesta más pequeña',
      about:
        'Un decoder de dos números de ancho que aprende a responder dos preguntas en 60 pasos; todo se puede comprobar a mano.',
      look: 'Preguntar «what is statquest <EOS>» antes y después de entrenar.',
    },
    tagger: {
      title: 'Marcar palabras',
      about:
        'Un encoder lee una frase generada entera y marca los nombres y los números.',
      look: 'Cada posición mira a ambos lados: no hay triángulo. El relleno nunca se mira.',
    },
    'seq2seq-reverse': {
      title: 'Al revés',
      about:
        'El encoder-decoder de 2017 aprende a escribir una serie de letras al revés.',
      look: 'La atención cruzada se vuelve una antidiagonal: la primera letra escrita mira la última leída.',
    },
    'seq2seq-dates': {
      title: 'Fechas',
      about:
        'La misma arquitectura convierte fechas escritas de siete maneras en una sola.',
      look: 'La atención cruzada encuentra el año, el nombre del mes y el día estén donde estén.',
    },
    repeat: {
      title: 'Dos veces lo mismo',
      about:
        'Líneas de letras al azar, una barra y las mismas letras otra vez. Solo se puede adivinar la segunda mitad, y solo mirando atrás.',
      look: 'Cerca del paso 600 se desploma la pérdida de la segunda copia: una cabeza de la capa 2 aprendió a mirar lo que siguió la vez anterior. Al apagarla, se va.',
    },
    addition: {
      title: 'Sumar',
      about:
        'Un decoder aprende a sumar dos números menores que 100, con las cifras del resultado de derecha a izquierda, en el orden en que uno lleva.',
      look: 'Primero el largo de la respuesta, luego su primera cifra y, al final de todo, la que se lleva.',
    },
  },
};
