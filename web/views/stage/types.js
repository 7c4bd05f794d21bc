// SPDX-License-Identifier: MIT
// What the parts of the stage see of the whole, as types only.

/**
 * @typedef {import('../shared/view.js').View & {
 *   scene: import('./scene.js').Scene | null,
 *   layout: import('./layout.js').Layout | null,
 *   activations: import('../../state/types.js').LineActivations | null,
 *   focused: number | null,
 *   isTouch: boolean,
 *   line: { stop(): void, returns(): boolean, hasOwn: boolean },
 *   showFrom(offset: number): void,
 *   showFloor(floor: number): void,
 *   pinLast(): void,
 *   letterWidth(size: number): number,
 *   note(text: string): void,
 *   tell(text: string): void,
 *   showKey(isOpen: boolean): void,
 *   picture(): import('./picture.js').Picture | null }} Stage `focused`: the character looked
 *   at; `showFrom`: first column wanted; `showFloor`: lowest layer; `note` stands beside the
 *   caption until it is '', `tell` for a while and is spoken
 */

export {};
