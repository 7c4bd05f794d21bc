// SPDX-License-Identifier: MIT
// Las frases sobre ejecuciones: volver atrás en el tiempo, compararlas, guardarlas.

/** @type {typeof import('../en/runs.js').default} */
export default {
  time: {
    title: 'Atrás en el tiempo',
    label: 'Paso que se mira',
    earlier: 'Una copia anterior',
    later: 'Una copia posterior',
    now: (s) => `ahora, paso ${s}`,
    step: (s) => `paso ${s}`,
    none: 'Mientras entrena se guardan copias de los pesos, para mirar atrás.',
    tooLarge:
      'Este modelo es demasiado grande para guardar copias de pasos anteriores.',
    kept: (n) =>
      `Se conservan ${n} pasos anteriores. Arrastrar hacia atrás muestra esta línea y sus cabezas como eran.`,
    goesOn: (s) => `Se está mirando el paso ${s}; el entrenamiento sigue.`,
    stands: (s, all) =>
      `Se está mirando el paso ${s}; el modelo está en el paso ${all}.`,
    back: 'Volver al presente',
    event: (name, s) => `${name}: paso ${s}`,
  },

  compare: {
    title: 'Entrenamientos lado a lado',
    look: 'Los últimos 8; sus curvas están también en el gráfico de pérdida. El mismo texto, los mismos ajustes y la misma semilla dan los mismos pesos, bit a bit.',
    empty: 'Los entrenamientos aparecen aquí con sus primeros pasos.',
    run: (n) => `Entrenamiento ${n}`,
    twin: 'Entrenar lo mismo otra vez',
    name: 'Nombre',
    step: 'Paso',
    loss: 'Pérdida en lo reservado',
    bits: 'Bits por carácter',
    cut: 'Si las piezas difieren, solo se pueden comparar los bits por carácter.',
    hash: 'Pesos, SHA-256 (paso)',
    shown: 'Mostrar curva',
    inUse: 'en uso',
    csv: 'CSV',
    goOn: 'Seguir con él',
    remove: 'Quitar',
    same: (a, b, step, hash) =>
      `${a} y ${b} son gemelos: en todos los pasos comparados, hasta el ${step}, todos sus pesos son iguales (SHA-256 ${hash}).`,
    apart: (a, b, step) =>
      `${a} y ${b} empezaron igual, pero sus pesos difieren en el paso ${step}: en uno estaba apagada una cabeza.`,
    differ: 'Ajustes que difieren',
    equal: 'Estos entrenamientos tienen el mismo texto y los mismos ajustes.',
    samples: 'Lo que escribieron, con el mismo comienzo y la misma semilla',
    at: 'En el paso',
    none: 'En este paso no se anotó nada.',
  },

  saved: {
    title: 'En este navegador',
    on: 'Guardar en este navegador',
    hint: 'Cada 15 segundos y en cada pausa: texto, ajustes y modelo. Quedan en este ordenador, solo para este sitio.',
    last: (step, date) => `Guardado en el paso ${step}, ${date}.`,
    list: (n, size) => `Guardados: ${n}, ${size}`,
    name: 'Texto',
    page: 'Página',
    date: 'Fecha',
    step: 'Paso',
    size: 'Tamaño',
    open: 'Seguir',
    goOn: (s) => `Seguir desde el paso ${s}`,
    offer: (name, s) =>
      `Hay un entrenamiento de esta página guardado en este navegador: ${name}, paso ${s}.`,
    gone: 'Ese entrenamiento ya no está.',
    remove: 'Borrar',
    removeAll: 'Borrar todo y dejar de guardar',
    problems: {
      '': '',
      forbidden:
        'Aquí no se puede guardar en el navegador. «Guardar el modelo» hace un archivo.',
      full: 'El navegador no tiene más sitio. Conviene borrar algo guardado o usar «Guardar el modelo».',
    },
  },
};
