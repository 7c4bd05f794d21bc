// SPDX-License-Identifier: MIT
// Numbers, characters and errors as the page shows them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GlassError } from '../../../wasm/shared/errors.js';
import en from '../../../web/i18n/en/index.js';
import { errorText, explain } from '../../../web/i18n/engine-text.js';
import es from '../../../web/i18n/es/index.js';
import { Format, visible } from '../../../web/i18n/format.js';
import { catalogue } from '../../../web/i18n/index.js';
import { loadLanguage } from '../../../web/i18n/languages.js';
import { units } from '../../../web/i18n/units.js';
import { LANGS } from '../support/catalogues.js';

await loadLanguage('es');

test('format: numbers as the page shows them, invisible characters made visible', () => {
  const format = new Format('en', en.units);
  assert.equal(format.integer(1240), '1,240');
  assert.equal(format.loss(1.9), '1.90');
  assert.equal(format.perplexity(6.94), '6.9');
  assert.equal(format.perplexity(58.3), '58');
  assert.equal(format.rate(31234), '31,000');
  assert.equal(format.bytes(4.73e6), '4.7 MB');
  assert.equal(format.duration(12.2), '13 s');
  assert.equal(format.duration(600), '10 min');
  const spanish = new Format('es', es.units);
  assert.equal(spanish.loss(1.9), '1,90');
  assert.equal(
    spanish.integer(31234),
    '31\u202f234',
    'a thin space that does not break',
  );
  assert.equal(new Format('es-MX', es.units).loss(1.9), '1.90', 'each country its own');
  assert.deepEqual([' ', '\n', '\t', 'q', '\u0007'].map(visible), [
    '␣',
    '⏎',
    '⇥',
    'q',
    'U+0007',
  ]);
  // A joiner, a mark of byte order, a soft hyphen, a flag's letter: each by name or code point.
  assert.deepEqual(['\u200d', '\ufeff', '\u00ad', '\u{e0067}'].map(visible), [
    'ZWJ',
    'U+FEFF',
    'U+00AD',
    'U+E0067',
  ]);
  // Tokens of several characters: letters stay, and what joins them.
  assert.deepEqual(
    ['\n\n', ' the\n', 'a\u0007', 'نمی\u200cدانم', '\u200c'].map(visible),
    ['⏎⏎', ' the⏎', 'aU+0007', 'نمی\u200cدانم', 'ZWNJ'],
  );
  // An acute accent, a Devanagari vowel; alone they stand on nothing.
  assert.deepEqual(['\u0301', '\u093f', 'e\u0301', 'é', '🦊'].map(visible), [
    '\u25cc\u0301',
    '\u25cc\u093f',
    'e\u0301',
    'é',
    '🦊',
  ]);
});

test('format: a minus is as wide as a plus, and what rounds to zero has none', () => {
  for (const lang of LANGS) {
    const format = new Format(lang, units[lang]);
    /** @type {[string, (x: number) => string][]} */
    const ways = [
      ['loss', (x) => format.loss(x)],
      ['signed', (x) => format.signed(x)],
      ['small', (x) => format.small(x)],
      ['precise', (x) => format.precise(x, 3)],
      ['fixed', (x) => format.fixed(x, 1)],
      ['change', (x) => format.change(x)],
      ['integer', (x) => format.integer(x)],
      ['percent', (x) => format.percent(x)],
    ];
    for (const [name, write] of ways)
      for (const x of [-1, -12.5, -31234]) {
        const where = `${lang} ${name} ${x}: ${write(x)}`;
        assert.match(write(x), /^−\d[^-−]*$/, where);
      }
    for (const name of ['loss', 'signed', 'fixed', 'integer', 'percent'])
      for (const x of [-1e-7, -0])
        assert.doesNotMatch(
          ways.find(([each]) => each === name)?.[1](x) ?? '',
          /[-−+]/,
          `${lang} ${name}`,
        );
  }
  const format = new Format('en', en.units);
  assert.deepEqual(
    [0.00412, -12.34, 0, -0].map((x) => format.change(x)),
    ['+0.0041', '−12', '0', '0'],
  );
  assert.deepEqual(
    [0, 1e-9, 0.0049, 0.0051, 0.47].map((p) => format.chance(p)),
    ['0%', '<1%', '<1%', '1%', '47%'],
  );
  assert.deepEqual(
    [0, 1e-9, 0.0000999, 0.0001, 0.0031, 0.47].map((p) => format.share(p)),
    ['0%', '<0.01%', '<0.01%', '0.01%', '0.31%', '47%'],
  );
});

test('format: a word is shown as it is written, whatever objects have by that name', () => {
  for (const word of ['constructor', '__proto__', 'toString', 'valueOf'])
    assert.equal(visible(word), word);
});

test('errors: Spanish fills in parameters, units, numbers and the error inside', () => {
  const spanish = { t: catalogue('es').strings, format: new Format('es', es.units) };
  const english = { t: catalogue('en').strings, format: new Format('en', en.units) };
  const inside = {
    code: 'bad-text',
    key: 'text_not_utf8',
    params: { position: 1234, line: 2 },
  };
  const error = new GlassError(
    'in_line',
    { line: 2, why: inside },
    { code: 'bad-text', message: 'Line 2: in English.' },
  );
  assert.equal(
    explain(error, spanish).text,
    'Línea 2: El texto no es UTF-8 en la posición 1 234 (línea 2). Hay que guardarlo como UTF-8 y probar otra vez.'.replace(
      '1 234',
      spanish.format.integer(1234),
    ),
  );
  assert.equal(explain(error, english).text, 'Line 2: in English.');
  const params = { line: 3, tokens: 2, unit: 'words', labels: 1 };
  const labels = { key: 'wrong_number_of_labels', params, message: '' };
  assert.equal(
    errorText(labels, spanish),
    'La línea 3 tiene 2 palabras pero 1 etiquetas.',
  );
  assert.equal(explain(new Error('Anything else.'), spanish).text, 'Anything else.');
});

test('format: choices past a million are a power of ten, however many', () => {
  const format = new Format('en', en.units);
  assert.equal(format.perplexity(6.93), '6.9');
  assert.equal(format.perplexity(Math.exp(260)), '10^113');
  assert.equal(format.perplexity(Infinity), '10^308');
});

test('whatever a page says its language is, there is a catalogue and numbers can be written', () => {
  for (const [asked, lang] of [
    ['es-MX', 'es-MX'],
    ['ES', 'es'],
    ['en-', 'en'],
    ['en-GB,es', 'en'],
    ['es_AR', 'es'],
    ['constructor', 'en'],
    ['__proto__', 'en'],
    ['toString', 'en'],
    ['', 'en'],
    ['fr', 'en'],
  ]) {
    const found = catalogue(asked);
    assert.equal(found.lang, lang, asked);
    const format = new Format(found.lang, found.strings.units);
    assert.match(format.integer(12345), /^12.345$/, asked);
  }
});
