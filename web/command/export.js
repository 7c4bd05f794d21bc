// SPDX-License-Identifier: MIT
// glassformer export: a model as files for other programs.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Engine } from '../../wasm/index.js';
import { readSafetensors, writeSafetensors } from '../pretrained/safetensors.js';
import { huggingFace } from '../pytorch/hugging-face.js';
import { FILES, programFiles } from '../pytorch/program.js';
import { tokenizerFile } from '../pytorch/tokenizer.js';
import { UsageError, checkFree, read } from './usage.js';

/** @import { EngineSession } from '../../wasm/index.js' */

/** @typedef {Record<string, Uint8Array | string>} Files what is written, by name */
/** @typedef {{ session: EngineSession, checkpoint: Uint8Array }} Model */

const ENGINE = new URL('../../build/wasm/glassformer.wasm', import.meta.url);
const TOKENIZER = 'tokenizer.json';

/** @param {object} content */
const json = (content) => `${JSON.stringify(content, null, 1)}\n`;

/** @param {Int32Array} tokens */
const binary = (tokens) => new Uint8Array(Int32Array.from(tokens).buffer);

/** A copy: tensors of a file may lie at any byte. @param {Uint8Array} data */
const floats = (data) => new Float32Array(new Uint8Array(data).buffer);

/** @param {Uint8Array} checkpoint */
const vocabularyOf = (checkpoint) =>
  JSON.parse(readSafetensors(checkpoint).metadata.tokenizer);

/** The model, its text and the programs. @param {Model} model @returns {Files} */
function pytorchFiles({ session, checkpoint }) {
  const { config, form, step, can_train } = session.info();
  if (form !== 'text')
    throw new Error(
      'export --pytorch trains models of a text; this one learns pairs of question and answer.',
    );
  if (!can_train) throw new UsageError('--text FILE is needed: what to train on.');
  const tokenizer = tokenizerFile(vocabularyOf(checkpoint));
  return {
    ...programFiles(config, step),
    [FILES.weights]: checkpoint,
    [FILES.train]: binary(session.corpus('train')),
    [FILES.val]: binary(session.corpus('val')),
    // That of words is in the weights' file alone.
    ...(tokenizer && { [TOKENIZER]: json(tokenizer) }),
  };
}

/** A folder that transformers opens. @param {Model} model @returns {Files} */
function huggingFaceFiles({ session }) {
  const { config, vocabulary, structure } = session.info();
  const { tensors, metadata } = readSafetensors(session.save({ form: 'merged' }));
  const tokenizer = tokenizerFile(JSON.parse(metadata.tokenizer));
  if (!tokenizer)
    throw new Error(
      'tokenizer.json cannot express the spaces of a vocabulary of words: only characters and pieces of words can be written.',
    );
  const idOf = (/** @type {number} */ id) => (id < 0 ? null : id);
  const written = huggingFace(
    config,
    (name) => {
      const found = tensors.get(name);
      return found && { shape: found.shape, values: floats(found.data) };
    },
    {
      n: vocabulary.length,
      begin: idOf(structure.begin_token),
      end: idOf(structure.end_token),
    },
  );
  const weights = written.weights.map(
    ([name, { shape, values }]) =>
      /** @type {const} */ ([
        name,
        { dtype: 'F32', shape, data: new Uint8Array(values.buffer) },
      ]),
  );
  return {
    'config.json': json(written.config),
    [FILES.weights]: writeSafetensors(new Map(weights), { format: 'pt' }),
    [TOKENIZER]: json(tokenizer),
  };
}

/** What is written, by the option that names the folder.
 * @type {Record<string, (model: Model) => Files>} */
const KINDS = { pytorch: pytorchFiles, 'hugging-face': huggingFaceFiles };

/** @param {string[]} args @param {unknown} _builtIn
 * @param {{ err: (text: string) => void }} streams */
export async function exportModel(args, _builtIn, { err }) {
  const { values, positionals } = read(args, ...Object.keys(KINDS), 'text');
  const [kind, ...more] = Object.keys(KINDS).filter((name) => values[name]);
  if (kind === undefined || more.length > 0)
    throw new UsageError('One of --pytorch DIR and --hugging-face DIR is needed.');
  const folder = String(values[kind]);
  if (positionals.length !== 1) throw new UsageError('Name one model.');
  const checkpoint = await readFile(positionals[0]);
  const text = values.text === undefined ? '' : await readFile(values.text);
  const engine = await Engine.create(await readFile(ENGINE));
  const session = engine.openSession(checkpoint, text);
  const files = KINDS[kind]({ session, checkpoint });
  session.free();
  const written = Object.entries(files).map(
    ([name, content]) =>
      /** @type {const} */ ([join(folder, name), Buffer.from(content)]),
  );
  for (const [path, content] of written)
    await checkFree(path, (was) => content.equals(was), 'name another folder');
  await mkdir(folder, { recursive: true });
  for (const [path, content] of written) await writeFile(path, content);
  err(`${Object.keys(files).join(', ')} in ${folder}\n`);
}
