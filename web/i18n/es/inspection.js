// SPDX-License-Identifier: MIT
// Spanish: what a model computes for one character, and what its weights hold.

/** @type {typeof import('../en/inspection.js').default} */
export default {
  inside: {
    pinFirst:
      'Al elegir un carácter en la línea de arriba se abren aquí la escalera de creencias, la parte de cada pieza en la respuesta y cada paso del cálculo.',
    waiting: 'Preguntando al modelo.',
  },

  ablation: {
    off: 'Apagar esta cabeza',
    on: 'Encenderla otra vez',
    hint: 'Su parte se quita de cada suma y se vuelve a preguntar al modelo. La tecla X hace lo mismo.',
    still: (names) => `Apagadas ahora: ${names}. Siguen apagadas al entrenar.`,
    allOn: 'Encender todas',
    claim: {
      worse: (x) =>
        `Con la cabeza ${x.head} apagada, la pérdida sube de ${x.from} a ${x.to} (paso ${x.step}): las apuestas empeoran ${x.change} nats${x.times && `, como elegir entre ${x.times} veces más opciones`}.`,
      better: (x) =>
        `Con la cabeza ${x.head} apagada, la pérdida baja de ${x.from} a ${x.to} (paso ${x.step}): ahora mismo el modelo va mejor sin ella.`,
      same: (x) =>
        `Con la cabeza ${x.head} apagada, la pérdida sigue en ${x.to} (paso ${x.step}): aún no tiene nada que hacer.`,
    },
    hardest: (list) => `Los más afectados: ${list}.`,
    look: 'En qué fijarse: qué caracteres se vuelven más difíciles. Para eso servía la cabeza. La pérdida es del texto reservado; los caracteres, de la línea de arriba.',
    table: 'Los caracteres más afectados',
    columns: {
      where: 'carácter',
      on: 'nats con ella',
      off: 'sin ella',
      change: 'cambio',
    },
    with: 'Escribe con la cabeza',
    without: 'Sin ella, misma semilla',
  },

  lens: {
    title: 'Lo que cree por el camino',
    parts: {
      embedding: () => 'el embedding',
      attention: (l) => `la atención ${l}`,
      cross: (l) => `la atención cruzada ${l}`,
      mlp: (l) => `la capa ${l}`,
    },
    columns: ['preguntado tras', 'diría', 'carácter correcto', 'puesto'],
    rank: (r, name) => `${r} tras ${name}`,
    claim: (c, ranks, end) =>
      `El carácter correcto «${c}» ocupa el puesto ${ranks}; ${end}.`,
    first: (name) => `puesto 1 desde ${name}`,
    never: 'al final no es la primera apuesta',
    noTruth:
      'Nada sigue a este carácter en la línea: no hay respuesta correcta que ordenar.',
    all: 'Todos los caracteres de la línea',
    table: 'Creencia sobre el carácter siguiente, por profundidad',
    look: 'En qué fijarse: el paso en que el carácter correcto llega al puesto 1. Celda: la primera apuesta; tono: la parte que recibe el carácter correcto; número pequeño: su puesto.',
    early: (names) =>
      `Tras ${names} los números rinden menos que el azar en esta línea: aún no están escritos en el alfabeto de salida.`,
  },

  attribution: {
    title: 'Quién lo dijo',
    parts: {
      token: () => 'el carácter',
      position: () => 'su lugar',
      head: (n) => `cabeza ${n}`,
      mlp: (n) => `parte densa ${n}`,
      biases: () => 'sesgos',
      others: () => 'todas las demás cabezas',
    },
    columns: { part: 'pieza', share: 'parte del logit' },
    claim: (x) =>
      `Tras «${x.from}», la puntuación de «${x.answer}»${x.rival ? ` frente a «${x.rival}»` : ''} vino sobre todo de ${x.top} (${x.share})${x.second ? `, luego de ${x.second} (${x.next})` : ''}.`,
    against: 'Frente al rival más fuerte',
    sum: (a, b) => `suma ${a} = logit ${b}`,
    look: 'En qué fijarse: las barras a la derecha hablan a favor del carácter; las de la izquierda, en contra. La suma es exacta. Al elegir una cabeza se la ve.',
  },

  forwardPass: {
    title: 'Un carácter, paso a paso',
    where: (head, s) => `cabeza ${head}, paso ${s}`,
    renew: 'Traer al presente',
    back: 'Atrás',
    forward: 'Siguiente',
    look: 'En qué fijarse: cada número sale de la tarjeta anterior. Espacio o → avanza, Retroceso o ← retrocede.',
    cards: [
      'Conocer', 'Normalizar', 'Pedir y ofrecer', 'Comparar', 'Escalar', 'Softmax', 'Mezclar',
      'Hablar',
    ], // prettier-ignore
    numbers: 'Los números de esta tarjeta',
    more: (n) => `… y ${n} más`,
    size: (n) => `${n} números`,
    strip: (label, n, a, b) => `${label}: ${n} números de ${a} a ${b}`,
    shape: (a, b) => `${a} → ${b}`,
    firstNumber: 'Primer número:',
    names: {
      token: 'lo que significa «es este carácter»',
      position: 'lo que significa «está en este lugar»',
      embedding: 'su suma, x',
      x: (n) => `x tras ${n} ${n === '1' ? 'capa' : 'capas'}`,
      stream: 'x tal como llega',
      normed: 'x normalizado',
      q: 'q: lo que pide',
      k: 'k: lo que ofrece cada carácter anterior, una fila cada uno',
      kj: (c) => `k de «${c}»`,
      products: 'productos, número por número',
      v: 'v: lo que lleva cada carácter anterior, una fila cada uno',
      mix: 'la mezcla, cada v por su parte',
      head: 'lo que esta cabeza añade a x',
      others: 'lo que añaden las demás cabezas',
      after: 'x tras la atención',
      hidden: 'parte densa, tras la activación',
      end: 'x tras esta capa',
    },
    rail: { x: 'x antes de la capa', attention: '+ atención', mlp: '+ parte densa' },
    columns: {
      key: 'mirado',
      product: 'q·k',
      score: 'puntuación',
      e: 'e^puntuación',
      share: 'parte',
      guess: 'apuesta',
      logit: 'logit',
    },
    meet: (c, n) =>
      `«${c}» en el lugar ${n} se convierte en una lista de números: una por el carácter, otra por el lugar, sumadas.`,
    noNorm: 'Este modelo no normaliza antes de la atención: x sigue como está.',
    norm: (mean, spread) =>
      `Los números se llevan a media 0 y dispersión 1. Su media era ${mean}; su dispersión, ${spread}.`,
    gain: (x) => `por su ganancia, más su sesgo: ${x}`,
    ask: (c, n) =>
      `«${c}» escribe una pregunta q. Cada uno de los ${n} caracteres que puede mirar ofrece una clave k.`,
    askSums: 'q = W_Q · x + b,  k = W_K · x + b',
    compareWith: 'Comparar con',
    compare: (x, sum) =>
      `¿Encaja lo que ofrece «${x.looked}» con lo que pregunta «${x.reads}»? Se multiplica número por número y se suma: ${sum}.`,
    scale: (by, d) =>
      `Se divide entre ${by}, la raíz de ${d}. Sin eso, una clave se llevaría casi todo.`,
    ghost: 'Relleno: las partes como son. Contorno: como serían sin dividir.',
    masked: (n) => `${n} caracteres posteriores: no puede mirarlos`,
    share: (c, p) =>
      `El futuro se tacha. e elevado a la puntuación, entre el total: a «${c}» le toca ${p}.`,
    adds: (n, sum) => `${n} partes, suma ${sum}`,
    mix: (c) =>
      `Lo que llevan los caracteres se mezcla con estas partes, y el resultado se suma al x de «${c}».`,
    mlp: (n) =>
      `La parte densa trabaja solo con x, con ${n} números en medio, y suma su resultado. Tras la última capa, x se compara con cada carácter.`,
    speak: (c, p) =>
      `Luego piensa y habla: tras la última capa su primera apuesta es «${c}», ${p}.`,
  },

  origin: {
    title: '¿De dónde sale este número?',
    back: 'El camino hasta aquí',
    close: 'Cerrar',
    from: '¿de dónde?',
    made: 'De qué está hecho',
    place: (name, c, n) =>
      c ? `${name} de «${c}», lugar ${n}` : `${name}, lugar ${n}`,
    claim: (name, x, s) => `${name} vale ${x} en el paso ${s}.`,
    ops: {
      linear:
        'Cada número de la capa de abajo por un peso del modelo, todo sumado, y lo que traía el flujo.',
      norm: 'El número de abajo, estirado para que toda su lista tenga un tamaño parejo, y desplazado.',
      embed:
        'Aquí empieza: un número del modelo para el carácter y otro para el lugar.',
      attention:
        'El mismo número de cada carácter mirado, por la parte de atención que recibió.',
      attention_simple:
        'El mismo número de cada carácter mirado, por la parte de atención que recibió.',
      average: 'La media de este número en todos los caracteres hasta aquí.',
      rotary: 'Una pareja de números, girada un ángulo que representa el lugar.',
      concat: 'Tomado tal cual de una cabeza.',
      add: 'Dos números del flujo, sumados.',
    },
    columns: ['viene de', 'número', 'por', 'da'],
    rest: (n) => `${n} más`,
    character: 'el número del modelo para el carácter',
    position: 'el número del modelo para el lugar',
    constant: (x) => `Constante: ${x}.`,
    sum: (x) => `Suma: ${x}.`,
    bent: (a, b) => `Por la curva: ${a} pasa a ser ${b}.`,
    past: (x, y) => `Con lo que pasó sin cambio, ${x}: ${y}.`,
  },

  tinyModel: {
    open: 'Verlo con números pequeños',
    title: 'Lo mismo con números pequeños',
    close: 'Volver al modelo propio',
    waiting: 'Se entrena un modelo diminuto.',
    claim: (x) =>
      `Un segundo modelo, tan real como el otro: anchura ${x.width}, una cabeza, ${x.weights} pesos, los caracteres ${x.characters}. Aprendió aquí mismo, ahora, a repetir «${x.word}» en ${x.steps} pasos. Después sus pesos se redondearon a un decimal, para poder comprobar a mano cada suma: pérdida reservada ${x.before} antes, ${x.after} después. El modelo propio queda como está.`,
  },

  embeddings: {
    title: 'Letras y lugares',
    tabs: [
      'Mapa de letras',
      'Mapa de lugares',
      'Quién mira a quién',
      'Qué sube después',
    ],
    claim: (x) =>
      `En el paso ${x.step}, ${x.found} de ${x.n} caracteres tienen más cerca a uno de su clase (por azar, unos ${x.chance}). Este plano conserva el ${x.share} de la dispersión.`,
    near: (c, kind, list) => `«${c}» (${kind}) tiene más cerca a ${list}`,
    kinds: {
      vowel: 'vocal',
      consonant: 'consonante',
      digit: 'cifra',
      space: 'espacio',
      newline: 'salto de línea',
      punctuation: 'signo',
      other: 'otro',
    },
    look: 'En qué fijarse: los caracteres que cumplen la misma función se juntan. Las líneas muestran por dónde pasó cada uno en las últimas cinco miradas. Se elige con un clic, o con flechas e Intro.',
    shapes:
      'Círculo: vocal. Cuadrado: consonante. Rombo: cifra. Triángulo: signo. Triángulo sobre su punta: espacio o salto de línea. Hexágono: otro.',
    png: 'Guardar como PNG',
    csv: 'Guardar como CSV',
    columns: ['carácter', 'clase', 'horizontal', 'vertical'],
    rowData: (name) => `Fila de «${name}»: los extremos`,
    scale: (a, b) => `Naranja: hasta ${a}. Azul: hasta ${b}.`,
    placeClaim: (x) =>
      `El lugar ${x.place} se parece más al ${x.other} (coseno ${x.value}). De media, los vecinos tienen ${x.near} y los lugares a distancia ${x.by}, ${x.far}.`,
    placeLook:
      'En qué fijarse: una banda a lo largo de la diagonal. El modelo ha descubierto que los lugares van en fila.',
    placeCell: (a, b, x) => `Lugar ${a} y lugar ${b}: coseno ${x}`,
    head: (name) => `Cabeza ${name}`,
    qk: {
      label: (head) => `Cabeza ${head}: a quién gusta mirar`,
      claim: (x) =>
        `En el paso ${x.step}, cabeza ${x.head}: lo que más mira «${x.a}» es «${x.b}» (${x.value}); lo que menos mira «${x.c}» es «${x.d}» (${x.low}).`,
      cell: (a, b, x) => `«${a}» mirando a «${b}»: ${x}`,
      look: 'En qué fijarse: columnas que gustan a todas las filas. Las filas leen, las columnas son miradas (QK).',
    },
    ov: {
      label: (head) => `Cabeza ${head}: qué sube después de qué`,
      claim: (x) =>
        `En el paso ${x.step}, cabeza ${x.head}: tras ver «${x.a}» sube sobre todo «${x.b}» (${x.value}); tras «${x.c}» baja sobre todo «${x.d}» (${x.low}).`,
      cell: (a, b, x) => `Tras ver «${a}», «${b}» cambia en ${x}`,
      look: 'En qué fijarse: una diagonal azul significa copiar. Las filas son miradas, las columnas suben o bajan (OV).',
    },
    copying: (x, copies) =>
      `Índice de copia ${x}, de −1 a +1: tiende a ${copies ? 'subir' : 'bajar'} lo que ve.`,
    dropped:
      'Queda fuera: la escala de las normas, los sesgos y los lugares. Las ganancias de las normas sí cuentan. Es, pues, el camino directo de letra a letra, no todo lo que hace la cabeza.',
  },

  nextToken: {
    title: 'Reparto del próximo carácter',
    character: 'carácter',
    truth: ' (el que salió)',
    others: 'todos los demás',
    stages: ['el modelo', 'tras la temperatura', 'tras top k', 'tras top p'],
    open: '¿Por qué estos caracteres?',
    close: 'Cerrar',
    hint: 'Un clic en un carácter muestra de qué se sorteó.',
    earlier: 'Anterior',
    later: 'Siguiente',
    inside: 'Mirar aquí dentro de las capas',
    claim: (x) =>
      `Paso ${x.step}, después de «${x.before}»: primera apuesta «${x.best}» (${x.share}). Salió «${x.drawn}», que tenía ${x.chance}.`,
    moved: (a, b) =>
      `Este reparto es del paso ${a}, cuando se escribió; las capas están ahora en el paso ${b}.`,
    look: 'En qué fijarse: cómo cada ajuste, en este orden, mueve el reparto. El carácter enmarcado es el que salió. Todos los peldaños se escribieron con temperatura 0,8 y una misma semilla; los ajustes de aquí son los de la escritura propia.',
  },
};
