// SPDX-License-Identifier: MIT
// Spanish: the stage, its caption, its heads and the tools of its line.
import { capital, counted } from '../phrases.js';

/** @type {typeof import('../en/stage.js').default} */
export default {
  stage: {
    title: 'El modelo',
    waiting: 'La imagen aparece cuando el modelo está listo.',
    step: (s) => `En el paso ${s}: `,
    modes: 'Qué muestra el modelo dibujado',
    split: { train: 'Vista al entrenar', val: 'Reservada' },
    lookAt: 'Atención',
    noFile: 'No se pudo cargar glassformer.more.js.',
    why: (c) => (c ? `¿Por qué «${c}»?` : '¿Por qué?'),
    untrained: 'Sin entrenar: pesos al azar.',
    expects: 'Tras {before} el modelo predice {guess} ({share}).',
    seesNext: 'Tras {before} el modelo, que ve lo que sigue, dice {guess} ({share}).',
    labels: '{token}: el modelo dice {guess} ({share}).',
    right: 'Correcto.',
    wrong: (c) => `El texto dice «${c}».`,
    wrongLabel: (c) => `La etiqueta es «${c}».`,
    units: {
      character: ['carácter', 'caracteres'],
      token: ['token', 'tokens'],
      label: ['etiqueta', 'etiquetas'],
    },
    count: (right, all, unit) => `Aciertos: ${right} de ${counted(all, ...unit)}.`,
    noCount: 'Las etiquetas están sobre el texto.',
    single: 'La línea es demasiado corta para comprobar una predicción.',
    mean: (bits, unsure) => `Sorpresa media de ${bits} bits: ${unsure}.`,
    choose: ([unit]) => `Se puede elegir un ${unit}.`,
    strongest: {
      most: (x) =>
        `Mayor atención: cabeza ${x.head} a «${x.looked}», ${x.back} (${x.share}; por igual, ${x.even}).`,
      evenly: (x) =>
        `Mayor atención: cabeza ${x.head}, ${x.share}; por igual, ${x.even}.`,
    },
    alone: (x) => `La cabeza ${x.head} atiende ${x.how}.`,
    even: (n, share) =>
      `Promedia ${counted(n, 'posición', 'posiciones')}, ${share} cada una.`,
    noHeads: 'Sin capas de atención: cada predicción depende solo de su propio token.',
    without: [(name) => `Sin la cabeza ${name}`, (names) => `Sin las cabezas ${names}`],
    them: ['ella', 'ellas'],
    cost: (x) => `${x.without}: ${x.now} bits por ${x.unit} (${x.all} con ${x.them}).`,
    noCost: (x) =>
      `${x.without}: ${x.now} bits por ${x.unit}, lo mismo que con ${x.them}.`,
    changed: '◥ otra predicción.',
    costAlone: (x) => `${x.without}: ${x.now} bits por ${x.unit}.`,

    names: {
      chosen: 'probabilidades del carácter siguiente, %',
      chosenTokens: 'probabilidades del token siguiente, %',
      chosenLabels: 'probabilidades de las etiquetas, %',
      roof: {
        character: 'probabilidad del carácter correcto',
        token: 'probabilidad del token correcto',
        label: 'probabilidad de la etiqueta correcta',
      },
      next: 'lo que sigue',
      final: 'salida',
      compact: 'lo que sigue y la salida',
      guess: 'predicción',
      embedding: 'embedding',
      attention: 'atención',
      average: 'promedio',
      mlp: 'MLP',
      text: 'texto',
      source: 'origen',
      labelRow: 'etiqueta correcta',
    },
    legend: ['probabilidad del correcto', 'sorpresa, de 0 a 8 bits'],

    headsOf: (layer) => `Cabezas de ${layer}`,
    lines: (head) => `Mostrar solo la cabeza ${head}`,
    linesAlone: ': mostrar solo esta cabeza',
    isOn: (head) => `Cabeza ${head} encendida`,
    back: (n) => `${n} atrás`,

    cursor: ([unit]) => `${capital(unit)} elegido`,
    keys: 'Las flechas izquierda y derecha lo mueven, las flechas arriba y abajo muestran una sola cabeza, X la apaga, W explica la predicción y después Mayús con una flecha mira una causa, Escape anula la selección.',
    above: 'Capa de arriba',
    below: 'Capa de abajo',
    earlier: ([, units]) => `${capital(units)} anteriores`,
    later: ([, units]) => `${capital(units)} posteriores`,
    edit: 'Editar',
    line: 'La línea del escenario',
    writeOn: 'Continuar',
    stop: 'Detener',
    ownLine: 'Volver a la línea propia',
    more: 'Más',
    legendOpen: 'Qué significa cada marca',
    close: 'Cerrar',
    another: 'Otra línea',
    copy: 'Copiar imagen',
    png: 'Guardar como PNG',
    svg: 'Guardar como SVG',
    record: 'Grabar 10 segundos',
    replay: 'Repetición: imagen o vídeo',
    copied: 'La imagen está en el portapapeles.',
    notCopied:
      'El portapapeles está bloqueado aquí; la imagen se guardó en un archivo.',
  },
};
