// SPDX-License-Identifier: MIT
// A file or text dropped on the element.

import { isModelFile, readModelFiles } from '../run/model-files.js';

/** @import { App } from '../app/app.js' */
/** @typedef {HTMLElement & { app: App | null, readonly: boolean, dropping: boolean }} Host */

/** @param {Host} element @param {AbortSignal} signal ends it */
export function acceptDrops(element, signal) {
  const listener = (/** @type {DragEvent} */ event) => {
    const { app, readonly } = element;
    if (!app || readonly) return;
    const isOver = isDraggedOver(event, element);
    if (isOver === undefined) return;
    element.dropping = isOver;
    if (event.type === 'drop') void useDropped(event, app);
  };
  for (const name of /** @type {const} */ ([
    'dragenter',
    'dragover',
    'dragleave',
    'drop',
  ]))
    element.addEventListener(name, listener, { signal });
}

/**
 * @param {DragEvent} event
 * @param {HTMLElement} element
 * @returns {boolean | undefined} whether it is over the element; undefined: not a file or text
 */
function isDraggedOver(event, element) {
  const items = event.dataTransfer?.types ?? [];
  if (!items.includes('Files') && !items.includes('text/plain')) return undefined;
  event.preventDefault();
  // `dragleave` also fires between children; outside the element there is no target.
  const left =
    event.type === 'dragleave' &&
    !(event.relatedTarget instanceof Node && element.contains(event.relatedTarget));
  return event.type !== 'drop' && !left;
}

/** @param {DragEvent} event @param {App} app */
async function useDropped(event, app) {
  const files = [...(event.dataTransfer?.files ?? [])];
  const [file] = files;
  const text = event.dataTransfer?.getData('text/plain') ?? '';
  app.dismiss();
  if (!file) {
    await app.useText({ id: 'own', name: app.t.corpus.names.own, text });
  } else if (files.every(isModelFile)) {
    const { bytes, tokenizer } = await readModelFiles(files);
    await app.open(bytes, tokenizer);
  } else {
    await app.useFile(file);
  }
}
