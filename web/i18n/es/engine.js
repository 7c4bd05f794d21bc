// SPDX-License-Identifier: MIT
// Spanish: what the engine says about errors, by code.

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
};
