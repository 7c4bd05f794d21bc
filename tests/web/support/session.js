// SPDX-License-Identifier: MIT
// Sessions in this thread, and folders; both go after the tests of the file, or with the test that
// asked for the folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { createSession } from '../../../wasm/index.js';
import { MODULE } from '../../wasm/support.js';

/** @import { Session, SessionOptions } from '../../../wasm/index.js' */

/** @type {Session[]} */
const opened = [];
after(() => Promise.all(opened.map((session) => session.close())));

/** @param {SessionOptions} options */
export async function sessionWith(options) {
  const session = await createSession({ mode: 'main', wasm: MODULE, ...options });
  opened.push(session);
  return session;
}

/** @returns {string} an empty one */
export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  after(() => rmSync(folder, { recursive: true }));
  return folder;
}
