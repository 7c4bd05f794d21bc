// SPDX-License-Identifier: MIT
// What the bundler turns into strings.
declare module '*.css' {
  const text: string;
  export default text;
}
declare module 'engine:first' {
  /** The trained model of the page, packed (first/packing.js). */
  export function packedModel(): Promise<Uint8Array>;
}
declare module 'engine:resources' {
  /** One letter a byte; alphabet: the letter of each byte. */
  export function wasm(): { alphabet: string; text: string };
  /** The fables: the text that is part of the project. */
  export function builtInText(): string;
  export const workerSource: string;
  export const version: string;
}
