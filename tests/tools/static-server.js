// SPDX-License-Identifier: MIT
// A minimal static file server. It sends no special headers, so that whatever works here
// works on any static host.

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.wasm', 'application/wasm'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
]);

/** The file a URL path stands for, or null when it leads outside the root or to
 * nothing. @param {string} root absolute path @param {string} url as in the request
 * line @param {Record<string, string>} beside absolute paths of files outside, by name */
async function locate(root, url, beside) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return null;
  }
  if (path.includes('\0')) return null;
  let file = beside[path.slice(1)] ?? resolve(join(root, path));
  if (
    !Object.values(beside).includes(file) &&
    file !== root &&
    !file.startsWith(root + sep)
  )
    return null;
  try {
    let info = await stat(file);
    if (info.isDirectory()) {
      file = join(file, 'index.html');
      info = await stat(file);
    }
    return info.isFile() ? { file, size: info.size } : null;
  } catch {
    return null;
  }
}

/** Serves a folder on this machine only. @param {string} folder
 * @param {object} [options] @param {number} [options.port] 0 picks a free one
 * @param {Record<string, string>} [options.headers] added to every response
 * @param {Record<string, string>} [options.beside] files from elsewhere, by name
 * @param {(path: string) => void} [options.onRequest]
 * @param {(html: string) => string} [options.edit] what is sent instead of a page
 * @param {boolean} [options.gzip] texts compressed, as most hosts send them
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>} rejects
 * with code EADDRINUSE when the port is taken */
export async function serveFolder(
  folder,
  { port = 0, headers = {}, beside = {}, onRequest, edit, gzip = false } = {},
) {
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    onRequest?.(request.url ?? '/');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, headers).end();
      return;
    }
    const found = await locate(root, request.url ?? '/', beside);
    if (!found) {
      response.writeHead(404, { 'Content-Type': 'text/plain', ...headers });
      response.end('Not found\n');
      return;
    }
    const type = extname(found.file);
    const mime = TYPES.get(type) ?? 'application/octet-stream';
    const isEdited = edit && type === '.html';
    const isCompressed = gzip && /text|json|svg/.test(mime);
    let body;
    if (isEdited || isCompressed) body = await readFile(found.file);
    if (body && isEdited) body = Buffer.from(edit(body.toString()));
    if (body && isCompressed) body = gzipSync(body);
    response.writeHead(200, {
      'Content-Type': mime,
      'Content-Length': body ? body.length : found.size,
      ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      'Cache-Control': 'no-cache',
      ...headers,
    });
    if (request.method === 'HEAD' || body) {
      response.end(request.method === 'HEAD' ? undefined : body);
      return;
    }
    createReadStream(found.file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  const listener = await listening(server, port);
  return { url: `http://localhost:${listener.port}/`, ...listener };
}

/** Until it listens. @param {import('node:http').Server} server @param {number} [port] 0: a free one
 * @returns {Promise<{ port: number, close: () => Promise<void> }>} */
export async function listening(server, port = 0) {
  await new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => done(undefined));
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () =>
    new Promise((/** @type {(ended?: undefined) => void} */ done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { port: address.port, close };
}

/** A port that nobody listens at now. @returns {Promise<number>} */
export async function freePort() {
  const { port, close } = await listening(createServer());
  await close();
  return port;
}
