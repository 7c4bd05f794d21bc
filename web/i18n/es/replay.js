// SPDX-License-Identifier: MIT
// Spanish: the replay of a run, as a picture and a film.

/** @type {typeof import('../en/replay.js').default} */
export default {
  title: 'Repetición',
  about:
    'Cómo aprendió este modelo, con un mismo comienzo y una misma semilla: una imagen o diez segundos de vídeo para enviar.',
  making: (share) => `Escribiendo de nuevo en cada paso: ${share}`,
  savePicture: 'Guardar imagen',
  saveFilm: 'Guardar vídeo',
  play: 'Reproducir',
  stop: 'Detener',
  close: 'Cerrar',
  obstacles: {
    noText:
      'La repetición muestra cómo un modelo aprendió un texto: entrena antes uno con un texto, en esta pestaña.',
    tooEarly: 'Entrena antes algunos pasos más: la repetición necesita varios.',
    headsOff:
      'Enciende antes todas las cabezas: la repetición muestra el modelo entero.',
    failed: 'No se pudo hacer la repetición.',
  },
  memorized: (n) =>
    `aprendido de memoria por un transformer de ${n} parámetros, en una pestaña del navegador`,
  learned: (n) =>
    `cómo un transformer de ${n} parámetros aprendió a escribir así, en una pestaña del navegador`,
  again: (address) => `Míralo aprender otra vez: ${address}`,
  bytes: (hash) => `los mismos bytes en todas partes: ${hash}`,
  copied: (share) => `${share} copiado del texto`,
  right: (n, all) => `${n} de ${all} acertados en esta línea`,
  step: (n) => `paso ${n}`,
  train: 'entrenamiento',
  val: 'validación',
  described: (x) =>
    `${x.name}: ${x.claim}. En el paso ${x.first} escribe «${x.noise}», en el paso ${x.last} «${x.text}».`,
};
