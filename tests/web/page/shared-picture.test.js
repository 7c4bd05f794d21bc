// SPDX-License-Identifier: MIT
// What sites show of a link to the page: its name, a sentence, and a picture that is there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const at = (/** @type {string} */ path) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));

test('a shared link has a name, a sentence and a picture of its size', () => {
  const page = readFileSync(at('build/web/index.html'), 'utf8');
  const tags = Object.fromEntries(
    [
      ...page.matchAll(
        /<meta\s+(?:property|name)="((?:og|twitter):[\w:]+)"\s+content="([^"]+)"/g,
      ),
    ].map(([, name, content]) => [name, content]),
  );
  for (const name of ['title', 'description', 'image:alt'])
    assert.match(tags[`og:${name}`] ?? '', /\w+ \w+/, name);
  const { pathname, protocol } = new URL(tags['og:image']);
  assert.equal(protocol, 'https:', 'sites that show it take no relative address');
  const file = readFileSync(at(`build/web/${pathname.split('/').at(-1)}`));
  const size = [16, 20].map((offset) => String(file.readUInt32BE(offset)));
  assert.equal(file.toString('latin1', 1, 4), 'PNG');
  assert.deepEqual(size, [tags['og:image:width'], tags['og:image:height']]);
});
