// SPDX-License-Identifier: MIT
// What the JSON Schemas of lessons, assignments and experiments have in common. Each is a module,
// *.schema.js; the build writes what it exports to dist, for editors. Files in this repository name
// the *.schema.json beside it, which refers to that.

/** An object with these fields and no others. @param {object} required @param {object} [optional]
 * @param {object} [more] of the schema */
export const object = (required, optional = {}, more = {}) => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
  ...more,
});

/** An object whose fields have names of a pattern. @param {string} pattern
 * @param {object} values @param {object} [more] */
export const table = (pattern, values, more) => ({
  type: 'object',
  propertyNames: { pattern },
  additionalProperties: values,
  ...more,
});

/** @param {object} items @param {object} [more] */
export const list = (items, more) => ({ type: 'array', items, ...more });

/** A whole number. @param {number} minimum @param {object} [more] */
export const whole = (minimum, more) => ({ type: 'integer', minimum, ...more });

/** What the file defines by a name. @param {string} name @param {string} [description] */
export const defined = (name, description) => ({
  $ref: `#/definitions/${name}`,
  ...(description && { description }),
});

/** @param {string} [description] */
export const words = (description) => defined('words', description);

/** In addresses and in the browser's storage. */
export const NAME = { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,39}$' };
/** A setting of the engine, by its name; the seed is the file's own, or the learner's. */
export const SETTING = '^(?!seed$)[a-z0-9_]+$';
export const VALUE = { type: ['number', 'string', 'boolean'] };

const SENTENCE = { type: 'string', minLength: 1 };
export const WORDS = {
  description:
    'In one language, or in several by their two letters: {"en": …, "es": …}.',
  oneOf: [SENTENCE, table('^[a-z]{2,3}$', SENTENCE, { minProperties: 1 })],
};

/** A file of a kind, which says of itself what it is.
 * @param {string} kind @param {string} title @param {object} required @param {object} optional
 * @param {Record<string, object>} definitions */
export const fileSchema = (kind, title, required, optional, definitions) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title,
  ...object(
    { glassformer: { const: kind }, version: { const: 1 }, ...required },
    { $schema: { type: 'string' }, ...optional },
  ),
  definitions: { words: WORDS, ...definitions },
});
