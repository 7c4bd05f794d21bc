// SPDX-License-Identifier: MIT
// A page with the module of sessions alone, and a run on it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT, bundleModule, bundleWorker } from '../../../web/build/bundles.js';
import { SMALL, TEXT, WASM_URL, newEngine } from '../../wasm/support.js';

export { ROOT };
/** Of this process: files of tests may run side by side. */
export const FOLDER = `build/session-test/${process.pid}`;
const CONFIG = { ...SMALL, batch_size: 11 };
const STEPS = 12;

/** The module with what it needs, and a page that loads it. */
export async function writePages() {
  const { code: workerSource } = await bundleWorker();
  const wasm = readFileSync(WASM_URL).toString('base64');
  const entry = `
    import * as glass from '${ROOT}wasm/index.js';
    glass.provide({
      workerSource: ${JSON.stringify(workerSource)},
      wasm: () => Uint8Array.from(atob('${wasm}'), (c) => c.charCodeAt(0)),
    });
    globalThis.glass = glass;`;
  mkdirSync(`${ROOT}${FOLDER}`, { recursive: true });
  writeFileSync(`${ROOT}${FOLDER}/entry.js`, entry);
  const { code } = await bundleModule(`${FOLDER}/entry.js`, 'esm');
  writeFileSync(`${ROOT}${FOLDER}/glass.js`, code);
  writeFileSync(`${ROOT}${FOLDER}/worker.js`, workerSource);
  writeFileSync(`${ROOT}${FOLDER}/index.html`, html());
}

/** The hash of the same run in one engine in Node. */
export async function expectedHash() {
  const engineSession = (await newEngine()).newSession(TEXT, CONFIG);
  for (let i = 0; i < STEPS; i++) engineSession.step();
  return engineSession.hash();
}

export const html = (body = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">` +
  `<title>Glassformer</title><script type="module" src="/glass.js"></script>${body}`;

/**
 * Runs in the page: trains and returns the result or the error.
 *
 * @param {{ text: string, config: object, steps: number, mode?: string,
 *   workers?: number, workerUrl?: string }} options
 */
export async function trainInPage({ steps, ...options }) {
  const { glass } = /** @type {any} */ (globalThis);
  try {
    const session = await glass.createSession(options);
    const { mode } = session.info;
    const late = performance.now() + 90_000;
    while (options.workers && mode === 'worker' && session.workers < options.workers) {
      if (performance.now() > late) throw new Error('gradient workers do not start');
      await new Promise((done) => setTimeout(done, 10));
    }
    const run = session.run({ until: steps });
    const { text } = await session.sample({ prompt: 'the ', chars: 20 });
    await run;
    const hash = await session.hash();
    const { workers } = session;
    await session.close();
    return { mode, hash, workers, written: Array.from(text).length };
  } catch (error) {
    const { code, message, hint } = /** @type {any} */ (error);
    return { code, message, hint };
  }
}

export const OPTIONS = { text: TEXT, config: CONFIG, steps: STEPS };
