// SPDX-License-Identifier: MIT
// What imports mean to the bundler (web/build/bundles.js).
declare module '*.css' {
  const text: string;
  export default text;
}
declare module '*.txt' {
  const text: string;
  export default text;
}
declare module '*.wasm' {
  /** Deflated, without a header. */
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
declare module '*.safetensors' {
  const bytes: Uint8Array;
  export default bytes;
}
declare module 'bundle:version' {
  export const version: string;
}
declare module 'bundle:worker' {
  /** wasm/worker/entry.js and its imports as one classic script. */
  export const workerSource: string;
}
declare module 'bundle:c-source' {
  /** Definitions by file and name, see web/build/c-source.js. */
  export const functions: Record<string, string>;
}
declare module 'bundle:pretrained' {
  export { pretrainedModel } from '../pretrained/inline.js';
}
