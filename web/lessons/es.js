// SPDX-License-Identifier: MIT
// Spanish: the lessons, with the keys of the English ones.

/** @type {typeof import('./en.js').default} */
export default {
  ui: {
    title: 'Lecciones',
    about:
      'Diez lecciones cortas, de un modelo de bigramas a un transformer que funciona. Primero se predice, luego se observa. Todo queda en esta página.',
    minutes: (n) => `${n} minutos`,
    number: (n, all) => `Lección ${n} de ${all}`,
    step: (n, all) => `Paso ${n} de ${all}`,
    last: 'Pregunta',
    finished: 'hecha',
    begun: 'empezada',
    predict: 'Primero, predecir',
    typed: 'Predicción propia',
    keep: 'Guardar la predicción',
    said: 'Predicción:',
    came: 'Resultado:',
    hit: 'Como se predijo.',
    miss: 'El resultado es otro. Para eso se predice.',
    odd: 'Este modelo no dio el resultado que espera la lección. Si cambió algún ajuste, conviene reiniciar la lección.',
    wrote: 'Texto generado:',
    working: 'Trabajando. La barra de arriba muestra el progreso.',
    paused: 'El entrenamiento está en pausa. El botón lo continúa.',
    again: 'Reiniciar la lección',
    back: 'Atrás',
    next: 'Siguiente',
    list: 'Todas las lecciones',
    nextLesson: 'Lección siguiente',
    close: 'Cerrar',
    smaller: 'Reducir',
    larger: 'Ampliar',
    question: 'Pregunta final',
    show: 'Ver la respuesta',
    link: 'Copiar un enlace a esta lección',
    linkCopied: 'Enlace copiado.',
    report: 'Informe para imprimir',
    handout: 'Hoja para imprimir',
    print: 'Imprimir',
    handoutTitle: 'Glassformer: diez lecciones en papel',
    name: 'Nombre',
    observed: 'Observación:',
    answers: 'Respuestas',
  },

  lessons: {
    bigram: {
      title: 'Un modelo de bigramas',
      goal: 'Ver qué puede aprender un modelo de un solo carácter, y qué significa su pérdida.',
      steps: [
        {
          say: 'El modelo de lenguaje más pequeño es una tabla de logits: una fila por carácter, con una puntuación para cada carácter que puede venir después. No lee nada más.',
          act: 'Cargar la tabla',
          see: (x) =>
            `Sin entrenar, su pérdida de validación es ${x.firstHeldOut}. Adivinar al azar da ${x.uniform}: unos logits al azar son peores que unos iguales.`,
        },
        {
          say: 'Cada paso de entrenamiento cambia un poco los logits, para que sean más probables los caracteres que de verdad siguen.',
          ask: '¿Dónde terminará la pérdida de validación?',
          options: [
            'Cerca de la línea a trazos de los pares de letras',
            'A medio camino entre la frecuencia de letras y los pares',
            'Muy por debajo de los pares de letras',
          ],
          act: 'Entrenar 600 pasos',
          see: (x) =>
            `Terminó en ${x.heldOut}. Contar los pares de letras de este texto da ${x.pairs}: la tabla aprendió lo que se encuentra contando.`,
        },
        {
          say: 'Ahora, a generar texto. Cada carácter se sortea de la fila del anterior.',
          act: 'Generar 200 caracteres',
          see: (x) =>
            `Parte de sus pares de letras que aparecen en el texto: ${x.pairsKnown}. Parte de sus palabras: ${x.wordsKnown}. Los pares están bien, las palabras no.`,
        },
      ],
      question: 'La tabla no mejorará mucho, por más que entrene. ¿Por qué?',
      answer:
        'Su contexto es un solo carácter. Lo anterior no está en su entrada, y ningún entrenamiento puede aprovecharlo.',
    },

    averaging: {
      title: 'La media de todo lo anterior',
      goal: 'Promediar los caracteres anteriores de tres maneras que dan el mismo resultado.',
      steps: [
        {
          say: 'Para usar más de un carácter, lo más sencillo es promediar: cada posición lee la media de todos los caracteres hasta ella. Aquí lo hace una matriz triangular de pesos iguales, en un producto de matrices.',
          ask: '¿Irá mejor la media de todos los caracteres que los pares de letras?',
          options: ['Mejor', 'Igual', 'Peor'],
          act: 'Entrenar 300 pasos',
          see: (x) =>
            `Pérdida de validación ${x.matrix}, pares de letras ${x.pairs}. En una media, el último carácter no cuenta más que cualquier otro.`,
        },
        {
          say: 'La misma media se puede calcular con un bucle, o con un softmax de puntuaciones que son todas cero. Los dos empiezan con los mismos pesos y leen el mismo texto.',
          ask: '¿Cuánto se separarán las tres pérdidas?',
          options: ['Iguales, salvo el redondeo', 'Un poco', 'Mucho'],
          act: 'Entrenar los dos',
          see: (x) => `Triángulo ${x.matrix}, bucle ${x.loops}, softmax ${x.softmax}.`,
        },
        {
          say: 'Conviene mirar el triángulo. Las filas son consultas, las columnas claves, y las celdas rayadas están enmascaradas.',
          act: 'Mostrar el triángulo',
          see: (x) =>
            `Fila a fila los pesos son 1, 1/2, 1/3 y así. La mayor desviación es ${x.unevenRows}.`,
        },
      ],
      question:
        'Un softmax de ceros da pesos iguales. ¿Qué tiene que cambiar para atender más a unos caracteres que a otros?',
      answer:
        'Las puntuaciones. Cuando se calculan a partir de los caracteres en vez de ser cero, el softmax da pesos desiguales. Eso es la atención.',
    },

    queries: {
      title: 'Consultas, claves y valores',
      goal: 'Seguir una puntuación de atención desde dos vectores hasta un peso de atención.',
      steps: [
        {
          say: 'Ahora cada carácter tiene tres vectores cortos. Su consulta (query) dice lo que busca. Su clave (key) dice por qué se lo puede encontrar. Su valor (value) es lo que entrega.',
          act: 'Entrenar una cabeza',
          see: (x) =>
            `Pérdida de validación ${x.heldOut}; la frecuencia de letras da ${x.letters}. El triángulo ya no es uniforme.`,
        },
        {
          say: 'Al elegir un carácter de la línea se lo puede seguir. La página toma el sexto. Cada carácter anterior recibe una puntuación: el producto escalar de su clave y la consulta. Un softmax convierte las puntuaciones en pesos de atención.',
          ask: '¿Cuánto suman los pesos de atención?',
          options: ['1', 'El número de caracteres', 'Depende del texto'],
          act: 'Elegirlo y abrir la pasada hacia delante',
          see: (x) =>
            `Los ${x.nShares} pesos suman ${x.sharesSum}. Cada puntuación es el producto escalar de consulta y clave, dividido entre una constante.`,
        },
        {
          say: 'Esa constante es √d, la raíz de la dimensión de la cabeza. Está en la tarjeta «Escalar por √d».',
          ask: 'Sin escalar, ¿qué le pasa al peso más grande?',
          options: ['Crece', 'Se encoge', 'Nada'],
          act: 'Calcularlo sin escalar',
          see: (x) =>
            `El peso más grande es ${x.topShare}. Sin escalar sería ${x.topUndivided}.`,
        },
      ],
      question: '¿Por qué el softmax no debe estar saturado al empezar a entrenar?',
      answer:
        'Si un peso está cerca de 1, los demás están cerca de 0, y sus gradientes también. La cabeza no aprende nada de los caracteres a los que no atiende.',
    },

    slip: {
      title: 'Una cabeza y un error',
      goal: 'Encontrar un error que no da ningún mensaje.',
      steps: [
        {
          say: 'Esta cabeza está conectada como en el cuaderno de un curso. Entrena sin ningún mensaje de error, pero algo está mal.',
          ask: '¿Cuánto cambiarán en 600 pasos los pesos propios de la cabeza (consulta, clave, valor)?',
          options: ['Tanto como todos los demás', 'Nada', 'Solo los del valor'],
          act: 'Entrenar 600 pasos',
          see: (x) =>
            `Mayor cambio de uno de ellos desde el paso 0: ${x.headMoved}. Pérdida de validación: ${x.slip}. El triángulo deriva un poco, porque cambiaron los embeddings que lee.`,
        },
        {
          say: 'El error: la capa de salida lee el embedding del token. La salida de la cabeza no se usa, y sus pesos no reciben gradiente.',
          ask: 'Con la salida conectada, la pérdida será',
          options: ['más baja', 'la misma', 'más alta'],
          act: 'Corregirla y entrenar otra vez',
          see: (x) =>
            `Corregida: ${x.heldOut}. Con el error: ${x.slip}. Ahora los pesos de la cabeza cambiaron, hasta ${x.headMoved}.`,
        },
      ],
      question: '¿Qué señales lo habrían dicho sin leer el código?',
      answer:
        'La pérdida se queda en los pares de letras, y los pesos propios de la cabeza no cambian. Sin gradiente no se aprende nada.',
    },

    heads: {
      title: 'Atención multicabeza, simple y fusionada',
      goal: 'Ver cuánto cuestan varias cabezas, y dos formas de calcularlas.',
      steps: [
        {
          say: 'Una cabeza de dimensión 32, o cuatro cabezas de dimensión 8. La dimensión total es la misma.',
          ask: '¿Cuál tiene más parámetros?',
          options: ['Una cabeza grande', 'Cuatro cabezas pequeñas', 'Las dos igual'],
          act: 'Contarlos',
          see: (x) => `Una cabeza: ${x.one} parámetros. Cuatro cabezas: ${x.four}.`,
        },
        {
          say: 'Cuatro cabezas pueden atender a cuatro cosas a la vez. Primero se entrenan; luego se elige una tras otra en la cuadrícula.',
          act: 'Entrenar 150 pasos',
          see: (x) =>
            `No hay dos cabezas de una capa que atiendan igual. Las dos más parecidas difieren en ${x.headsDiffer} nats.`,
        },
        {
          say: 'La implementación simple da a cada cabeza sus propias matrices pequeñas y guarda entera la matriz de pesos de atención. La fusionada tiene una matriz para todas las cabezas.',
          ask: '¿Qué cambia de la fusionada a la simple?',
          options: [
            'El resultado',
            'Solo el tiempo y la memoria',
            'El número de parámetros',
          ],
          act: 'Entrenar la implementación simple',
          see: (x) =>
            `Pérdida ${x.fused} y ${x.simple}; la diferencia se debe a otros pesos iniciales. Un paso tardó aquí ${x.fusedMs} ms y ${x.simpleMs} ms. Parámetros: ${x.nParam}.`,
        },
      ],
      question: '¿Por qué la implementación simple se vuelve lenta con muchas cabezas?',
      answer:
        'Cada cabeza añade pequeños productos de matrices, y se escribe y se lee una matriz entera de pesos de atención. Muchas operaciones pequeñas aprovechan mal un procesador.',
    },

    block: {
      title: 'Un bloque: conexiones residuales y normalización',
      goal: 'Quitar las conexiones residuales y ver para qué sirven.',
      steps: [
        {
          say: 'Un bloque es la atención y una MLP. Cada una suma su salida al vector x en vez de reemplazarlo: x es el flujo residual. La normalización antes de cada una mantiene los números acotados.',
          act: 'Entrenar tres bloques',
          see: (x) =>
            `Pérdida de validación ${x.pre} tras 150 pasos; la frecuencia de letras da ${x.letters}.`,
        },
        {
          say: 'Ahora los mismos tres bloques, pero la atención y la MLP reemplazan a x.',
          ask: '¿Dónde terminará tras 150 pasos?',
          options: [
            'Más o menos igual',
            'En la frecuencia de letras',
            'En los pares de letras',
          ],
          act: 'Entrenar sin conexiones residuales',
          see: (x) =>
            `Terminó en ${x.bare}; la frecuencia de letras da ${x.letters}. Aprendió qué letras son frecuentes, y nada más.`,
        },
        {
          say: 'En el artículo del transformer de 2017 la normalización va después de la suma. Eso se llama post-norm.',
          ask: 'En los primeros 150 pasos, con post-norm aprende',
          options: ['más deprisa', 'más despacio', 'igual de deprisa'],
          act: 'Entrenar con post-norm',
          see: (x) => `Post-norm ${x.post}, pre-norm ${x.pre}.`,
        },
      ],
      question:
        '¿Por qué las conexiones residuales ayudan a aprender a los modelos profundos?',
      answer:
        'El gradiente vuelve por las sumas sin atravesar todas las capas. Y x llega a la salida aunque una capa no haga todavía nada útil.',
    },

    positions: {
      title: 'Posiciones',
      goal: 'Comparar un modelo sin posiciones, con posiciones aprendidas y con posiciones sinusoidales.',
      steps: [
        {
          say: 'La atención lee un conjunto, no una secuencia: sin posiciones no conoce el orden. Aquí la tarea es escribir una serie de letras al revés.',
          ask: '¿Puede aprenderlo el modelo sin posiciones?',
          options: ['Sí', 'Cerca de la mitad', 'No'],
          act: 'Entrenar sin posiciones',
          see: (x) =>
            `Parte de las series de validación que acierta: ${x.without}, donde 1 son todas.`,
        },
        {
          say: 'Ahora cada posición tiene su propio embedding, aprendido como los demás pesos y sumado al de la letra.',
          act: 'Entrenar con posiciones',
          see: (x) => `Con posiciones ${x.with}, sin ellas ${x.without}.`,
        },
        {
          say: 'El artículo de 2017 no las aprende: cada posición recibe valores de ondas seno de muchas longitudes de onda.',
          ask: 'Dos posiciones a distancia tres, cerca del comienzo o cerca del final: ¿cuánto se parecen sus embeddings?',
          options: ['Lo mismo', 'Más al comienzo', 'No hay regla'],
          act: 'Comparar posiciones',
          see: (x) =>
            `Sinusoidales: la similitud a igual distancia cambia como mucho ${x.waves}. Aprendidas, antes de entrenar: hasta ${x.learned}.`,
        },
      ],
      question:
        'Un modelo con máscara causal puede hacer algo sin posiciones. ¿Cómo sabe dónde está?',
      answer:
        'Por la máscara. La primera posición puede atender a un carácter; la décima, a diez. Su media cambia de una posición a otra.',
    },

    answer: {
      title: 'El decoder más pequeño que responde',
      goal: 'Entrenar un modelo para que responda dos preguntas en 60 pasos.',
      steps: [
        {
          say: 'Cinco palabras, dos preguntas, embeddings de dos números, una cabeza. Todo en este modelo se puede comprobar a mano.',
          ask: 'El texto inicial es «what is statquest». ¿Qué responderá el modelo sin entrenar? Sus palabras son «what», «is», «statquest», «awesome» y «<EOS>», que termina una respuesta.',
          act: 'Preguntar al modelo sin entrenar',
          see: (x) => `Preguntas bien respondidas: ${x.before} de 2.`,
        },
        {
          say: 'Cada paso entrena con una de las dos líneas.',
          ask: '¿Cuántas de las dos responderá tras 60 pasos?',
          options: ['Ninguna', 'Una', 'Las dos'],
          act: 'Entrenar 60 pasos y preguntar otra vez',
          see: (x) => `Preguntas bien respondidas: ${x.answers} de 2.`,
        },
      ],
      question: 'Las dos respuestas son correctas. ¿Entiende el modelo las preguntas?',
      answer:
        'No hay señal de eso. Las dos respuestas son las mismas dos palabras, y solo se entrenó con estas dos líneas. Las ha memorizado.',
    },

    cross: {
      title: 'Encoder y decoder',
      goal: 'Ver a qué atiende un decoder en la entrada del encoder.',
      steps: [
        {
          say: 'Un encoder lee la serie entera en los dos sentidos. Un decoder genera, y para cada letra puede atender a todas las posiciones del encoder. Eso es la atención cruzada.',
          ask: 'Para escribir «fedcba» tras leer «abcdef», ¿a qué debe atender su primera letra?',
          options: ['A la primera leída', 'A la última leída', 'A todas por igual'],
          act: 'Entrenarlo y abrir la mejor cabeza',
          see: (x) =>
            `Parte de las series de validación con todas las letras correctas: ${x.answered}. Su mejor cabeza pone un peso de ${x.mirrored} en la letra reflejada; con atención uniforme sería ${x.evenSpread}.`,
        },
        {
          say: 'Ahora, a preguntarle. Se entrenó con letras al azar; esta palabra difícilmente es una de sus series.',
          ask: '¿Escribirá «glassy» al revés?',
          options: ['Sí', 'Algunas letras', 'No'],
          act: 'Preguntar por «glassy»',
          see: (x) =>
            x.writtenBackwards === '1'
              ? 'Todas las letras están bien.'
              : 'No todas las letras están bien.',
        },
      ],
      question:
        'Las cabezas del encoder no tienen máscara causal. ¿Por qué pueden atender a posiciones posteriores?',
      answer:
        'El encoder solo lee. No predice el carácter siguiente: no hay nada que ocultarle.',
    },

    induction: {
      title: 'El poeta, y un circuito de inducción',
      goal: 'Entrenar un poeta pequeño y encontrar dos cabezas que trabajan juntas.',
      steps: [
        {
          say: 'El poeta del curso tiene 10,8 millones de parámetros y aprende el Martín Fierro; un paso lleva segundos. Esta es una versión pequeña con los mismos componentes: dos capas de dos cabezas, con el texto de esta página.',
          ask: 'Tras 300 pasos, ¿dónde estará su pérdida de validación?',
          options: [
            'Claramente por debajo de los pares de letras',
            'En los pares de letras',
            'Por encima de los pares de letras',
          ],
          act: 'Entrenar el poeta pequeño',
          see: (x) => `Pérdida de validación ${x.heldOut}, pares de letras ${x.pairs}.`,
        },
        {
          say: 'Ahora un texto en el que solo ayuda atender a lo anterior: letras al azar, una barra y las mismas letras otra vez. La primera copia no se puede predecir; la segunda, sí. Después el modelo recibe otras líneas: su segunda mitad empieza por otra letra, como en abcd|cdab.',
          ask: 'Ahí seguirá',
          options: [
            'con la letra que siguió a la misma letra antes de la barra',
            'con la letra que estaba en el lugar siguiente antes de la barra',
          ],
          act: 'Entrenar dos capas de una cabeza',
          see: (x) =>
            `Pérdida de la segunda copia: ${x.secondCopy}; de la primera: ${x.firstCopy}. En líneas rotadas acierta por el lugar ${x.byPlace} de 1; por la letra, ${x.byContent}. Aprendió a copiar por el lugar.`,
        },
        {
          say: 'Para aprender algo más que lugares, un modelo necesita líneas en las que el lugar no diga nada: letras distintas, una barra y las mismas letras empezando por cualquiera de ellas.',
          ask: 'Entrenado con ellas, seguirá',
          options: ['por el lugar', 'por la letra', 'por ninguno de los dos'],
          act: 'Entrenar con líneas rotadas',
          see: (x) =>
            `Acierta por la letra ${x.byContent} de 1; por el lugar, ${x.byPlace}, en líneas con las que no entrenó.`,
        },
        {
          say: 'Una cabeza de la capa 2 atiende a lo que siguió a la misma letra antes de la barra: una cabeza de inducción. Se apoya en una cabeza de la capa 1 que atiende al token anterior. La página encuentra las dos por sus puntuaciones.',
          act: 'Encontrarlas',
          see: (x) =>
            `Capa 2, peso de atención en lo que siguió a la misma letra: ${x.onContent}; en lo que siguió al mismo lugar: ${x.onPlace}. Capa 1, en el token anterior: ${x.onPrevious}; al azar sería ${x.previousChance}.`,
        },
        {
          say: 'Una puntuación muestra a qué atiende una cabeza. Solo la ablación muestra si el modelo la necesita.',
          ask: 'Con la cabeza de la capa 2 apagada, los aciertos por la letra',
          options: ['bajarán de la mitad', 'se quedarán igual', 'mejorarán'],
          act: 'Apagarla',
          see: (x) => `Aciertos por la letra: ${x.byContent} de 1.`,
        },
        {
          say: 'Ahora está encendida otra vez. La otra cabeza del circuito solo atiende al token anterior, que por sí solo no predice nada aquí.',
          ask: 'Si se apaga la cabeza de la capa 1 en su lugar, los aciertos por la letra',
          options: ['bajarán de la mitad', 'se quedarán igual', 'mejorarán'],
          act: 'Apagar la otra',
          see: (x) =>
            `Aciertos por la letra: ${x.byContent} de 1. El circuito necesita las dos cabezas.`,
        },
      ],
      question: 'Para la inducción hacen falta dos capas. ¿Por qué no basta una?',
      answer:
        'Una cabeza de la capa 2 tiene que encontrar la posición que sigue a la anterior letra igual. Para eso, cada posición debe saber qué letra tenía antes. Eso lo aporta una cabeza de la capa 1: atiende al token anterior.',
    },
  },
};
