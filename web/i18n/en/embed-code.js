// SPDX-License-Identifier: MIT
// English: code for other people's pages.

export default {
  title: 'Put it into another page',
  door: 'As',
  doors: { script: 'script and tag', frame: 'frame', notebook: 'notebook widget' },
  view: 'Showing',
  all: 'everything',
  folder: 'Address of the files',
  badFolder:
    'No page can load from this address. Give the folder, as in https://school.example/glassformer/.',
  files: {
    script: 'The page needs glassformer.js at this address.',
    frame: 'The page needs embed.html at this address.',
    notebook: 'The notebook needs anywidget.js at this address.',
  },
  frameOnly: 'This view comes in a frame only.',
  code: 'Embed code',
  copy: 'Copy embed code',
  copied: 'Embed code copied.',
  notCopied: 'This page may not use the clipboard. Select the code and copy it.',
  words: 'A small transformer learns a text here.',
};
