// SPDX-License-Identifier: MIT
// Where the files in a zip archive lie, for archives that compress nothing, as those
// of torch.save. PKWARE's APPNOTE.TXT 6.3.10: 4.3.7 (local header), 4.3.12 (directory), 4.3.16 (its
// end).

/** @typedef {{ name: string, at: number, size: number }} Entry at: of its local header */

const SIGNATURE = { local: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 };
const BYTES = { local: 30, entry: 46, end: 22 };
/** The end of the directory may be followed by a comment. */
const MAX_COMMENT = 0xffff;
/** Larger than the directory of any model. */
const MAX_DIRECTORY = 1e8;

/** @param {Blob} file @param {number} from @param {number} to */
async function viewOf(file, from, to) {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

/** Where the directory is. @param {Blob} file */
async function directoryOf(file) {
  const from = Math.max(0, file.size - BYTES.end - MAX_COMMENT);
  const view = await viewOf(file, from, file.size);
  for (let at = view.byteLength - BYTES.end; at >= 0; at--) {
    if (view.getUint32(at, true) !== SIGNATURE.end) continue;
    const size = view.getUint32(at + 12, true);
    const start = view.getUint32(at + 16, true);
    const isInside = start + size <= from + at && size <= MAX_DIRECTORY;
    return isInside ? { start, size, n: view.getUint16(at + 10, true) } : null;
  }
  return null;
}

/** The files in an archive. @param {Blob} file
 * @returns {Promise<Entry[] | null>} null: it compresses or encrypts some, or is damaged */
export async function entriesOf(file) {
  const directory = await directoryOf(file);
  if (!directory) return null;
  const view = await viewOf(file, directory.start, directory.start + directory.size);
  /** @type {Entry[]} */
  const entries = [];
  let at = 0;
  for (let i = 0; i < directory.n; i++) {
    if (at + BYTES.entry > view.byteLength) return null;
    const length = (/** @type {number} */ where) => view.getUint16(at + where, true);
    const number = (/** @type {number} */ where) => view.getUint32(at + where, true);
    const isPlain =
      length(8) % 2 === 0 && length(10) === 0 && number(20) === number(24);
    const end = at + BYTES.entry + length(28);
    if (number(0) !== SIGNATURE.entry || !isPlain || end > view.byteLength) return null;
    const name = new Uint8Array(view.buffer, at + BYTES.entry, length(28));
    entries.push({
      ...{ name: new TextDecoder().decode(name), at: number(42), size: number(24) },
    });
    at = end + length(30) + length(32);
  }
  return entries;
}

/** What is in an entry. @param {Blob} file @param {Entry} entry @returns {Promise<Blob | null>} */
export async function contentOf(file, { at, size }) {
  const view = await viewOf(file, at, at + BYTES.local);
  if (view.byteLength < BYTES.local) return null;
  if (view.getUint32(0, true) !== SIGNATURE.local) return null;
  const start = at + BYTES.local + view.getUint16(26, true) + view.getUint16(28, true);
  return start + size <= file.size ? file.slice(start, start + size) : null;
}
