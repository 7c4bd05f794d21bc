// SPDX-License-Identifier: MIT
// Whether a JSON file is a lesson, and where not, by line: first its form (lesson.schema.json),
// then what a schema cannot say.
import { parse } from '@humanwhocodes/momoa';
import { Validator } from 'jsonschema';
import { DocumentError } from '../run/fetch-document.js';
import { KIND, VERSION, keptBy, namesIn } from './lesson.js';
import { MEASURES } from './measures.js';
import schema from './lesson.schema.json' with { type: 'json' };

/** @import { Lesson, Step } from './lesson.js' */
/** @typedef {(string | number)[]} Path keys and places from the root */

/** Keys of the sentences in en.js and es.js.
 * @typedef {'notJson' | 'notLesson' | 'newer' | 'unknownKey' | 'missing' | 'wrong' | 'noName'
 *   | 'oneRight' | 'twice' | 'noNetwork' | 'tooLarge'} Problem */

/** @extends {DocumentError<Problem>} */
export class LessonError extends DocumentError {}

/** A mistake at a place of the file. */
class Mistake extends Error {
  /** @param {Problem} key @param {Path} path @param {string} [name] */
  constructor(key, path, name = '') {
    super(key);
    Object.assign(this, { key, path, name });
  }
}

/** What the schema's words for a mistake are here; `wrong` for all others.
 * @type {Record<string, Problem>} */
const OF_SCHEMA = { additionalProperties: 'unknownKey', required: 'missing' };

/** @param {unknown} json */
function checkForm(json) {
  const { errors } = new Validator().validate(json, /** @type {any} */ (schema));
  if (errors.length === 0) return;
  // A misspelt field first: one that is missing may be its shadow.
  const unknown = errors.find(({ name }) => name === 'additionalProperties');
  const { name, path, argument } = unknown ?? errors[0];
  const key = OF_SCHEMA[name] ?? 'wrong';
  throw new Mistake(key, key === 'wrong' ? path : [...path, argument]);
}

/** Names that are measured or kept by then, and one right option. @param {Lesson} lesson */
function checkSense({ steps }) {
  /** @type {Set<string>} */
  const kept = new Set();
  steps.forEach((step, n) => {
    const path = ['steps', n];
    checkNames(namesIn(step.say), (name) => kept.has(name), [...path, 'say']);
    for (const name of keptBy(step)) kept.add(name);
    const isKnown = (/** @type {string} */ name) =>
      kept.has(name) || Object.hasOwn(MEASURES, name);
    step.claims.forEach((claim, at) => {
      for (const side of /** @type {const} */ (['left', 'right'])) {
        const name = claim[side];
        if (typeof name === 'string')
          checkNames([name], isKnown, [...path, 'claims', at, side]);
      }
    });
    checkNames(namesIn(step.see), isKnown, [...path, 'see']);
    checkOptions(step, path);
  });
}

/** @param {string[]} names @param {(name: string) => boolean} isKnown @param {Path} path */
function checkNames(names, isKnown, path) {
  const unknown = names.find((name) => !isKnown(name));
  if (unknown !== undefined) throw new Mistake('noName', path, unknown);
}

/** @param {Step} step @param {Path} path */
function checkOptions({ options }, path) {
  if (!options) return;
  if (options.filter(({ right }) => right).length !== 1)
    throw new Mistake('oneRight', [...path, 'options']);
  const odd = options.findIndex(({ right, why }) => Boolean(right) === Boolean(why));
  if (odd >= 0) throw new Mistake('wrong', [...path, 'options', odd]);
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

/** @param {string} text of a file @returns {Lesson} throws a LessonError */
export function parseLesson(text) {
  let document;
  let json;
  try {
    json = JSON.parse(text);
    document = parse(text);
  } catch (cause) {
    throw new LessonError('notJson', { detail: detailOf(text, cause) }, { cause });
  }
  if (json?.glassformer !== KIND) throw new LessonError('notLesson');
  if (json.version !== VERSION)
    throw new LessonError('newer', { version: String(json.version) });
  try {
    checkForm(json);
    checkSense(json);
  } catch (cause) {
    if (!(cause instanceof Mistake)) throw cause;
    const { key, path, name } = /** @type {any} */ (cause);
    const line = String(lineOf(document, path));
    throw new LessonError(key, { line, where: written(path), name }, { cause });
  }
  return json;
}

/** What is wrong with JSON, with the line. @param {string} text @param {unknown} cause */
function detailOf(text, cause) {
  try {
    parse(text);
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
  return cause instanceof Error ? cause.message : '';
}
