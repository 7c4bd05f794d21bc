// SPDX-License-Identifier: MIT
// Spanish: published models.

/** @type {typeof import('../en/published.js').default} */
export default {
  title: 'Modelos publicados',
  about:
    'Modelos que otras personas entrenaron y publicaron. Cada uno se descarga al pulsar su botón; después se puede inspeccionar, muestrear y seguir entrenando como uno propio.',
  notes: {
    stories260K:
      'Llama con 260 000 parámetros, entrenado con TinyStories: 5 capas de 8 cabezas, 4 de ellas con claves y valores, 512 tokens.',
    'babyllama-105':
      'Llama con 940 000 parámetros, entrenado con TinyStories carácter a carácter: 5 capas de 8 cabezas, 105 caracteres, sin saltos de línea.',
  },
  source: (bytes, host, licence) => `${bytes} de ${host}; licencia ${licence}`,
  open: (name) => `Descargar y abrir ${name}`,
  inUse: 'En uso.',
  fetching: (name, got, all) => `Descargando ${name}: ${got} de ${all}`,
  stop: 'Detener la descarga',
  offer: (name) => `Este enlace se hizo con ${name}, que primero hay que descargar.`,
  unknown: (name) =>
    `Este enlace se hizo con ${name}, un modelo que aquí no se conoce.`,
  failed:
    'No se pudo descargar el modelo. Conviene comprobar la conexión; quien tenga sus archivos puede elegirlos con «Abrir un modelo».',
};
