// SPDX-License-Identifier: MIT
// The engine in this thread. Arguments and results are copied: nothing handed out lies in
// wasm memory, and addresses stay in this file, session.js and instance.js.
//
//   const engine = await Engine.create(bytes);
//   const session = engine.newSession('a text to learn from …', { n_layer: 2 });
//   for (let i = 0; i < 500; i++) session.step();
//   session.free();
//
// All calls are synchronous. One that fails throws a GlassError and changes nothing.

import { Instance, MAX_COUNT, configJson, wholeNumber } from './instance.js';
import { EngineSession } from './session.js';
import { headOf, sourceOf } from './sources.js';

/** @import { Bytes, Config, ModelFile, SchemaRow } from '../shared/types.js' */

export class Engine {
  /** @type {Instance} */ #instance;
  #liveSessions = 0;

  /** Use Engine.create. @param {Instance} instance */
  constructor(instance) {
    this.#instance = instance;
  }

  /** @param {BufferSource | WebAssembly.Module} wasm
   * @returns {Promise<Engine>} */
  static async create(wasm) {
    return new Engine(await Instance.create(wasm));
  }

  /** Of the engine's sources. */
  get version() {
    return this.#instance.text(this.#instance.invoke('gf_version'));
  }

  /** Sessions not freed yet. */
  get liveSessions() {
    return this.#liveSessions;
  }

  /** Bytes of memory of this instance, freed with it. */
  get memoryBytes() {
    return this.#instance.memoryBytes;
  }

  /** All settings.
   * @returns {SchemaRow[]} */
  schema() {
    return this.#instance.json('gf_schema');
  }

  /**
   * Named configurations; settings that `config` does not hold have their defaults.
   * @returns {{ name: string, title: string, about: string, look: string, text: string,
   *   lines: string | null, config: Config }[]}
   */
  presets() {
    return this.#instance.json('gf_presets');
  }

  /** Every error of the engine: its sentence has a {name} for each parameter.
   * @returns {{ key: string, code: string, params: string[], message: string }[]} */
  errors() {
    return this.#instance.json('gf_errors');
  }

  /**
   * Size and cost of a configuration, for a text of this many distinct characters.
   * @param {Config} config
   * @param {number} vocabSize
   * @returns {{ n_param: number, n_trained: number, memory_bytes: number,
   *   flops_per_step: number, config: Config }}
   */
  describe(config, vocabSize) {
    const V = wholeNumber(vocabSize, 'vocabSize', MAX_COUNT);
    const [out] = this.#instance.buffers();
    this.#instance.with([configJson(config)], ([json]) => {
      this.#instance.call('gf_describe', json.at, json.n, V, out);
    });
    return JSON.parse(this.#instance.readText());
  }

  /** SHA-256, which browsers offer on secure pages only. @param {Bytes} bytes
   * @returns {string} hexadecimal digits */
  sha256(bytes) {
    const { room } = this.#instance;
    return this.#instance.with([bytes], ([{ at, n }]) => {
      this.#instance.invoke('gf_sha256_hex', at, n, room);
      return this.#instance.text(room);
    });
  }

  /** A new model of this text.
   * @param {Bytes} text @param {Config} [config] */
  newSession(text, config) {
    return this.#instance.with([text, configJson(config)], ([words, json]) =>
      this.#adopt('gf_session_new', words.at, words.n, json.at, json.n),
    );
  }

  /**
   * The model of a checkpoint. Without a text it can be sampled and analysed, but not
   * trained.
   * @param {BufferSource | Uint8Array} bytes
   * @param {Bytes} [text]
   * @param {Config} [overrides] training settings to change
   */
  openSession(bytes, text = '', overrides) {
    const inputs = [bytes, text, configJson(overrides)];
    return this.#instance.with(inputs, ([file, words, json]) =>
      this.#adopt(
        'gf_session_open',
        ...[file.at, file.n, words.at, words.n, json.at, json.n],
      ),
    );
  }

  /**
   * A model of another program as a checkpoint, for openSession: model.safetensors, config.json
   * and tokenizer.json of Hugging Face or nanoGPT, or a float32 file of llama2.c followed by
   * its tokenizer.bin.
   * @param {(BufferSource | Uint8Array)[]} files
   * @returns {Uint8Array<ArrayBuffer>}
   */
  importModel(files) {
    const instance = this.#instance;
    const [out] = instance.buffers();
    instance.with(files, (parts) => {
      const list = Uint32Array.from(parts.flatMap(({ at, n }) => [at, n]));
      instance.with([list], ([{ at }]) =>
        instance.call('gf_import', at, parts.length, out),
      );
    });
    return instance.takeBytes();
  }

  /**
   * The same models, opened at once: their weights are read from the files in pieces, and
   * nothing but a piece and the model is in memory. Throws foreign_needed_whole for files that
   * only importModel reads.
   * @param {ModelFile[]} files @param {Bytes} [text] @param {Config} [overrides]
   * @param {import('./session.js').ReadOptions} [options] an aborted signal rejects with its reason
   * @returns {Promise<EngineSession>}
   */
  async openFiles(files, text = '', overrides, options) {
    const sources = files.map(sourceOf);
    const heads = await Promise.all(sources.map(headOf));
    const session = this.#instance.with(
      [text, configJson(overrides), ...heads],
      ([words, json, ...parts]) => {
        const list = parts.flatMap(({ at }, i) => [at, sources[i].size]);
        const here = parts.map(({ n }) => n);
        const lists = [Uint32Array.from(list), Uint32Array.from(here)];
        return this.#instance.with(lists, ([all, some]) =>
          this.#adopt(
            'gf_session_open_files',
            ...[all.at, some.at, parts.length],
            ...[words.at, words.n, json.at, json.n],
          ),
        );
      },
    );
    try {
      await session.readPieces(sources, options);
    } catch (error) {
      session.free();
      throw error;
    }
    return session;
  }

  /** @param {string} name of an export that makes a session @param {number[]} values */
  #adopt(name, ...values) {
    const handle = this.#instance.make(name, ...values);
    this.#liveSessions++;
    return new EngineSession(this.#instance, handle, () => this.#liveSessions--);
  }
}
