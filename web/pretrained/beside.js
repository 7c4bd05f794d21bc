// SPDX-License-Identifier: MIT
// For the served page: the pretrained model is a file beside the script.

/** The packed model, see packing.js. @returns {Promise<Uint8Array>} */
export async function pretrainedModel() {
  const response = await fetch(new URL('first.safetensors', import.meta.url));
  if (!response.ok) throw new Error(response.statusText);
  return new Uint8Array(await response.arrayBuffer());
}
