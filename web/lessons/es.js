// SPDX-License-Identifier: MIT
// Las palabras de las lecciones en español, con la forma de las inglesas.

/** @type {typeof import('./en.js').default} */
export default {
  ui: {
    title: 'Lecciones',
    about:
      'Diez lecciones cortas, de contar pares a un transformer que funciona. Primero se predice, luego se mira. Todo queda en esta página.',
    minutes: (n) => `${n} minutos`,
    number: (n, all) => `Lección ${n} de ${all}`,
    step: (n, all) => `Paso ${n} de ${all}`,
    last: 'Pregunta',
    finished: 'hecha',
    begun: 'empezada',
    predict: 'Primero, predecir',
    typed: 'Predicción propia',
    keep: 'Anotarla',
    said: 'Predicción:',
    came: 'Resultado:',
    hit: 'Como se predijo.',
    miss: 'Salió de otro modo. Para eso se predice.',
    odd: 'Con este modelo no salió lo que espera la lección. ¿Cambió algún ajuste? Al empezar la lección de nuevo se verá.',
    wrote: 'Escribió:',
    working: 'Trabajando. La barra de arriba muestra cuánto lleva.',
    paused: 'El entrenamiento está en pausa. El botón lo continúa.',
    again: 'Empezar de nuevo',
    back: 'Atrás',
    next: 'Siguiente',
    list: 'Todas las lecciones',
    nextLesson: 'Lección siguiente',
    close: 'Cerrar',
    smaller: 'Reducir',
    larger: 'Ampliar',
    question: 'Una pregunta para terminar',
    show: 'Ver la respuesta',
    link: 'Copiar un enlace a esta lección',
    linkCopied: 'Enlace copiado.',
    handout: 'Hoja para imprimir',
    print: 'Imprimir',
    handoutTitle: 'Glassformer: diez lecciones en papel',
    name: 'Nombre',
    observed: 'Lo que vi:',
    answers: 'Respuestas',
  },

  lessons: {
    bigram: {
      title: 'Contar pares',
      goal: 'Ver qué puede saber un modelo con un solo carácter, y qué significa su pérdida.',
      steps: [
        {
          say: 'El modelo de lenguaje más pequeño es una tabla. Tiene una fila por carácter y, en ella, una puntuación para cada carácter que puede venir después. No lee nada más.',
          act: 'Cargar la tabla',
          see: (x) =>
            `Sin entrenar, su pérdida en el texto reservado es ${x.firstHeldOut}. No saber nada cuesta ${x.uniform}: puntuaciones al azar son peores que ninguna.`,
        },
        {
          say: 'En cada paso el entrenamiento cambia un poco las puntuaciones, para que reciba más lo que de verdad vino después.',
          ask: '¿Dónde terminará la pérdida en el texto reservado?',
          options: [
            'Cerca de la línea a trazos de los pares de letras',
            'A medio camino entre contar letras y contar pares',
            'Muy por debajo de los pares de letras',
          ],
          act: 'Entrenar 600 pasos',
          see: (x) =>
            `Terminó en ${x.heldOut}. Contar los pares de este texto da ${x.pairs}: la tabla encontró lo que se encuentra contando.`,
        },
        {
          say: 'Ahora, que escriba. Cada carácter se sortea de la fila del anterior.',
          act: 'Escribir 200 caracteres',
          see: (x) =>
            `Parte de sus pares que están en el texto: ${x.pairsKnown}. Parte de sus palabras: ${x.wordsKnown}. Los pares están bien, las palabras no.`,
        },
      ],
      question: 'La tabla no mejorará mucho, por más que entrene. ¿Por qué?',
      answer:
        'Ve un solo carácter. Lo que vino antes no está en su entrada, y ningún entrenamiento puede aprovecharlo.',
    },

    averaging: {
      title: 'La media de todo lo anterior',
      goal: 'Mezclar los caracteres anteriores de tres maneras que dan un resultado.',
      steps: [
        {
          say: 'Para usar más de un carácter, lo más sencillo es mezclar: cada lugar lee la media de todos los caracteres hasta él. Aquí lo hace un triángulo de pesos iguales, en un producto de matrices.',
          ask: '¿Irá mejor la media de todos los caracteres que los pares de letras?',
          options: ['Mejor', 'Igual', 'Peor'],
          act: 'Entrenar 300 pasos',
          see: (x) =>
            `Pérdida reservada ${x.matrix}, pares de letras ${x.pairs}. En una media, el último carácter no cuenta más que cualquier otro.`,
        },
        {
          say: 'La misma media se puede tomar con un bucle, o con un softmax de puntuaciones que son todas cero. Los dos empiezan con los mismos pesos y leen el mismo texto.',
          ask: '¿Cuánto se separarán las tres pérdidas?',
          options: ['Iguales, salvo el redondeo', 'Un poco', 'Mucho'],
          act: 'Entrenar los dos',
          see: (x) => `Triángulo ${x.matrix}, bucle ${x.loops}, softmax ${x.softmax}.`,
        },
        {
          say: 'Conviene mirar el triángulo. Cada fila lee, cada columna es mirada, y las rayas grises son el futuro.',
          act: 'Mostrar el triángulo',
          see: (x) =>
            `Fila a fila los pesos son 1, 1/2, 1/3 y así. La mayor diferencia con eso es ${x.unevenRows}.`,
        },
      ],
      question:
        'Un softmax de ceros da pesos iguales. ¿Qué tiene que cambiar para mirar más a unos caracteres que a otros?',
      answer:
        'Las puntuaciones. Cuando salen de los propios caracteres y no son cero, el softmax da pesos desiguales. Eso es la atención.',
    },

    queries: {
      title: 'Queries, keys y values',
      goal: 'Seguir una puntuación desde dos listas de números hasta una parte.',
      steps: [
        {
          say: 'Ahora cada carácter escribe tres listas cortas. Su query dice lo que busca. Su key dice por qué se lo puede encontrar. Su value es lo que entrega.',
          act: 'Entrenar una cabeza',
          see: (x) =>
            `Pérdida reservada ${x.heldOut}; contar letras cuesta ${x.letters}. El triángulo ya no es parejo.`,
        },
        {
          say: 'Al elegir un carácter de la línea se lo puede seguir. La página toma el sexto. Cada carácter anterior recibe una puntuación: su key por la query. Un softmax convierte puntuaciones en partes.',
          ask: '¿Cuánto suman las partes?',
          options: ['1', 'El número de caracteres', 'Depende del texto'],
          act: 'Elegirlo y abrir el recorrido',
          see: (x) =>
            `Las ${x.nShares} partes suman ${x.sharesSum}. Cada puntuación es query por key, dividida entre un número fijo.`,
        },
        {
          say: 'Ese número fijo es la raíz del ancho de la cabeza. Está en la tarjeta Escalar.',
          ask: 'Sin dividir, ¿qué le pasa a la parte más grande?',
          options: ['Crece', 'Se encoge', 'Nada'],
          act: 'Calcularla sin dividir',
          see: (x) =>
            `La parte más grande es ${x.topShare}. Sin dividir sería ${x.topUndivided}.`,
        },
      ],
      question:
        '¿Por qué el softmax no debe ser demasiado agudo al empezar a entrenar?',
      answer:
        'Si una parte está cerca de 1, las demás están cerca de 0, y sus gradientes también. La cabeza no aprende nada de los caracteres que no mira.',
    },

    slip: {
      title: 'Una cabeza y un descuido al conectarla',
      goal: 'Encontrar un error que no da ningún mensaje.',
      steps: [
        {
          say: 'Esta cabeza está conectada como en el cuaderno de un curso. Entrena, y no aparece ningún mensaje. Aun así, algo está mal.',
          ask: '¿Cuánto se moverán en 600 pasos los pesos propios de la cabeza (query, key, value)?',
          options: ['Tanto como todos los demás', 'Nada', 'Solo los del value'],
          act: 'Entrenar 600 pasos',
          see: (x) =>
            `Mayor cambio de uno de ellos desde el paso 0: ${x.headMoved}. Pérdida reservada: ${x.slip}. El triángulo deriva un poco, porque se movieron los caracteres que lee.`,
        },
        {
          say: 'El descuido: la salida lee el carácter desnudo. Lo que encontró la cabeza no va a ninguna parte, y nada le dice que cambie.',
          ask: 'Con la salida conectada, la pérdida será',
          options: ['más baja', 'la misma', 'más alta'],
          act: 'Corregirla y entrenar otra vez',
          see: (x) =>
            `Corregida: ${x.heldOut}. Con el descuido: ${x.slip}. Ahora los pesos de la cabeza se movieron, hasta ${x.headMoved}.`,
        },
      ],
      question: '¿Qué señales lo habrían dicho sin leer el código?',
      answer:
        'La pérdida se queda donde se quedan los pares de letras, y los pesos propios de la cabeza no se mueven. Donde no llega gradiente, no se aprende nada.',
    },

    heads: {
      title: 'Muchas cabezas, simple y eficiente',
      goal: 'Ver cuánto cuestan varias cabezas, y dos maneras de calcularlas.',
      steps: [
        {
          say: 'Una cabeza de ancho 32, o cuatro cabezas de ancho 8. El ancho total es el mismo.',
          ask: '¿Cuál tiene más pesos?',
          options: ['Una cabeza ancha', 'Cuatro cabezas estrechas', 'Las dos igual'],
          act: 'Contarlos',
          see: (x) => `Una cabeza: ${x.one} pesos. Cuatro cabezas: ${x.four}.`,
        },
        {
          say: 'Cuatro cabezas pueden mirar cuatro cosas a la vez. Primero se entrenan; luego se elige una tras otra en la cuadrícula.',
          act: 'Entrenar 150 pasos',
          see: (x) =>
            `No hay dos cabezas iguales en una capa. Las dos más parecidas difieren en ${x.headsDiffer} nats.`,
        },
        {
          say: 'La manera simple da a cada cabeza pequeñas matrices propias y escribe la tabla entera de pesos. La eficiente tiene una matriz para todas las cabezas.',
          ask: '¿Qué cambia de la eficiente a la simple?',
          options: [
            'El resultado',
            'Solo el tiempo y la memoria',
            'El número de pesos',
          ],
          act: 'Entrenar la manera simple',
          see: (x) =>
            `Pérdida ${x.fused} y ${x.simple}; la distancia se debe a otros primeros pesos. Un paso llevó aquí ${x.fusedMs} ms y ${x.simpleMs} ms. Pesos: ${x.nParam}.`,
        },
      ],
      question: '¿Por qué la manera simple se vuelve lenta con muchas cabezas?',
      answer:
        'Cada cabeza trae pequeños productos de matrices propios, y se escribe y se lee una tabla entera de pesos. Muchos trabajos pequeños le sientan mal a un procesador.',
    },

    block: {
      title: 'Un bloque: residual y norma',
      goal: 'Quitar el flujo residual y ver para qué servía.',
      steps: [
        {
          say: 'Un bloque es la atención y una parte densa. Cada una suma su resultado a la lista x y no la reemplaza: es el flujo residual. Una norma antes de cada parte mantiene los números a raya.',
          act: 'Entrenar tres bloques',
          see: (x) =>
            `Pérdida reservada ${x.pre} tras 150 pasos; contar letras cuesta ${x.letters}.`,
        },
        {
          say: 'Ahora los mismos tres bloques, pero cada parte reemplaza a x.',
          ask: '¿Dónde terminará tras 150 pasos?',
          options: ['Más o menos igual', 'En contar letras', 'En los pares de letras'],
          act: 'Entrenar sin el residual',
          see: (x) =>
            `Terminó en ${x.bare}; contar letras cuesta ${x.letters}. Aprendió qué letras son frecuentes, y nada más.`,
        },
        {
          say: 'En el artículo de 2017 la norma va después de la suma. Eso se llama post-norma.',
          ask: 'En los primeros 150 pasos, con post-norma aprende',
          options: ['más deprisa', 'más despacio', 'igual de deprisa'],
          act: 'Entrenar con post-norma',
          see: (x) => `Post-norma ${x.post}, norma antes de cada parte ${x.pre}.`,
        },
      ],
      question: '¿Por qué el flujo residual ayuda a aprender a los modelos profundos?',
      answer:
        'El gradiente puede volver por la suma sin atravesar todas las partes. Y x llega a la salida aunque una capa no haga todavía nada útil.',
    },

    positions: {
      title: 'Dónde está una letra',
      goal: 'Comparar un modelo sin posiciones, con posiciones aprendidas y con ondas.',
      steps: [
        {
          say: 'La atención lee un conjunto, no una fila: sin posiciones no sabe qué está dónde. Aquí la tarea es escribir una serie de letras al revés.',
          ask: '¿Puede aprenderlo el modelo sin posiciones?',
          options: ['Sí', 'Cerca de la mitad', 'No'],
          act: 'Entrenar sin posiciones',
          see: (x) => `Acierta ${x.without} de las series reservadas, como parte de 1.`,
        },
        {
          say: 'Ahora cada lugar tiene su propia lista de números, aprendida como los demás pesos y sumada a la letra.',
          act: 'Entrenar con posiciones',
          see: (x) => `Con posiciones ${x.with}, sin ellas ${x.without}.`,
        },
        {
          say: 'El artículo de 2017 no las aprende: cada lugar recibe valores de ondas seno de muchas longitudes.',
          ask: 'Dos lugares a distancia tres, cerca del comienzo o cerca del final: ¿cuánto se parecen?',
          options: ['Lo mismo', 'Más al comienzo', 'No hay regla'],
          act: 'Comparar lugares',
          see: (x) =>
            `Ondas: el parecido a igual distancia cambia como mucho ${x.waves}. Una tabla aprendida, sin entrenar: hasta ${x.learned}.`,
        },
      ],
      question:
        'Un modelo que oculta el futuro puede hacer algo sin posiciones. ¿Cómo sabe dónde está?',
      answer:
        'Por la máscara. El primer lugar puede mirar un carácter; el décimo, diez. Una media de lo permitido cambia de un lugar a otro.',
    },

    answer: {
      title: 'El decoder más pequeño que responde',
      goal: 'Ver cómo dos preguntas se vuelven respuestas en 60 pasos.',
      steps: [
        {
          say: 'Cinco palabras, dos preguntas, dos números por palabra, una cabeza. Todo en este modelo se puede comprobar a mano.',
          ask: 'Se le pregunta «what is statquest». ¿Qué dirá antes de entrenar? Hay estas palabras: «what», «is», «statquest», «awesome» y «<EOS>», que termina una respuesta.',
          act: 'Preguntarle sin entrenar',
          see: (x) => `Preguntas bien respondidas: ${x.before} de 2.`,
        },
        {
          say: 'Cada paso le muestra una de sus dos líneas.',
          ask: '¿Cuántas de las dos responderá tras 60 pasos?',
          options: ['Ninguna', 'Una', 'Las dos'],
          act: 'Entrenar 60 pasos y preguntar otra vez',
          see: (x) => `Preguntas bien respondidas: ${x.answers} de 2.`,
        },
      ],
      question: 'Las dos respuestas son correctas. ¿Entiende el modelo las preguntas?',
      answer:
        'No hay señal de eso. Las dos respuestas son las mismas dos palabras, y solo ha visto estas dos líneas. Las sabe de memoria.',
    },

    cross: {
      title: 'Encoder y decoder',
      goal: 'Ver adónde mira quien escribe en lo que leyó otro.',
      steps: [
        {
          say: 'Un encoder lee la serie entera, hacia los dos lados. Un decoder escribe, y para cada letra puede mirar todo lo que leyó el encoder. Eso es la atención cruzada.',
          ask: 'Para escribir «fedcba» tras leer «abcdef», ¿adónde debe mirar su primera letra?',
          options: ['A la primera leída', 'A la última leída', 'A todas por igual'],
          act: 'Entrenarlo y abrir la mejor cabeza',
          see: (x) =>
            `Parte de las series reservadas correctas hasta la última letra: ${x.answered}. Su mejor cabeza pone ${x.mirrored} en la letra reflejada; un reparto parejo sería ${x.evenSpread}.`,
        },
        {
          say: 'Ahora, a preguntarle. Aprendió de letras al azar; esta palabra difícilmente es una de sus series.',
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
        'Las cabezas del encoder no tienen triángulo. ¿Por qué pueden mirar hacia delante?',
      answer:
        'El encoder solo lee. No adivina lo que sigue: verlo no le regala nada, y no hay nada que ocultar.',
    },

    induction: {
      title: 'El poeta, y un circuito que copia',
      goal: 'Entrenar un poeta pequeño y encontrar dos cabezas que trabajan juntas.',
      steps: [
        {
          say: 'El poeta del curso tiene 10,8 millones de pesos y aprende el Martín Fierro; un paso lleva segundos. Este es un gemelo pequeño: las mismas partes, dos capas de dos cabezas, con el texto de esta página.',
          ask: 'Tras 300 pasos, ¿dónde estará su pérdida reservada?',
          options: [
            'Claramente por debajo de los pares de letras',
            'En los pares de letras',
            'Por encima de los pares de letras',
          ],
          act: 'Entrenar el poeta pequeño',
          see: (x) => `Pérdida reservada ${x.heldOut}, pares de letras ${x.pairs}.`,
        },
        {
          say: 'Ahora un texto en que solo ayuda mirar atrás: letras al azar, una barra y las mismas letras otra vez. La primera copia no se puede adivinar; la segunda, sí.',
          ask: '¿Qué hará la pérdida de la segunda copia?',
          options: [
            'Bajar de forma pareja desde el comienzo',
            'Quedarse un tiempo y luego bajar deprisa',
            'Quedarse para siempre',
          ],
          act: 'Entrenar dos capas de una cabeza',
          see: (x) =>
            `Segunda copia: ${x.early} en el paso 150, ${x.secondCopy} en el paso 500. Primera copia: ${x.firstCopy}.`,
        },
        {
          say: 'Alguna cabeza mira lo que siguió a la misma letra la vez anterior. La página puede encontrarla por su puntuación.',
          act: 'Encontrarla',
          see: (x) =>
            `Su peso en el lugar del que copiar: ${x.stripe}. Al azar sería ${x.stripeChance}.`,
        },
        {
          say: 'Una puntuación muestra adónde mira una cabeza. Si el modelo la necesita, solo se ve cuando falta.',
          ask: 'Con esta cabeza apagada, la pérdida',
          options: ['subirá mucho', 'se quedará', 'bajará'],
          act: 'Apagarla',
          see: (x) => `Sin ella las apuestas empeoran ${x.offDelta} nats.`,
        },
      ],
      question: 'Para copiar hacen falta dos capas. ¿Por qué no basta una?',
      answer:
        'Una cabeza de la capa 2 tiene que encontrar el lugar que sigue a la última letra igual. Para eso, cada lugar debe saber qué letra estaba antes. Esa noticia la trae una cabeza de la capa 1: mira uno atrás.',
    },
  },
};
