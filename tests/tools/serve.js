// SPDX-License-Identifier: MIT
// `node tests/tools/serve.js FOLDER`: serves it on port 8080 (or PORT), on the next free
// port when that one is taken, until Ctrl+C.

import { serveFolder } from './static-server.js';

const FIRST_PORT = Number(process.env.PORT) || 8080;
const N_TRIES = 20;

const folder = process.argv[2] ?? '.';

async function serve() {
  for (let port = FIRST_PORT; port < FIRST_PORT + N_TRIES; port += 1) {
    try {
      return await serveFolder(folder, { port });
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'EADDRINUSE') throw error;
    }
  }
  return serveFolder(folder);
}

const { url } = await serve();
console.log(`\nGlassformer is at ${url}   (Ctrl+C stops it)`);
