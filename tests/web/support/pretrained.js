// SPDX-License-Identifier: MIT
// The run that the page begins with, from the files of the project.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pretrainedRun as runOf } from '../../../web/run/pretrained-run.js';

const fileOf = (/** @type {string} */ path) =>
  readFileSync(fileURLToPath(new URL(`../../../web/${path}`, import.meta.url)));

export const pretrainedRun = () =>
  runOf(
    new Uint8Array(fileOf('pretrained/model.safetensors')),
    String(fileOf('texts/grimm.txt')),
    'Grimms’ fairy tales',
  );
