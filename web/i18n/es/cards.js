// SPDX-License-Identifier: MIT
// Spanish: the cards of the forward pass.
import { counted } from '../phrases.js';

/** @type {typeof import('../en/cards.js').default} */
export default {
  size: (n) => `${n} números`,
  strip: (label, n, a, b) => `${label}: ${n} números de ${a} a ${b}`,
  shape: (a, b) => `${a} → ${b}`,
  firstNumber: 'Primer elemento:',
  names: {
    token: 'embedding del token',
    position: 'embedding de posición',
    embedding: 'su suma, x',
    x: (n) => `x tras ${counted(n, 'capa', 'capas')}`,
    stream: 'flujo residual x',
    normed: 'x normalizado',
    q: 'consulta q',
    k: 'claves k, una fila por posición',
    kj: (c) => `clave de «${c}»`,
    products: 'productos elemento a elemento q·k',
    v: 'valores v, una fila por posición',
    mix: 'suma ponderada de los valores',
    head: 'lo que esta cabeza suma a x',
    others: 'lo que suman las demás cabezas',
    headAlone: 'resultado de esta cabeza',
    othersAlone: 'resultados de las demás cabezas',
    after: 'x tras la atención',
    hidden: 'capa oculta de la MLP, tras la función de activación',
    end: 'x tras esta capa',
  },
  rail: { x: 'x antes de la capa', attention: '+ atención', mlp: '+ MLP' },
  columns: {
    key: 'clave',
    product: 'q·k',
    score: 'puntuación',
    below: 'menos la mayor',
    e: 'e elevado a eso',
    share: 'peso',
    guess: 'predicción',
    p: 'probabilidad',
    logit: 'logit',
  },
  embed: {
    added: (c, n) =>
      `«${c}» en la posición ${n} se convierte en un vector: su embedding de token más su embedding de posición.`,
    rotary: (c, n) =>
      `«${c}» se convierte en un vector: su embedding de token. Su posición, ${n}, gira más tarde su consulta y su clave.`,
    alibi: (c) =>
      `«${c}» se convierte en un vector: su embedding de token. Las posiciones cuentan después: las puntuaciones bajan con la distancia.`,
    none: (c) =>
      `«${c}» se convierte en un vector: su embedding de token. Este modelo no tiene embeddings de posición.`,
  },
  noNorm: 'Este modelo no normaliza antes de la atención: x se usa como está.',
  norm: (mean, spread) =>
    `Normalización de capa: se resta la media ${mean} y se divide entre la desviación típica ${spread}.`,
  normRms: (size) => `Normalización RMS: se divide entre la media cuadrática ${size}.`,
  gain: (x, isShifted) => `por la ganancia${isShifted ? ', más el sesgo' : ''}: ${x}`,
  queryAndKey: (c, n, [unit, units]) =>
    `«${c}» recibe una consulta q, lo que busca. ${n === '1' ? `El único ${unit} al` : `Cada uno de los ${n} ${units} a los`} que puede atender tiene una clave k, por la que se lo encuentra.`,
  queryAndKeySums: (is) => {
    const from = `${is.isNormed ? 'x̂' : 'x'}${is.hasBias ? ' + b' : ''}`;
    return `q = W_Q · ${from},  k = W_K · ${from}${is.isNormed ? '; x̂ es x normalizado' : ''}${is.isUnit ? '; cada una se divide por su media cuadrática' : ''}${is.isRotated ? '; luego ambas giran según su posición' : ''}${is.isGrouped ? `; ${is.group} cabezas comparten estas claves y valores` : ''}`;
  },
  compareWith: 'Comparar con',
  dotProduct: (x, sum) =>
    `Producto escalar de la consulta de «${x.reads}» y la clave de «${x.looked}»: se multiplica elemento a elemento y se suma: ${sum}.`,
  scale: (x) =>
    !x.size
      ? `Este modelo no divide: «${x.looked}» tiene el ${x.share} del peso.`
      : `Se divide entre √${x.root} (${x.size}). Sin eso, «${x.looked}» tendría el ${x.sharp} del peso; tiene el ${x.share}.`,
  root: { head: 'd, la dimensión de la cabeza', width: 'la dimensión del embedding' },
  slope: (slope) => `ALiBi: cada posición de distancia resta ${slope} a la puntuación.`,
  unscaled: 'Relleno: pesos de atención. Contorno: como serían sin escalar.',
  masked: (n, [unit, units]) =>
    counted(n, `${unit} posterior: enmascarado`, `${units} posteriores: enmascarados`),
  causal: 'La máscara causal elimina lo que viene después.',
  softmax: (c, p) =>
    `Softmax: e elevado a cada puntuación, dividido entre el total. Antes se resta la puntuación mayor, lo que no cambia ningún peso. «${c}» recibe el peso ${p}.`,
  weightSum: (n, sum) => `${counted(n, 'peso', 'pesos')}, suma ${sum}`,
  mixValues: (c, isProjected, isAdded) =>
    `Los valores se promedian con estos pesos${isProjected ? ', se proyectan' : ''} y ${isAdded ? 'se suman al flujo residual de' : 'siguen en lugar de'} «${c}».`,
  mlp: (n, isAdded, unit, isParallel) =>
    `La MLP trabaja solo con esta posición, con ${n} unidades ocultas${isAdded ? ', y suma su salida' : ''}.${isParallel ? ' Lee lo que leyó la atención, no su resultado: el bloque es paralelo.' : ''} Tras la última capa, la capa de salida convierte x en un logit por ${unit}.`,
  predict: (c, p) => `Tras la última capa la predicción es «${c}», ${p}.`,
};
