// SPDX-License-Identifier: MIT
// What the bundler turns into strings.
declare module '*.txt' {
  const text: string;
  export default text;
}
declare module '*.css' {
  const text: string;
  export default text;
}
declare module 'engine:resources' {
  export const wasm: string;
  export const workerSource: string;
  export const version: string;
}
