// SPDX-License-Identifier: MIT
// Spanish: published models.

/** @type {typeof import('../en/published.js').default} */
export default {
  title: 'Modelos publicados',
  about:
    'Modelos que otras personas entrenaron y publicaron. Cada uno se descarga al pulsar su botón, y antes nada; después se puede inspeccionar, muestrear y seguir entrenando como uno propio, y queda guardado en este navegador hasta que se quite.',
  notes: {
    stories260K:
      'Llama con 260 000 parámetros, entrenado con TinyStories: 5 capas de 8 cabezas, 4 de ellas con claves y valores, 512 tokens.',
    'babyllama-105':
      'Llama con 940 000 parámetros, entrenado con TinyStories carácter a carácter: 5 capas de 8 cabezas, 105 caracteres, sin saltos de línea.',
  },
  files: (n, number) => (n === 1 ? '1 archivo' : `${number} archivos`),
  source: (files, bytes, host) => `${files}, ${bytes}, de ${host}.`,
  licence: (licence) => `Licencia: ${licence}.`,
  noLicence: 'Sin licencia indicada.',
  commit: (commit) => `Commit ${commit}.`,
  unknownSize: 'tamaño no indicado',
  download: (name, bytes) => `Descargar y abrir ${name} (${bytes})`,
  open: (name) => `Abrir ${name}`,
  inUse: 'En uso.',
  fetching: (name, got, all) => `Descargando ${name}: ${got} de ${all}`,
  opening: (name) => `Abriendo ${name} …`,
  stop: 'Detener la descarga',
  address: 'Repositorio de Hugging Face o dirección de un modelo',
  addressHint: (hosts) =>
    `Por ejemplo, openai-community/gpt2. Se abren modelos de los tipos Llama, GPT-2 y GPT-Neo, en ${hosts} o en este sitio; si son varios archivos, sus direcciones separadas por espacios. La consulta muestra primero la licencia y el tamaño.`,
  lookUp: 'Consultar',
  looking: 'Consultando …',
  kept: 'Guardados en este navegador',
  isKept: 'Guardado en este navegador.',
  notKept:
    'Este navegador no guarda el modelo: no da almacenamiento a esta página o le falta espacio. Habrá que descargarlo de nuevo.',
  openKept: 'Abrir',
  remove: 'Quitar',
  removeNamed: (name) => `Quitar ${name}`,
  offer: (name) => `Este enlace se hizo con ${name}, que primero hay que abrir.`,
  offerLookUp: (name) =>
    `Este enlace se hizo con ${name}, que primero hay que consultar y descargar.`,
  unknown: (name) =>
    `Este enlace se hizo con ${name}, un modelo que aquí no se conoce.`,
  failed:
    'No se pudo descargar el modelo. Conviene comprobar la conexión; quien tenga sus archivos puede elegirlos con «Abrir un modelo».',
  problems: {
    noAddress: ({ hosts }) =>
      `Esto no es ni el nombre de un repositorio, propietario/nombre, ni una dirección https de ${hosts} o de este sitio.`,
    otherHost: ({ host, hosts }) =>
      `Los modelos se descargan solo de ${hosts} y de este sitio, no de ${host}. Los archivos se pueden descargar aparte y elegir después con «Abrir un modelo».`,
    noModelFiles: () =>
      'En esta dirección no hay ningún archivo de modelo: hace falta la dirección de un archivo .safetensors o .bin, seguida de las de los archivos que lo acompañan.',
    notFound: ({ name }) => `Hugging Face no tiene ningún repositorio público ${name}.`,
    gated: ({ name }) =>
      `${name} es de acceso restringido: quien lo publica pide antes iniciar sesión y aceptar condiciones. Sus archivos se pueden descargar en huggingface.co y elegir después con «Abrir un modelo».`,
    otherType: ({ name, type, types }) =>
      `${name} es un modelo del tipo ${type}; los que se pueden abrir son ${types}.`,
    noWeights: ({ name }) =>
      `${name} no tiene pesos que se puedan abrir: ni model.safetensors ni pytorch_model.bin, enteros o en partes.`,
    noFile: ({ name, file }) => `${name} no tiene el archivo ${file}, que hace falta.`,
    noNetwork: ({ host }) =>
      `No se pudo llegar a ${host}. Conviene comprobar la conexión.`,
    strange: ({ host }) => `${host} dio una respuesta que no se puede leer.`,
  },
};
