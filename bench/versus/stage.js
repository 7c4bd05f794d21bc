// SPDX-License-Identifier: MIT
// Sides as programs that wait for their turn.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findProgram } from '../../tests/tools/find-program.js';

/** @typedef {{ losses: number[], ms: number[], cpu: number[] }} Turn of each step: its loss,
 * ms on the clock, ms of the processor */

/** Longest wait for one answer; a side that needs longer is stuck. */
const ANSWER_MS = 600_000;

/**
 * @typedef {object} SideSpec
 * @property {string} name
 * @property {string} title
 * @property {string[]} command
 * @property {Record<string, string>} [env]
 */

/** One running side. Only one of them works at a time. */
export class Side {
  /** @type {((line: string) => void)[]} */ #waiting = [];
  /** @type {string} */ #complaint = '';
  /** @type {string | null} */ #gone = null;
  #child;
  /** @type {Record<string, any>} */ facts = {};

  /** @param {SideSpec} spec @param {number | null} core */
  constructor({ command, env }, core) {
    const pin = core === null ? [] : ['taskset', '-c', String(core)];
    const [program, ...args] = [...pin, ...command];
    this.#child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('close', (code) => this.#end(`it ended with code ${code}`));
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.on('data', (chunk) => {
      this.#complaint = (this.#complaint + chunk).slice(-2000);
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) =>
      this.#waiting.shift()?.(line),
    );
  }

  /** @param {string} reason */
  #end(reason) {
    this.#gone ??= `${reason}\n${this.#complaint}`;
    for (const answer of this.#waiting.splice(0)) answer('');
  }

  /** @returns {Promise<any>} the next line it prints */
  async #answer() {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const line = await new Promise((resolve) => {
      if (this.#gone !== null) resolve('');
      else this.#waiting.push(resolve);
      timer = setTimeout(() => this.#end('no answer'), ANSWER_MS);
    });
    clearTimeout(timer);
    if (!line) throw new Error(this.#gone ?? 'no answer');
    return JSON.parse(line);
  }

  async ready() {
    this.facts = (await this.#answer()).ready;
    return this;
  }

  /** @param {string} line @returns {Promise<any>} */
  ask(line) {
    this.#child.stdin.write(`${line}\n`);
    return this.#answer();
  }

  /** @param {number} n @returns {Promise<Turn>} */
  steps(n) {
    return this.ask(String(n));
  }

  close() {
    this.#child.stdin.end();
    this.#child.kill();
  }
}

/** At any step that both have taken. @param {number[]} ours losses @param {number[]} theirs */
export const largestDifference = (ours, theirs) =>
  Math.max(...theirs.slice(0, ours.length).map((loss, i) => Math.abs(loss - ours[i])));

/** Whether a process can be tied to a core here. */
export const canPin = () => findProgram(['taskset']) !== null;
