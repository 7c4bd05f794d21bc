// SPDX-License-Identifier: MIT
// What the parts of the stage see of the whole, as types only.

/**
 * @typedef {import('../shared/view.js').View & {
 *   scene: import('./scene.js').Scene | null,
 *   layout: import('./layout.js').Layout | null,
 *   activations: import('../../state/types.js').LineActivations | null,
 *   focused: number | null,
 *   line: { stop(): void, returns(): boolean },
 *   showFrom(offset: number): void,
 *   pinLast(): void,
 *   letterWidth(size: number): number }} Stage `focused`: the character looked at
 */

export {};
