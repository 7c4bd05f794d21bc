// SPDX-License-Identifier: MIT
// What can be checked of models that others trained in any browser: the text and the logits of
// llama2.c, from its own files.
import assert from 'node:assert/strict';
import { MISSING, published as fileOf } from '../../published.js';
import { inPage, until } from '../support/page-queries.js';

/** Settings that take no time; the files replace the model. */
const SMALL = 'v=1&n_layer=1&n_head=1&n_embd=16&block_size=16&batch_size=2';

const base64 = (/** @type {string} */ file) =>
  Buffer.from(fileOf(file)).toString('base64');

/** @type {import('./checks.js').SiteChecks} */
export const published = {
  'the text and logits of llama2.c': async (site, t) => {
    if (MISSING) return t.skip(MISSING);
    const page = await site.newPage(`index.html#${SMALL}`);
    await until(page, 'session');
    const { text, logits } = await inPage(
      page,
      async ({ element }, files) => {
        const bytes = (/** @type {string} */ file) =>
          Uint8Array.from(atob(file), (c) => c.charCodeAt(0));
        await element.load(bytes(files.model), bytes(files.tokenizer));
        const options = { prompt: '', chars: 200, greedy: true, logits: true };
        return element.session.sample(options);
      },
      { model: base64('stories260K.bin'), tokenizer: base64('tok512.bin') },
    );
    const sentence = Buffer.from(fileOf('stories260K.greedy.txt')).toString();
    assert.equal(`${text}\n`, sentence);
    const expected = new Float32Array(fileOf('stories260K.logits.f32').buffer);
    const seen = /** @type {number[][]} */ (logits).flat().slice(0, expected.length);
    const worst = seen.reduce((w, z, i) => Math.max(w, Math.abs(z - expected[i])), 0);
    assert.equal(seen.length, expected.length);
    assert.ok(worst < 1e-4, `${worst}`);
    page.assertQuiet();
    await page.close();
  },
};
