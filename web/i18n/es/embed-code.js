// SPDX-License-Identifier: MIT
// Spanish: code for other people's pages.

export default {
  title: 'Ponerlo en otra página',
  door: 'Como',
  doors: {
    script: 'script y etiqueta',
    frame: 'marco',
    notebook: 'widget de cuaderno',
  },
  view: 'Con',
  all: 'todo',
  folder: 'Dirección de los archivos',
  badFolder:
    'Ninguna página puede cargar desde esta dirección. Hace falta la carpeta, como https://escuela.example/glassformer/.',
  files: {
    script: 'La página necesita glassformer.js en esta dirección.',
    frame: 'La página necesita embed.html en esta dirección.',
    notebook: 'El cuaderno necesita anywidget.js en esta dirección.',
  },
  frameOnly: 'Esta vista solo viene en un marco.',
  code: 'Código para insertar',
  copy: 'Copiar el código',
  copied: 'Código copiado.',
  notCopied:
    'Esta página no puede usar el portapapeles. Seleccione el código y cópielo.',
  words: 'Aquí un pequeño transformer aprende un texto.',
};
