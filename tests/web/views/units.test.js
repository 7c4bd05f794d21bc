// SPDX-License-Identifier: MIT
// What numbers are counted in: characters, tokens or labels, as the model's tokenizer and task
// have them, in every language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../web/views/diagnostics/cache.js';
import '../../../web/views/diagnostics/neurons.js';
import '../../../web/views/diagnostics/position-loss.js';
import '../../../web/views/loss/loss-chart.js';
import '../../../web/views/run/run-bar.js';
import { ask, specimen } from '../support/specimens.js';
import { drawn, propertiesOf, templateOf, textOf } from '../support/render.js';

const TEXT = 'the owl met the fox by the hill . the fox ran home . '.repeat(12);
const SMALL = { n_layer: 1, n_head: 2, n_embd: 8, block_size: 12, batch_size: 2 };

/** @type {Record<string, { config: object, text?: string }>} */
const MODELS = {
  characters: { config: {}, text: TEXT },
  words: { config: { tokenizer: 'words' }, text: TEXT },
  pieces: { config: { tokenizer: 'bpe', vocab_limit: 260 }, text: TEXT },
  tagger: { config: { arch: 'encoder', task: 'names', tied_head: false } },
};

/** Of the text: one, many; of the loss. @type {Record<string, Record<string, string[]>>} */
const UNITS = {
  en: {
    characters: ['character', 'characters', 'character'],
    words: ['token', 'tokens', 'token'],
    pieces: ['token', 'tokens', 'token'],
    tagger: ['token', 'tokens', 'label'],
  },
  es: {
    characters: ['carácter', 'caracteres', 'carácter'],
    words: ['token', 'tokens', 'token'],
    pieces: ['token', 'tokens', 'token'],
    tagger: ['token', 'tokens', 'etiqueta'],
  },
};

const WORDS = /** @type {Record<string, Record<string, string>>} */ ({
  en: { per: 'per', second: 'per second', of: 'of the' },
  es: { per: 'por', second: 'por segundo', of: 'de los' },
});

/** @type {(lang: string, name: string) => Promise<void>} */
async function agrees(lang, name) {
  const { config, text } = MODELS[name];
  const recipe = { name, text, lang, config: { ...SMALL, ...config }, steps: 2 };
  const model = await specimen(/** @type {any} */ (recipe));
  const { app, session, state } = model;
  const [one, many, ofLoss] = UNITS[lang][name];
  const { per, second, of } = WORDS[lang];
  const loss = { rows: 1, columns: 8, data: new Float32Array(8).fill(2) };
  const tagging = session.info.form === 'tagging';
  const said = (/** @type {string} */ view, own = {}) => textOf(drawn(view, app, own));
  const says = (/** @type {string} */ view, /** @type {string} */ what, own = {}) =>
    assert.ok(said(view, own).includes(what), `${view}: ${what}: ${said(view, own)}`);
  Object.assign(state, { phase: 'running', headReport: { positions: { loss } } });
  says('gf-loss', `nats ${per} ${ofLoss}`);
  says('gf-loss', `bits ${per} ${ofLoss}`, { bits: true });
  const chart = templateOf('gf-position-loss', app);
  assert.ok(
    JSON.stringify(propertiesOf(chart, 'axes')).includes(`nats ${per} ${ofLoss}`),
  );
  says('gf-run', `${many} ${second}`);
  if (tagging) return;
  const timing = { n: 6, cached: 1, full: 2, text: 'abcdef', isSame: true };
  const measured = { measured: { timing, session } };
  says('gf-cache', `6 ${many}: 1 ms`, measured);
  const isLonger = app.t.cache.claim(
    /** @type {any} */ ({
      n: 6,
      units: many,
      cached: 1,
      full: 2,
      times: app.format.times(2),
    }),
  );
  says('gf-cache', isLonger, measured);
  says('gf-cache', `ms ${per} ${one}`, measured);
  await ask(model, { layer: 0, unit: 0 }, 'neurons');
  assert.match(said('gf-neurons'), new RegExp(`% ${of} (validation )?${many}`));
}

for (const lang of Object.keys(UNITS))
  for (const name of Object.keys(MODELS))
    test(`${lang}: the units of ${name}`, () => agrees(lang, name));
