// SPDX-License-Identifier: MIT
// Spanish: settings of the model and of training, and the presets. In English the engine
// itself has the help texts and the presets (src/models/*.def).

/** @type {typeof import('../en/settings.js').default} */
export default {
  settings: {
    all: 'Todos los ajustes',
    sizes: {
      n_layer: 'capas',
      n_head: 'cabezas por capa',
      n_embd: 'tamaño del embedding',
      block_size: 'longitud de contexto',
    },
    fewer: {
      n_layer: 'Menos capas',
      n_head: 'Menos cabezas',
      n_embd: 'Embedding menor',
      block_size: 'Contexto más corto',
    },
    more: {
      n_layer: 'Más capas',
      n_head: 'Más cabezas',
      n_embd: 'Embedding mayor',
      block_size: 'Contexto más largo',
    },
    nearest: (label, value) => `${label}: usar ${value}`,
    pendingShort: 'Se aplica al reiniciar.',
    groups: {
      shape: 'Forma',
      parts: 'Componentes',
      dropout: 'Dropout',
      init: 'Inicialización',
      data: 'Datos',
      optimizer: 'Optimizador',
      run: 'Ejecución',
    },
    labels: {
      arch: 'Arquitectura',
      n_layer: 'Capas',
      n_head: 'Cabezas por capa',
      n_kv_head: 'Cabezas de claves y valores',
      n_embd: 'Dimensión del embedding',
      block_size: 'Longitud de contexto',
      source_block_size: 'Longitud de contexto del codificador',
      n_ff: 'Tamaño de la MLP',
      norm: 'Normalización',
      final_norm: 'Normalización final',
      norm_place: 'Pre-norm o post-norm',
      norm_eps: 'Épsilon de la normalización',
      activation: 'Función de activación',
      positions: 'Codificación posicional',
      rotary_pairs: 'Pares rotatorios',
      rotary_base: 'Base rotatoria',
      rotary_dim: 'Columnas rotatorias por cabeza',
      scale_embedding: 'Embeddings escalados',
      score_scale: 'Escala de las puntuaciones',
      qk_norm: 'Normalización de consultas y claves',
      bias_qkv: 'Sesgo: consulta, clave, valor',
      bias_attn_out: 'Sesgo: salida de la atención',
      bias_mlp: 'Sesgo: MLP',
      bias_norm: 'Sesgo: normalización',
      bias_head: 'Sesgo: capa de salida',
      causal: 'Máscara causal',
      attention: 'Implementación de la atención',
      head_input: 'Entrada de la capa de salida',
      averaging: 'Método para promediar',
      attn_proj: 'Proyección de salida de la atención',
      mlp: 'MLP',
      parallel: 'Bloques en paralelo',
      residual: 'Conexiones residuales',
      logit_softcap: 'Tope suave de los logits',
      tied_head: 'Embeddings compartidos (tied)',
      embd_pdrop: 'Dropout: embeddings',
      attn_pdrop: 'Dropout: pesos de atención',
      resid_pdrop: 'Dropout: salida de la atención',
      mlp_pdrop: 'Dropout: salida de la MLP',
      init: 'Inicialización de los pesos',
      init_std: 'Desviación típica inicial',
      zero_init: 'Proyecciones iniciales en cero',
      seed: 'Semilla',
      tokenizer: 'Tokenizador',
      vocab_limit: 'Tamaño del vocabulario',
      task: 'Tarea',
      task_form: 'Formato de la tarea',
      task_lines: 'Ejemplos generados',
      task_modulus: 'Módulo',
      loss_on_prompt: 'Pérdida también en la pregunta',
      no_shuffle: 'Sin barajar',
      batch_size: 'Tamaño de lote',
      val_fraction: 'Proporción de validación',
      optimizer: 'Optimizador',
      learning_rate: 'Tasa de aprendizaje',
      min_learning_rate: 'Tasa de aprendizaje final',
      schedule: 'Programa de la tasa de aprendizaje',
      decay_share: 'Proporción de decaimiento',
      warmup_steps: 'Pasos de calentamiento',
      muon_learning_rate: 'Tasa de aprendizaje de Muon',
      muon_momentum: 'Momento de Muon',
      beta1: 'β1 de Adam',
      beta2: 'β2 de Adam',
      eps: 'ε de Adam',
      weight_decay: 'Decaimiento de pesos',
      grad_clip: 'Recorte del gradiente',
      lora_rank: 'LoRA: rango',
      lora_alpha: 'LoRA: α',
      max_steps: 'Pasos de entrenamiento',
      eval_interval: 'Evaluar cada',
      eval_windows: 'Ventanas de validación',
    },
    help: {
      arch: 'Un decoder predice el token siguiente, un encoder etiqueta su entrada, un encoder_decoder responde; los demás son etapas intermedias',
      n_layer: 'Número de bloques del transformer.',
      n_head: 'Tiene que dividir la dimensión del embedding.',
      n_kv_head:
        'Cabezas de claves y valores, cada una compartida por un grupo de cabezas de consulta; tiene que dividir el número de cabezas; 0: una por cabeza (Ainslie et al. 2023)',
      n_embd: 'Números que representan un token.',
      block_size: 'La entrada más larga, en tokens.',
      source_block_size:
        'La entrada más larga del codificador, en tokens; 0: block_size',
      n_ff: 'Unidades ocultas de la MLP; 0: 4 veces n_embd',
      norm: 'Tipo de normalización dentro de los bloques',
      final_norm:
        'Normalización antes de la capa de salida; auto: como en los bloques con pre-norm; si no, ninguna',
      norm_place: 'Normalizar antes de cada subcapa (pre), después (post) o nunca',
      norm_eps:
        'Sumado a la varianza o a la desviación para no dividir entre cero; 0: 1e-6 para std, 1e-5 para las demás',
      activation:
        'Función de activación de la MLP; relu2: max(0, x) al cuadrado (So et al. 2021); swiglu: una segunda capa de unidades ocultas, activada por SiLU, multiplica la primera (Shazeer 2020)',
      positions:
        'Cómo se codifican las posiciones; alibi: las puntuaciones bajan con la distancia, con una pendiente por cabeza (Press et al. 2021)',
      rotary_pairs:
        'Columnas que las posiciones rotatorias giran juntas: adjacent (2i y 2i + 1; Su et al. 2021) o halves (i e i + la mitad; GPT-NeoX)',
      rotary_base:
        'Las posiciones rotatorias giran el par i en posición / base^(2i / rotary_dim) (Su et al. 2021)',
      rotary_dim:
        'Columnas de cada cabeza que giran con las posiciones rotatorias; 0: todas (GPT-J)',
      scale_embedding: 'Multiplicar los embeddings por la raíz de n_embd',
      score_scale:
        'Las puntuaciones de atención se dividen entre la raíz de la dimensión de la cabeza o de n_embd, o entre nada (GPT-Neo)',
      qk_norm:
        'Las consultas y claves de cada cabeza se dividen por su media cuadrática antes de multiplicarse (Henry et al. 2020)',
      bias_qkv: 'Sesgos en las proyecciones de consulta, clave y valor',
      bias_attn_out: 'Sesgo en la proyección de salida de la atención',
      bias_mlp: 'Sesgos en la MLP',
      bias_norm: 'Sesgos en las normalizaciones',
      bias_head: 'Sesgo en la capa de salida',
      causal:
        'Cada posición atiende a sí misma y a las anteriores; sin ella un decoder lee el token que debe predecir: su pérdida baja y no sabe escribir',
      attention:
        'fused: una matriz para todas las cabezas; simple: tres por cabeza, y la matriz de pesos de atención entera en memoria. Misma función, otra velocidad',
      head_input:
        'Lo que lee la capa de salida: el final del flujo residual o, por error, el embedding del token',
      averaging: 'Tres formas de calcular la media de todo lo anterior',
      attn_proj: 'Proyección de salida tras las cabezas',
      mlp: 'Una MLP en cada bloque',
      parallel:
        'La MLP lee la misma entrada normalizada que la atención, no su resultado, y ambas se suman (GPT-J; Wang y Komatsuzaki 2021)',
      residual: 'Cada subcapa se suma al flujo residual en vez de reemplazarlo',
      logit_softcap:
        'Los logits pasan a ser c tanh(logit / c) con este c, de modo que ninguno lo supera; 0: quedan como son (Gemma 2, 2024)',
      tied_head: 'La capa de salida comparte sus pesos con el embedding del token',
      embd_pdrop: 'Dropout en los embeddings',
      attn_pdrop: 'Dropout en los pesos de atención',
      resid_pdrop: 'Dropout en la salida de la atención',
      mlp_pdrop: 'Dropout en la salida de la MLP',
      init: 'Inicialización de los pesos: gpt2 reduce las proyecciones residuales, normal no, torch usa los valores de PyTorch',
      init_std:
        'Desviación típica de los pesos iniciales; 0: 0,02 por la raíz de 768 / n_embd, la de GPT-2 con su anchura',
      zero_init:
        'Las capas que escriben en el flujo residual, y una capa de salida con pesos propios, empiezan en cero (Zhang et al. 2019; modded-nanogpt)',
      seed: 'De este número salen todos los números aleatorios',
      tokenizer: 'Tokens: caracteres, palabras o codificación de pares de bytes (bpe)',
      vocab_limit: 'Tamaño máximo del vocabulario; 0: todas las palabras, o 512 tokens',
      task: 'Qué se aprende: un texto; pares propios de pregunta y respuesta, uno por línea con un tabulador en medio; o una tarea generada',
      task_form:
        'Formato de los pares: los responde un encoder_decoder, los continúa un decoder, los etiqueta un encoder, o son líneas de texto; auto elige según arch y task',
      task_lines: 'Pares que se generan; ninguna pregunta se repite',
      task_modulus: 'Módulo de las sumas de modular; se generan todos los pares',
      loss_on_prompt:
        'Pérdida también en los tokens de la pregunta, no solo en la respuesta',
      no_shuffle: 'Tomar los pares en orden en vez de al azar',
      batch_size: 'Secuencias por paso',
      val_fraction: 'Parte final del texto reservada para validación',
      optimizer:
        'AdamW: decaimiento de pesos desacoplado del gradiente; Adam: sin decaimiento; Muon: momento ortogonalizado para las matrices de los bloques y AdamW para el resto',
      learning_rate: 'Tasa de aprendizaje máxima',
      min_learning_rate:
        'Tasa de aprendizaje al final del programa, salvo si es constante',
      schedule:
        'Tras el calentamiento: cosine: decaimiento coseno; constant: constante; wsd: estable y, en la última parte de los pasos, decaimiento lineal (Hu et al. 2024); sqrt: decae desde el principio, con la raíz de la parte de los pasos ya dados (Hägele et al. 2024)',
      decay_share: 'Proporción de max_steps, al final, en la que decae el programa wsd',
      warmup_steps: 'Pasos en los que la tasa de aprendizaje sube linealmente',
      muon_learning_rate:
        'Tasa de aprendizaje máxima de Muon; sigue el programa de learning_rate, que es la del resto (Jordan 2024)',
      muon_momentum:
        'Decaimiento del momento de Muon, con la corrección de Nesterov (Jordan 2024)',
      beta1: 'Decaimiento del primer momento (β1)',
      beta2: 'Decaimiento del segundo momento (β2)',
      eps: 'Sumado al denominador de Adam para no dividir entre cero (ε)',
      weight_decay: 'Decaimiento de los pesos de las matrices',
      grad_clip: 'Norma global máxima del gradiente; 0: sin límite',
      lora_rank:
        'Entrenar solo cambios B A de rango bajo, de este rango, de las matrices de consultas y valores, y ningún otro peso; 0: todos los pesos (LoRA; Hu et al. 2021)',
      lora_alpha:
        'Los cambios de rango bajo se multiplican por lora_alpha / lora_rank.',
      max_steps: 'El entrenamiento termina tras estos pasos.',
      eval_interval: 'Pasos entre dos evaluaciones con el texto de validación',
      eval_windows: 'Ventanas de validación por evaluación',
    },
    warnings: {
      causal:
        'Sin la máscara cada posición ve el token que debe predecir. La pérdida baja porque el modelo lo copia; lo que escribe es ruido.',
    },
    notANumber: 'Aquí va un número.',
    notWhole: 'Aquí va un número entero.',
    pending: 'Se aplica al reiniciar. El entrenamiento actual se podrá recuperar.',
    ignored:
      'El entrenamiento sigue con sus ajustes. Los cambios se aplican al reiniciar.',
    apply: 'Reiniciar con estos ajustes',
    undo: 'Deshacer los cambios',
  },

  presets: {
    title: 'Ejemplos',
    none: 'para un texto propio',
    about:
      'Modelos preparados, desde pares de letras (bigramas) hasta un encoder-decoder.',
    look: 'En qué fijarse:',
    texts: {
      fables: {
        title: 'Fábulas',
        about:
          'Dos capas de cuatro cabezas: en diez segundos aprenden una estructura visible de las fábulas incluidas.',
        look: 'Primero títulos y finales de línea, luego palabras cortas, luego «said the» y la moraleja. En la capa 1 una cabeza aprende a atender al carácter anterior.',
      },
      tiny: {
        title: 'Mínimo',
        about:
          'El modelo más pequeño que vale la pena mirar: dos capas de dos cabezas, longitud de contexto 32, unos milisegundos por paso.',
        look: 'Hasta dónde llega un modelo tan pequeño: palabras, pero apenas una frase.',
      },
      nano: {
        title: 'nanoGPT en un portátil',
        about:
          'Los ajustes que nanoGPT recomienda para un equipo sin GPU: 0,8 millones de parámetros, 2000 pasos con Tiny Shakespeare.',
        look: 'Pérdida de validación cerca de 1,9; nombres en mayúsculas con dos puntos, luego versos.',
      },
      'nano-fast': {
        title: 'nanoGPT, más rápido',
        about: 'La misma forma con Muon, RMSNorm y posiciones rotatorias.',
        look: 'La pérdida de validación de 2000 pasos, 1,92, tras 300 o menos.',
      },
      shakespeare: {
        title: 'Shakespeare en una pestaña',
        about:
          'Más ancho y con más contexto que los otros: diálogo reconocible tras unos minutos con Tiny Shakespeare.',
        look: 'Personajes que se responden, y cuándo deja de bajar la pérdida de validación.',
      },
      poet: {
        title: 'El poeta',
        about:
          '10,79 millones de parámetros para el Martín Fierro, como en un cuaderno universitario: seis capas de seis cabezas, longitud de contexto 256. Las puntuaciones se dividen entre la raíz de la dimensión del embedding.',
        look: 'Sextinas tras unos cientos de pasos. Un paso lleva muchos segundos en un núcleo: conviene el programa nativo.',
      },
      modern: {
        title: 'Rotatorio y RMS',
        about:
          'Lo que cambiaron los modelos actuales: posiciones rotatorias (RoPE) y RMSNorm, sin sesgos.',
        look: 'La misma pérdida que con posiciones aprendidas, con menos parámetros; filas de atención que dependen de la distancia.',
      },
      llama: {
        title: 'Llama, en pequeño',
        about:
          'Los componentes de Llama: RMSNorm, posiciones rotatorias, SwiGLU, dos cabezas de claves y valores para cuatro de consultas, sin sesgos.',
        look: 'Dos cabezas de una capa comparten claves y aun así atienden de otro modo.',
      },
      bricks: {
        title: 'Ladrillo a ladrillo',
        about:
          'El decoder de un curso que arma un transformer pieza por pieza: cada cabeza tiene sus propias matrices, y la normalización final está escrita a mano.',
        look: 'Al pasar attention de simple a fused, los mismos pesos darían los mismos números, a otra velocidad. El cambio crea un modelo nuevo con otros pesos iniciales: por eso su pérdida sigue otro camino.',
      },
      bigram: {
        title: 'Modelo de bigramas',
        about:
          'Una tabla de cuán probable es cada carácter tras cada otro, aprendida en vez de contada.',
        look: 'La pérdida termina en la línea a trazos de los pares de letras: cerca de 2,45 con Tiny Shakespeare.',
      },
      averaging: {
        title: 'La media de todo lo anterior',
        about:
          'Antes de la atención: cada posición lee la media de todos los caracteres hasta ella. Tres formas de calcularla, un resultado.',
        look: 'El triángulo de pesos iguales, fila a fila 1, 1/2, 1/3 …; y que una media predice peor que el último carácter.',
      },
      'one-head': {
        title: 'Una cabeza, con un error',
        about:
          'Una cabeza de autoatención, conectada como en un cuaderno con un error: la capa de salida lee el embedding del token e ignora el resultado de la atención.',
        look: 'La pérdida se queda en los pares de letras por mucho que entrene, y los pesos de la cabeza no reciben gradiente. Hay que encontrar el error y luego cargar la cabeza corregida.',
      },
      'one-head-mended': {
        title: 'Una cabeza, corregida',
        about: 'La misma cabeza con su salida conectada.',
        look: 'La pérdida baja claramente de los pares de letras, y aparece el triángulo de la atención.',
      },
      statquest: {
        title: 'El decoder más pequeño',
        about:
          'Un decoder con embeddings de dos números que aprende a responder dos preguntas en 60 pasos; todo se puede comprobar a mano.',
        look: 'Preguntar «what is statquest <EOS>» antes y después de entrenar.',
      },
      tagger: {
        title: 'Etiquetar palabras',
        about:
          'Un encoder lee entera una frase generada y etiqueta los nombres y los números.',
        look: 'Cada posición atiende a ambos lados: no hay triángulo causal. El relleno está enmascarado.',
      },
      'seq2seq-reverse': {
        title: 'Al revés',
        about:
          'El encoder-decoder de 2017 aprende a escribir al revés una serie de letras.',
        look: 'La atención cruzada se vuelve una antidiagonal: la primera letra escrita atiende a la última leída.',
      },
      'seq2seq-dates': {
        title: 'Fechas',
        about:
          'La misma arquitectura convierte fechas escritas de siete maneras en una sola.',
        look: 'La atención cruzada encuentra el año, el nombre del mes y el día estén donde estén.',
      },
      repeat: {
        title: 'Repetir',
        about:
          'Líneas de letras al azar, una barra y las mismas letras otra vez. Solo se puede predecir la segunda mitad, y solo atendiendo a la primera.',
        look: 'Cerca del paso 600 se desploma la pérdida de la segunda copia: una cabeza de la capa 2 atiende al mismo lugar de la primera. Copia por el lugar, no por la letra: con una copia rotada falla. El ajuste «Inducción» copia por la letra.',
      },
      induction: {
        title: 'Inducción',
        about:
          'Letras distintas, una barra y las mismas letras otra vez, empezando por cualquiera de ellas. El lugar de una letra no dice nada: solo la letra misma indica cuál sigue.',
        look: 'Dos cabezas forman un circuito: una de la capa 1 atiende al token anterior; otra de la capa 2, a lo que siguió a esta letra antes de la barra. Si se apaga cualquiera de las dos, la pérdida vuelve.',
      },
      addition: {
        title: 'Sumar',
        about:
          'Un decoder aprende a sumar dos números menores que 100, con las cifras de la suma de derecha a izquierda, en el orden en que uno lleva.',
        look: 'Primero aprende la longitud de la respuesta, luego su primera cifra y, al final, la que se lleva.',
      },
    },
  },
};
