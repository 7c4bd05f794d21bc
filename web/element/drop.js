// SPDX-License-Identifier: MIT
// Files dropped on the element. Text is the browser's: into the field it is dropped on.

import { areModelFiles } from '../run/model-files.js';
import { openModel } from '../views/export/open-model.js';

/** @import { App } from '../app/app.js' */
/** @typedef {HTMLElement & { app: App | null, readonly: boolean, dropping: boolean }} Host */

/** @param {Host} element @param {AbortSignal} signal ends it */
export function acceptDrops(element, signal) {
  const listener = (/** @type {DragEvent} */ event) => {
    const { app, readonly } = element;
    if (!app || readonly) return;
    // By a view that takes files of its own.
    const isTaken = event.defaultPrevented;
    const isOver = isDraggedOver(event, element);
    if (isOver === undefined) return;
    element.dropping = isOver && !isTaken;
    // A file may be gone, or not the browser's to read.
    if (event.type === 'drop' && !isTaken)
      useDropped(event, app).catch((error) => app.report(error));
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
 * @returns {boolean | undefined} whether it is over the element; undefined: no file
 */
function isDraggedOver(event, element) {
  if (!event.dataTransfer?.types.includes('Files')) return undefined;
  event.preventDefault();
  // `dragleave` also fires between children; outside the element there is no target.
  const left =
    event.type === 'dragleave' &&
    !(event.relatedTarget instanceof Node && element.contains(event.relatedTarget));
  return event.type !== 'drop' && !left;
}

/** The files, and those in a folder; not in folders of that.
 * @param {DataTransfer | null} data @returns {Promise<File[]>} */
async function droppedFiles(data) {
  // Both are empty after the event.
  const entries = [...(data?.items ?? [])].map((item) => item.webkitGetAsEntry?.());
  const files = [...(data?.files ?? [])];
  const inFolders = entries.filter((entry) => entry?.isDirectory).map(filesIn);
  return inFolders.length > 0 ? (await Promise.all(inFolders)).flat() : files;
}

/** @param {FileSystemEntry | null | undefined} folder @returns {Promise<File[]>} */
async function filesIn(folder) {
  const reader = /** @type {FileSystemDirectoryEntry} */ (folder).createReader();
  /** @type {FileSystemEntry[]} */
  const entries = await new Promise((done, fail) => reader.readEntries(done, fail));
  // What begins with a dot was put there by the reader's system.
  const files = entries.filter(({ isFile, name }) => isFile && !name.startsWith('.'));
  return Promise.all(
    files.map(
      (entry) =>
        new Promise((done, fail) =>
          /** @type {FileSystemFileEntry} */ (entry).file(done, fail),
        ),
    ),
  );
}

/** @param {DragEvent} event @param {App} app */
async function useDropped(event, app) {
  const files = await droppedFiles(event.dataTransfer);
  if (files.length === 0) return; // an empty folder
  app.dismiss();
  if (areModelFiles(files)) await openModel(app, files);
  else if (files.length > 1) app.showProblem(app.t.corpus.oneText);
  else {
    // Where its field is.
    if (app.store.state.session?.isLoaded) app.selection.openPlace('stage');
    await app.draft.takeFile(files[0]);
  }
}
