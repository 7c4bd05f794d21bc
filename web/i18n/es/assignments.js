// SPDX-License-Identifier: MIT
// The Spanish words of assignments.

/** @type {typeof import('../../assignments/en.js').default} */
export default {
  lang: 'es',
  problems: {
    notJson: ({ detail }) => `La tarea no es JSON: ${detail}`,
    notAssignment: () =>
      'Este archivo no es una tarea: no empieza por "glassformer": "assignment".',
    newer: ({ version }) =>
      `Aquí no se conoce la versión ${version} del formato de las tareas.`,
    unknownKey: ({ where }) => `La tarea tiene un campo desconocido: ${where}.`,
    missing: ({ where }) => `A la tarea le falta un campo: ${where}.`,
    wrong: ({ where }) =>
      `Un campo de la tarea tiene un valor de otro tipo: ${where || 'toda ella'}.`,
    noMeasure: ({ where, name }) => `No existe la medida «${name}» (${where}).`,
    noQuestion: ({ where, name }) => `No existe la pregunta «${name}» (${where}).`,
    twice: ({ where, name }) => `«${name}» aparece dos veces en ${where}.`,
    notFound: ({ name }) =>
      `Aquí no hay ninguna tarea «${name}». Revisa el enlace que te dio tu docente.`,
    noNetwork: ({ name }) =>
      `No se pudo descargar la tarea de ${name}. La página solo puede descargar de su propio sitio.`,
    tooLarge: () => 'La tarea ocupa más de 4 MB.',
    headsOff: () =>
      'Se apagó una cabeza durante el entrenamiento, así que el modelo es otro. Entrena de nuevo.',
  },
  assignment: 'Tarea',
  fetching: 'Descargando la tarea…',
  who: 'Tu identificador, como lo conoce tu docente',
  use: 'Usar este identificador',
  seeded: (who, seed) => `${who}, semilla ${seed}`,
  why: 'La semilla se deriva de tu identificador: el modelo es solo tuyo y al entrenar de nuevo sale el mismo.',
  before: 'Primero predice',
  after: 'Después de entrenar',
  number: 'Número',
  train: (steps) => `Entrenar ${steps} pasos`,
  training: 'Entrenando…',
  paused: 'El entrenamiento está en pausa.',
  goOn: 'Seguir entrenando',
  trained: (steps) => `Entrenado ${steps} pasos`,
  again: 'Entrenar de nuevo',
  loss: 'Pérdida de entrenamiento',
  heldOut: 'Pérdida de validación',
  look: 'El modelo está en la pantalla: míralo por dentro, escribe con él, apaga cabezas. Nada de lo que hagas ahora cambia lo que entregas.',
  gone: 'Estos números son de una visita anterior. Entrena de nuevo para tener el modelo en la pantalla.',
  handIn: 'Entregar',
  fixed: 'Al entregar, tus respuestas quedan como están.',
  missing: (n) => (n === '1' ? 'Falta una respuesta.' : `Faltan ${n} respuestas.`),
  shown: 'Este es el archivo completo. Se guarda en tu equipo; no se envía nada.',
  save: 'Guardar el archivo',
  report: 'Informe para imprimir',
  least: (least) => `al menos ${least} caracteres`,
  rubric: 'Cómo se puntúa',
  points: (n) => (n === '1' ? '1 punto' : `${n} puntos`),
  close: 'Cerrar',
  sheet: {
    prediction: 'Predicción',
    answer: 'Respuesta',
    none: '(sin respuesta)',
    measures: 'Medido',
    steps: 'Pasos',
    seed: 'Semilla',
    weights: 'Pesos, SHA-256',
    engine: 'Motor',
    who: 'Nombre o identificador',
  },
};
