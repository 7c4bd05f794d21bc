// SPDX-License-Identifier: MIT
// Held-out losses of runs of the native program. A run always gives the same bytes, so one
// that this program has made before is read from build/race, and a bench that was cut short
// goes on where it stopped.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../common.js';
import { PROGRAM, train } from '../../tests/tools/native-program.js';

const FOLDER = join(ROOT, 'build/race');

/** @typedef {{ step: number[], loss: number[] }} Curve held-out losses at some steps */

/** @param {string} path */
const digest = (path) =>
  createHash('sha256').update(readFileSync(path)).digest('base64url');

/** @param {Record<string, unknown>} config */
const settingsOf = (config) =>
  Object.entries(config)
    .map(([key, value]) => `${key}=${value}`)
    .sort();

/** @param {string} text a path @param {string[]} settings @param {string[]} more */
const trained = (text, settings, ...more) =>
  train(['--text', text, ...settings.flatMap((each) => ['--set', each]), ...more]);

/**
 * The curve of a whole run.
 * @param {string} text a path
 * @param {Record<string, unknown>} config others keep the engine's defaults
 * @returns {Promise<Curve>}
 */
export async function curveOf(text, config) {
  const settings = settingsOf(config);
  const made = JSON.stringify([digest(PROGRAM), digest(text), settings]);
  const key = createHash('sha256').update(made).digest('hex').slice(0, 32);
  const path = join(FOLDER, `${key}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  const { steps } = await trained(text, settings);
  const measured = steps.filter(({ val_loss: loss }) => typeof loss === 'number');
  const curve = {
    step: measured.map(({ step }) => step),
    loss: measured.map(({ val_loss: loss }) => loss),
  };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path, JSON.stringify(curve));
  return curve;
}

/** A run for each seed from 1. @param {string} text a path
 * @param {Record<string, unknown>} config @param {number} seeds */
export async function curvesOf(text, config, seeds) {
  /** @type {Curve[]} */ const curves = [];
  for (let seed = 1; seed <= seeds; seed++)
    curves.push(await curveOf(text, { ...config, seed }));
  return curves;
}

/** Learning rates of the first steps. @param {string} text a path
 * @param {Record<string, unknown>} config @param {number} n steps
 * @returns {Promise<number[]>} */
export async function ratesOf(text, config, n) {
  const { steps } = await trained(text, settingsOf(config), '--steps', `${n}`);
  return steps.map(({ learning_rate: rate }) => rate);
}

/** The first measured step at which a curve has a loss. @param {Curve} curve
 * @param {number} target nats @returns {number | null} null: not reached */
export function firstStep({ step, loss }, target) {
  const i = loss.findIndex((each) => each <= target);
  return i < 0 ? null : step[i];
}
