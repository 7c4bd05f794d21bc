// SPDX-License-Identifier: MIT
// The server of `make serve` and of the browser tests.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { serveFolder } from '../tools/static-server.js';

test('server: right types, ranges of one folder only, no special headers', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'glassformer-'));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'site/lessons'), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), 'secret');
  writeFileSync(join(root, 'site/index.html'), '<p>start');
  writeFileSync(join(root, 'site/core.wasm'), '\0asm');
  writeFileSync(join(root, 'site/lessons/index.html'), '<p>lessons');
  const server = await serveFolder(join(root, 'site'));
  t.after(() => server.close());

  const page = await fetch(server.url);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(await page.text(), '<p>start');
  for (const name of ['cross-origin-opener-policy', 'content-security-policy']) {
    assert.equal(page.headers.get(name), null);
  }
  const wasm = await fetch(`${server.url}core.wasm?v=1`);
  assert.equal(wasm.headers.get('content-type'), 'application/wasm');
  assert.equal((await fetch(`${server.url}lessons/`)).status, 200);
  assert.equal((await fetch(`${server.url}nothing`)).status, 404);
  assert.equal((await fetch(server.url, { method: 'POST' })).status, 405);

  // fetch would tidy the path up, so the request is written by hand.
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%',
  ]) {
    const status = await new Promise((done, fail) => {
      request({ port: server.port, host: '127.0.0.1', path }, (response) => {
        response.resume();
        done(response.statusCode);
      })
        .on('error', fail)
        .end();
    });
    assert.equal(status, 404, path);
  }
});
