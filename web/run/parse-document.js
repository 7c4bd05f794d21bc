// SPDX-License-Identifier: MIT
// A JSON file of a published form: its schema first, then what a schema cannot say. A mistake is
// told by its line and place.
import { parse } from '@humanwhocodes/momoa';
import { Validator } from 'jsonschema';

/** @typedef {(string | number)[]} Path keys and places from the root */
/** @typedef {'notJson' | 'foreign' | 'newer' | 'unknownKey' | 'missing' | 'wrong'} FormProblem */

/** A mistake at a place of the file. */
export class Mistake extends Error {
  /** @param {string} key of its sentence @param {Path} path @param {string} [name] */
  constructor(key, path, name = '') {
    super(key);
    Object.assign(this, { key, path, name });
  }
}

/** What the schema's words for a mistake are here; `wrong` for all others.
 * @type {Record<string, FormProblem>} */
const OF_SCHEMA = { additionalProperties: 'unknownKey', required: 'missing' };

/** @param {unknown} json @param {object} schema */
function checkForm(json, schema) {
  const { errors } = new Validator().validate(json, /** @type {any} */ (schema));
  if (errors.length === 0) return;
  // A misspelt field first: one that is missing may be its shadow.
  const unknown = errors.find(({ name }) => name === 'additionalProperties');
  const { name, path, argument } = unknown ?? errors[0];
  const key = OF_SCHEMA[name] ?? 'wrong';
  throw new Mistake(key, key === 'wrong' ? path : [...path, argument]);
}

/** The line of a place, or of the nearest around it. @param {any} document momoa's
 * @param {Path} path */
function lineOf({ body }, path) {
  let node = body;
  for (const key of path) {
    const next =
      node.type === 'Array'
        ? node.elements[key]?.value
        : node.members?.find(
            (/** @type {any} */ { name }) => (name.value ?? name.name) === key,
          )?.value;
    if (!next) break;
    node = next;
  }
  return node.loc.start.line;
}

/** steps[2].claims[0].left @param {Path} path */
const written = (path) =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');

/** @param {string} text of a file; what it is, and of which version, it says itself
 * @param {{ properties: any }} schema JSON Schema
 * @param {(document: any) => void} checkSense throws a Mistake
 * @param {new (key: any, params?: Record<string, string>, how?: ErrorOptions) => Error} Wrong */
export function parseDocument(text, schema, checkSense, Wrong) {
  const { glassformer: kind, version } = schema.properties;
  let document;
  let json;
  try {
    json = JSON.parse(text);
    document = parse(text);
  } catch (cause) {
    throw new Wrong('notJson', placeOf(text), { cause });
  }
  if (json?.glassformer !== kind.const) throw new Wrong('foreign');
  if (json.version !== version.const)
    throw new Wrong('newer', { version: String(json.version) });
  try {
    checkForm(json, schema);
    checkSense(json);
  } catch (cause) {
    if (!(cause instanceof Mistake)) throw cause;
    const { key, path, name } = /** @type {any} */ (cause);
    const line = String(lineOf(document, path));
    throw new Wrong(key, { line, where: written(path), name }, { cause });
  }
  return json;
}

/** Where a text is no JSON; '' where the parser does not say. @param {string} text */
function placeOf(text) {
  try {
    parse(text);
  } catch (error) {
    const { line = '', column = '' } = /** @type {any} */ (error);
    return { line: String(line), column: String(column) };
  }
  return { line: '', column: '' };
}
