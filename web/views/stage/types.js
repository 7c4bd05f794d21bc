// SPDX-License-Identifier: MIT
// What the parts of the stage see of the whole, as types only.

/**
 * @typedef {import('../shared/view.js').View & {
 *   scene: import('./scene.js').Scene | null,
 *   layout: import('./layout.js').Layout | null,
 *   activations: import('../../state/types.js').LineActivations | null,
 *   focused: number | null,
 *   why: Explained | null,
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
 *   at; `why`: its prediction explained; `showFrom`: first column wanted; `showFloor`: lowest
 *   layer; `note` stands beside the caption until it is '', `tell` for a while and is spoken
 */

/** @import { Stream } from './scene.js' */

/**
 * A prediction explained: what the stage draws and says instead of attention.
 * @typedef {object} Explained
 * @property {(drawing: import('./layout.js').Drawing,
 *   building: import('./layout.js').Building) => void} draw
 * @property {Record<Stream, Map<number, number>>} reach share of each token, of the largest
 * @property {undefined} [roots]
 * @property {string} sentence
 * @property {number | null} asked the token asked about, where it is not the guess
 * @property {(layout: import('./layout.js').Layout, at: { x: number, y: number }) => number | null}
 *   sourceAt position of the source's token there
 * @property {(layout: import('./layout.js').Layout, at: { x: number, y: number }) => number | null}
 *   predictionAt token whose probability stands there
 * @property {(by: number) => import('../../state/types.js').Cell} cause beside the one looked at
 * @property {(layout: import('./layout.js').Layout) => number} another the next probable token
 * @property {boolean} isSettled all of it was measured at one step
 * @property {{ shares: string, lost: string, attention: string }} names
 * @property {Record<Mark | 'text', string>} glosses
 * @property {Mark[]} marks in the order of the key
 * @property {(building: import('./layout.js').Building, left: number) => { gloss: Mark,
 *   text: string, top: number, left: number, kind: 'strong' }[]} labels left: CSS pixels
 * @property {(stage: Stage, places: { attention: number,
 *   box: import('./place.js').Box }[]) => unknown} flows what heads carry, as a template
 * @property {() => unknown} ledger the sum as a template
 * @property {(stage: Stage, onKey: (event: KeyboardEvent) => void, spoken: string) => unknown}
 *   rows the line on a phone, as a template
 */

/** @typedef {'shares' | 'lost' | 'attention' | 'mlp'} Mark */

export {};
