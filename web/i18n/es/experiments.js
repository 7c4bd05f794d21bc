// SPDX-License-Identifier: MIT
// Spanish: experiments, several runs that answer one question.
import forms from './forms.js';
import { counted } from '../phrases.js';

/** @param {string} n */
const runs = (n) => counted(n, 'entrenamiento', 'entrenamientos');
/** @param {string} n */
const workers = (n) => counted(n, 'worker', 'workers');

/** @type {typeof import('../en/experiments.js').default} */
export default {
  title: 'Experimentos',
  choose: 'Experimento',
  open: 'Abrir un archivo…',
  remove: 'Quitar este archivo',
  removed: 'Archivo quitado, con sus resultados.',
  measure: 'Medida',
  measures: {
    loss: 'pérdida de validación',
    exact: 'respuestas enteras correctas',
    train: 'pérdida de entrenamiento',
    time: 'milisegundos por paso',
  },
  units: {
    loss: (x) => `${x} nats`,
    exact: (x) => x,
    train: (x) => `${x} nats`,
    time: (x) => `${x} ms`,
  },
  gaps: {
    loss: (x) => `${x} nats`,
    exact: (x) => counted(x, 'punto porcentual', 'puntos porcentuales'),
    train: (x) => `${x} nats`,
    time: (x) => `${x} ms`,
  },
  measuredOn: {
    loss: (windows) =>
      `Pérdida media de ${counted(windows, 'ventana', 'ventanas')} de validación`,
    exact: (windows) =>
      `Proporción de ${windows} respuestas de validación que son correctas por entero`,
    train: (windows) =>
      `Pérdida media de ${counted(windows, 'ventana', 'ventanas')} de entrenamiento`,
    time: () => 'Tiempo de este equipo, con los demás entrenamientos a la vez',
  },
  after: (what, steps, text) =>
    `${what}, tras ${counted(steps, 'paso', 'pasos')} con ${text}.`,
  range: (least, most) => `${least} a ${most}`,

  start: (n) => `Hacer ${runs(n)}`,
  goOn: (n) => `Continuar: ${n === '1' ? 'falta' : 'faltan'} ${n}`,
  stop: 'Detener',
  discard: 'Descartar los resultados',
  discarded: 'Resultados descartados.',
  csv: 'CSV',
  copyLink: 'Enlace a este experimento',
  tooLong: 'Este experimento es demasiado largo para un enlace: comparte su archivo.',
  cost: (n, steps, lanes) =>
    `${runs(n)} de ${counted(steps, 'paso', 'pasos')}, en ${workers(lanes)}.`,
  done: (n, all) => `Entrenamientos hechos: ${n} de ${all}`,
  left: (time) => `; quedan unos ${time}`,
  allDone: (n) => `Los ${n} entrenamientos están hechos.`,
  oneDone: 'El entrenamiento está hecho.',
  other: (title) => `«${title}» está en marcha; se detiene cuando entrenas este.`,
  paused: (step) =>
    `Tu entrenamiento está en pausa en el paso ${step}. «Continuar», en la barra de arriba, lo sigue junto a estos.`,
  notKept: 'Este navegador no guarda los resultados: guarda el CSV antes de salir.',
  failed: (n, why) => `${n === '1' ? 'Falló' : 'Fallaron'} ${runs(n)}: ${why}`,

  at: (line, value) => `${line} con ${value}`,
  of: (line, value) => `${value} (${line})`,
  equals: (name, value) => `${name} = ${value}`,

  none: 'Aún no hay ningún entrenamiento hecho.',
  soFar: ({ n, all, best, mean }) =>
    `Hasta ahora, ${n} de ${runs(all)}: va primero ${best}, ${mean}.`,
  once: 'Algunos valores tienen una sola semilla, así que aún no hay dispersión. Ir primero no es ganar mientras las semillas no coincidan.',
  alone: ({ best, mean }) => `${best}: ${mean}.`,
  clear: ({ best, mean, other, gap, spread }) =>
    `Mejor: ${best}, ${mean}. Aventaja en ${gap} a ${other}; las semillas se dispersan ${spread} como mucho.`,
  unclear: ({ best, other, gap, spread }) =>
    `No se aprecia diferencia entre ${best} y ${other}: las separan ${gap}, y las semillas se dispersan ${spread}.`,
  oneSeed: ({ best, mean, other, gap }) =>
    `Mejor con una semilla: ${best}, ${mean}, ${gap} por delante de ${other}. Sin más semillas no se conoce la dispersión.`,
  same: ({ best, mean, other }) =>
    `Iguales con una semilla: ${best} y ${other}, ${mean}.`,
  tied: (names) =>
    `Indistinguibles del mejor, porque sus semillas se solapan: ${names}.`,
  seeds: (n) => (n === '1' ? 'Una semilla de cada uno.' : `${n} semillas de cada uno.`),
  diverged: (names) => `Divergieron: ${names}.`,
  ofSeeds: (name, n, all) => `${name} (${n} de ${counted(all, 'semilla', 'semillas')})`,

  varied: 'Se varía',
  seedsHead: 'Semillas',
  equal: 'Se mantiene igual',
  text: 'Texto',
  preset: 'Ejemplo',
  tokens: 'Tokens de cada entrenamiento',
  conclusion: 'Para recordar',

  chart: (measure, axis) =>
    `${measure} según ${axis}. Las flechas van de un valor a otro.`,
  ranking: 'Clasificación',
  rankHead: ['', 'Valor', 'Semillas', 'Media'],
  every: 'Cada entrenamiento',
  everyLook:
    'Pérdida de validación por paso, una línea por semilla; en gris, todos los demás.',
  dashed: 'Discontinua: la pérdida de entrenamiento.',
  logarithmic: (from, to) => `Pasos del ${from} al ${to} en un eje logarítmico.`,
  spread: (x) => `dispersión ${x}`,
  nOf: (n, all) => `${n} de ${all}`,
  waiting: 'en espera',
  training: (share) => `entrena ${share}`,
  hasDiverged: 'divergió',
  hint: 'Señala o elige un valor para ver sus números.',
  detail: ({ name, mean, seeds }) => `${name}: media ${mean}. ${seeds}`,
  seed: (seed, value) => `Semilla ${seed}: ${value}`,
  use: 'Usar este ajuste',
  used: (name) =>
    `Tu modelo tiene ahora los ajustes de ${name}, con la primera semilla, y está sin entrenar.`,

  columns: {
    seed: 'semilla',
    steps: 'pasos',
    heldOut: 'pérdida de validación',
    exact: 'respuestas enteras correctas',
    train: 'pérdida de entrenamiento',
    time: 'ms por paso',
    diverged: 'divergió',
    hash: 'SHA-256 de los pesos',
  },

  problem: (why) => `No se abrió el experimento. ${why}`,
  problems: {
    ...forms,
    foreign: () => 'No dice "glassformer": "experiment".',
    noAxis: ({ line, where, name }) =>
      `Línea ${line}: ${where} toma los valores del eje en ${name}, pero vary no tiene valores.`,
    tooMany: ({ line, name }) =>
      `Línea ${line}: son ${name} entrenamientos; 256 como máximo.`,
    noNetwork: () => 'No se pudo leer.',
  },
  noPreset: (name) => `No hay ningún ejemplo que se llame ${name}.`,
  refused: (value, why) => `${value}: ${why}`,
  notText: 'No es un archivo de texto.',
};
