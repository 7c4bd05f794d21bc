// SPDX-License-Identifier: MIT
// A side: a program that takes steps when it is its turn (sides/serve.js says how it speaks).

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
 * @property {number} [cores] that it takes, if more than one
 */

/** One running program. */
export class Side {
  #complaint = '';
  #child;
  #lines;
  #ended;
  /** @type {Record<string, any>} */ facts = {};

  /** @param {SideSpec} spec @param {number | null} core */
  constructor({ command, env, cores = 1 }, core) {
    const pin = core === null || cores > 1 ? [] : ['taskset', '-c', String(core)];
    const [program, ...args] = [...pin, ...command];
    this.#child = spawn(program, args, { env: { ...process.env, ...env } });
    const { stdin, stdout, stderr } = this.#child;
    const complain = (/** @type {unknown} */ more) => {
      this.#complaint = (this.#complaint + more).slice(-2000);
    };
    this.#child.on('error', complain);
    stdin.on('error', complain);
    stderr.on('data', complain);
    this.#ended = new Promise((resolve) => this.#child.on('close', resolve));
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  /** @returns {Promise<any>} the next line it prints */
  async #answer() {
    const stuck = setTimeout(() => this.close(), ANSWER_MS);
    const { value, done } = await this.#lines.next();
    clearTimeout(stuck);
    if (done)
      throw new Error(`it ended with code ${await this.#ended}\n${this.#complaint}`);
    return JSON.parse(value);
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

/** The core, or none where a process cannot be tied to one. @param {number} core */
export const coreOf = (core) => {
  const canPin = findProgram(['taskset']) !== null;
  if (!canPin) console.log('there is no taskset here: nothing is tied to a core');
  return canPin ? core : null;
};
