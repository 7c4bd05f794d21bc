// SPDX-License-Identifier: MIT
// For the page in one file: the pretrained model is inside the bundle.
import model from './model.safetensors';

/** The packed model, see packing.js. @returns {Promise<Uint8Array>} */
export const pretrainedModel = async () => model;
