// SPDX-License-Identifier: MIT
// The Spanish words of assignments.
import forms from './forms.js';

/** @type {typeof import('../../assignments/en.js').default} */
export default {
  lang: 'es',
  problems: {
    ...forms,
    foreign: () =>
      'Este archivo no es una tarea: no empieza por "glassformer": "assignment".',
    noQuestion: ({ line, name }) => `Línea ${line}: no existe la pregunta «${name}».`,
    twice: ({ line, name }) => `Línea ${line}: «${name}» ya existe.`,
    noExperiment: ({ line, name }) =>
      `Línea ${line}: la página no tiene ningún experimento «${name}».`,
    inExperiment: ({ line, name }) =>
      `Línea ${line}: el experimento no lo es; revisa ${name}.`,
    unnamed: () =>
      'Este enlace no nombra ninguna tarea. Revisa el enlace que te dio tu docente.',
    notFound: ({ name }) =>
      `Aquí no hay ninguna tarea «${name}». Revisa el enlace que te dio tu docente.`,
    noNetwork: ({ name }) =>
      `No se pudo descargar la tarea de ${name}. La página solo puede descargar de su propio sitio.`,
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
  trainRuns: (n) => `Hacer ${n} entrenamientos`,
  goOnRuns: 'Seguir con los entrenamientos',
  trainedRuns: (n) => `Hechos ${n} entrenamientos`,
  inLab:
    'Están en el laboratorio, pestaña Experimentos: mira allí la respuesta, el gráfico y cada entrenamiento.',
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
  measure: 'Medir el modelo de la pantalla',
  off: 'Cabezas apagadas',
  noneOff: 'ninguna',
  handIn: 'Entregar',
  fixed: 'Al entregar, tus respuestas quedan como están.',
  missing: (n) => (n === '1' ? 'Falta una respuesta.' : `Faltan ${n} respuestas.`),
  shown: 'Este es el archivo completo. Se guarda en tu equipo; no se envía nada.',
  save: 'Guardar el archivo',
  report: 'Informe para imprimir',
  range: (from, to) => `de ${from} a ${to}`,
  least: (least) => `al menos ${least} caracteres`,
  rubric: 'Cómo se puntúa',
  points: (n) => (n === '1' ? '1 punto' : `${n} puntos`),
  close: 'Cerrar',
  measures: {
    withoutCopier: 'Aciertos por la letra sin la cabeza que copia',
    withoutPrevious: 'Aciertos por la letra sin la cabeza que atiende al anterior',
    leastWithoutHead:
      'Aciertos por la letra sin la cabeza de la capa 1 que más importa',
    best: 'Mejor valor',
    bestLine: 'Mejor línea',
    bestMean: 'Media del mejor entre sus semillas',
    gap: 'Ventaja sobre el siguiente',
    spread: 'Mayor dispersión de las semillas',
    isClear: 'Se aprecia diferencia (1: sí)',
    nDiverged: 'Entrenamientos que divergieron',
  },
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
