// SPDX-License-Identifier: MIT
// What is looked at: one selection for all views, the line of the text, and how the model
// is to write. Nothing here asks the engine; it sets the store, and others listen.
import { headOrder } from '../state/selectors.js';
import { linesOf } from '../run/texts.js';

/** @typedef {import('../state/types.js').State} State */

/** At this length a tile of the heads grid has two whole pixels a cell on a laptop. */
const DEFAULT_LINE = 44;

export class Selection {
  #lineNumber = 0;

  /** @param {import('../state/types.js').AppStore} store */
  constructor(store) {
    this.store = store;
  }

  /** Of a text that has just come. */
  resetLine() {
    this.#lineNumber = 0;
    this.nextLine(0);
    this.store.set({ firstLine: this.store.state.line });
  }

  /** @param {number} by how many of the text's held-out lines to go on */
  nextLine(by = 1) {
    const { session, text } = this.store.state;
    if (!session || !text) return;
    const limit = Math.min(DEFAULT_LINE, session.info.blockSize);
    const lines =
      session.info.examples.length > 0
        ? session.info.examples
        : linesOf(text.text, limit, session.info.nVal / text.characters);
    this.#lineNumber = (this.#lineNumber + by + lines.length) % lines.length;
    this.store.set({ line: lines[this.#lineNumber], pin: null, hover: null });
  }

  /**
   * Looks at the reader's own line. Characters the model has no entry for are left out.
   * @param {string} wanted
   * @returns {{ line: string, unknown: string[], cut: boolean }} what became of it
   */
  setLine(wanted) {
    const { session } = this.store.state;
    if (!session) return { line: '', unknown: [], cut: false };
    if (session.info.form !== 'text') {
      this.store.set({ line: wanted, pin: null, hover: null });
      return { line: wanted, unknown: [], cut: false };
    }
    const known = new Set(session.info.vocabulary);
    const characters = [...wanted];
    const unknown = [...new Set(characters.filter((c) => !known.has(c)))];
    const usable = characters.filter((c) => known.has(c));
    const line = usable.slice(0, session.info.blockSize).join('');
    if (line !== '') this.store.set({ line, pin: null, hover: null });
    return { line, unknown, cut: usable.length > session.info.blockSize };
  }

  /**
   * One selection for all views.
   * @param {Partial<Pick<State, 'layer' | 'head' | 'pin' | 'hover' | 'sqrtScale'>>} selection
   */
  select(selection) {
    this.store.set(selection);
  }

  /** @param {number} by heads in the order of the grid, round the end */
  nextHead(by) {
    const { activations, layer, head } = this.store.state;
    if (!activations?.L) return;
    const order = headOrder(this.store.state);
    const at = order.indexOf(layer * activations.H + head) + by;
    this.selectHead(order.at(at % order.length));
  }

  /** @param {number} [n] counted over all layers */
  selectHead(n = 0) {
    const H = this.store.state.activations?.H ?? 1;
    this.store.set({ layer: Math.floor(n / H), head: n % H });
  }

  /** @param {number} by stops at the ends */
  nextLayer(by) {
    const { activations, layer } = this.store.state;
    if (!activations) return;
    this.store.set({ layer: Math.max(0, Math.min(activations.L - 1, layer + by)) });
  }

  show(/** @type {Partial<State['showing']>} */ patch) {
    this.store.set({ showing: { ...this.store.state.showing, ...patch } });
  }

  /** Esc: the last pin first, then the row. */
  unpin() {
    const { pin, hover } = this.store.state;
    if (hover) this.store.set({ hover: null });
    else if (pin && pin.j !== null) this.store.set({ pin: { i: pin.i, j: null } });
    else this.store.set({ pin: null });
  }

  /** @param {Partial<import('../state/types.js').SamplerSettings>} patch */
  setSampler(patch) {
    this.store.set({ sampler: { ...this.store.state.sampler, ...patch } });
  }

  /** @returns {string[]} characters of the prompt the model has never seen */
  unknownInPrompt() {
    const { session, sampler } = this.store.state;
    // How pairs are cut into tokens is the engine's to say, and it does.
    if (!session || session.info.form !== 'text') return [];
    const known = new Set(session.info.vocabulary);
    return [...new Set(sampler.prompt)].filter((c) => !known.has(c));
  }
}
