// SPDX-License-Identifier: MIT
// The selection that all views share: the line, the head, the pinned and hovered cell, how
// they are shown, and the settings of the sampler. It sets the store and asks no engine.
import { headImportance, headOrder, headWithin } from '../state/selectors.js';
import {
  ANY_WORD,
  firstSplit,
  lineSplit,
  linesToShow,
  splitOf,
} from '../run/splits.js';
import { firstPanel } from '../state/places.js';
import { PANELS } from '../views/registry.data.js';

/** @import { State } from '../state/state.js' */
/** @import { Place } from '../state/places.js' */

/** Parts of a line that a vocabulary may lack; `free`: none lacks them. No text is unknown to
 * byte pairs. @type {Record<string, { each: RegExp, free: RegExp, isCut: boolean } | undefined>} */
const PARTS = {
  chars: { each: /[^]/gu, free: /(?!)/, isCut: true },
  words: {
    each: /\n|[^\S\n]+|[\p{L}\p{M}\p{N}_'’]+|[^]/gu,
    free: /^[^\S\n]+$/,
    isCut: false,
  },
};

export class Selection {
  #lineNumber = 0;
  /** Open tab of each place left. @type {Map<Place, string>} */
  #panels = new Map();

  /** Whether a head has been chosen. */
  #hasChosen = false;

  /** @param {import('../state/state.js').AppStore} store */
  constructor(store) {
    this.store = store;
    store.subscribe((changed) => {
      if (changed.has('layer') || changed.has('head')) this.#hasChosen = true;
      else if (changed.has('answers')) this.#openOnBest();
    });
  }

  /** A closer look begins with the head that matters most. */
  #openOnBest() {
    const { state } = this.store;
    if (this.#hasChosen || !['head', 'heads'].includes(state.panel)) return;
    const importance = headImportance(state);
    if (!importance) return;
    this.#hasChosen = true;
    this.selectHead(importance.indexOf(Math.max(...importance)));
  }

  /** The first line of a new text, or of the other part of it. */
  resetLine() {
    this.#lineNumber = 0;
    // Between the two the line would be one that the reader chose.
    this.store.batch(() => {
      this.#showLine(0, firstSplit(this.store.state));
      this.store.set({ firstLine: this.store.state.line });
    });
  }

  /** @param {number} by lines to go on, in the part that the line is from */
  nextLine(by = 1) {
    const { state } = this.store;
    this.#showLine(by, lineSplit(state) ?? firstSplit(state));
  }

  /** @param {number} by @param {import('../run/splits.js').Split} split */
  #showLine(by, split) {
    const { state } = this.store;
    if (!state.session || !state.text) return;
    const lines = linesToShow(state, split);
    const n = lines.length;
    const first = (this.#lineNumber + by + n) % n;
    let at = first;
    // A line of the validation part that was trained on as well shows nothing.
    while (splitOf(state, lines[at]) === 'train' && split === 'val') {
      at = (at + (by < 0 ? n - 1 : 1)) % n;
      if (at === first) break;
    }
    this.#lineNumber = at;
    this.store.set({ line: lines[at], pin: null, hover: null });
  }

  /** Chooses the part of the text that the line on the stage is from.
   * @param {State['split']} split '': by the length of the text */
  showSplit(split) {
    const { state } = this.store;
    const isOther = split !== state.split;
    this.store.set({ split });
    const isWanted = firstSplit(this.store.state) === lineSplit(state);
    if ((split || isOther) && !isWanted) this.resetLine();
  }

  /** Selects the reader's own line, without what the vocabulary does not have. Of a line with
   * more tokens than the context, models of words and pieces read the last.
   * @param {string} typed
   * @returns {{ line: string, unknown: string[], cut: boolean }} what was used of it */
  setLine(typed) {
    const { session } = this.store.state;
    if (!session) return { line: '', unknown: [], cut: false };
    const parts = this.#parts(typed);
    if (!parts) {
      this.store.set({ line: typed, pin: null, hover: null });
      return { line: typed, unknown: [], cut: false };
    }
    const { usable, unknown, free, isCut } = parts;
    const most = isCut ? session.info.blockSize : Infinity;
    const line = usable.slice(0, most).join('');
    if (usable.some((part) => !free.test(part)))
      this.store.set({ line, pin: null, hover: null });
    return { line, unknown, cut: usable.length > most };
  }

  /** A text in the parts that the vocabulary has or lacks. @param {string} text
   * @returns {{ usable: string[], unknown: string[], free: RegExp, isCut: boolean } | null} null: the
   *   model reads any text, or the engine says what it cannot read */
  #parts(text) {
    const { session } = this.store.state;
    if (!session) return null;
    const { form, vocabulary, config } = session.info;
    const parts = form === 'text' && PARTS[String(config.tokenizer)];
    const known = new Set(vocabulary);
    if (!parts || known.has(ANY_WORD)) return null;
    const { each, free } = parts;
    const isKnown = (/** @type {string} */ part) => known.has(part) || free.test(part);
    const pieces = text.match(each) ?? [];
    const unknown = [...new Set(pieces.filter((part) => !isKnown(part)))];
    return { ...parts, unknown, usable: pieces.filter(isKnown) };
  }

  /**
   * Selects a head, a cell or a scale.
   * @param {Partial<Pick<State, 'layer' | 'head' | 'pin' | 'hover' | 'sqrtScale'>>} selection
   */
  select(selection) {
    this.store.set(selection);
  }

  /** For views of one character without a line to choose it in: the last that has a next one in
   * the line, unless one is pinned. */
  pinLast() {
    const { pin, activations, line } = this.store.state;
    if (!pin && activations?.text === line)
      this.select({ pin: { i: Math.max(0, activations.n - 2), j: null } });
  }

  /** Selects a head that a page or a link names. @param {Pick<State, 'layer' | 'head'>} wanted */
  chooseHead({ layer, head }) {
    const { session } = this.store.state;
    const wanted = { layer, head };
    this.store.set(session ? headWithin(session, wanted) : wanted);
  }

  /** Selects a head and lets the stage draw its lines alone; the same head again: all lines.
   * @param {number} layer @param {number} head */
  isolate(layer, head) {
    const { isolated } = this.store.state;
    const again = isolated?.layer === layer && isolated.head === head;
    this.store.set({ layer, head, isolated: again ? null : { layer, head } });
  }

  /** @param {State['stageMode']} [stageMode] default: the other one */
  showOnStage(stageMode = this.#isWhy ? 'attention' : 'why') {
    this.store.set({ stageMode, hover: null });
  }

  get #isWhy() {
    return this.store.state.stageMode === 'why';
  }

  /** @param {number} by heads in the order of the grid, wrapping around */
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

  /** Opens a place of the screen, with the tab that was open there last.
   * @param {Place} place */
  openPlace(place) {
    const { state } = this.store;
    if (place === state.place) return;
    this.#panels.set(state.place, state.panel);
    this.store.set({ place, panel: this.#panels.get(place) ?? firstPanel(place) });
  }

  /** Opens a tab of the place. @param {string} panel '': closes it */
  openPanel(panel) {
    if (panel === '' || panel in PANELS[this.store.state.place])
      this.store.set({ panel });
  }

  /** Opens the place and the tab of a view, the present place first.
   * @param {string} view */
  openView(view) {
    const { place } = this.store.state;
    // They stand beside the stage; in the lab their tabs show more of them.
    const isBeside = ['loss', 'samples', 'stage'].includes(view);
    if (isBeside && place !== 'lab') return;
    // All that is in Learn is elsewhere too, without the lessons.
    for (const each of /** @type {const} */ ([place, 'stage', 'write', 'lab'])) {
      const panel = Object.keys(PANELS[each]).find((name) =>
        PANELS[each][name].includes(view),
      );
      if (panel === undefined) continue;
      this.openPlace(each);
      this.openPanel(panel);
      return;
    }
    this.openPlace('stage');
  }

  show(/** @type {Partial<State['showing']>} */ patch) {
    this.store.set({ showing: { ...this.store.state.showing, ...patch } });
  }

  /** Returns to attention on the stage; clears the hovered cell, else the pinned column, else
   * the pinned row. */
  unpin() {
    const { pin, hover } = this.store.state;
    if (this.#isWhy) this.showOnStage();
    else if (hover) this.store.set({ hover: null });
    else if (pin && pin.j !== null) this.store.set({ pin: { i: pin.i, j: null } });
    else this.store.set({ pin: null });
  }

  /** @param {Partial<import('../state/types.js').SamplerSettings>} patch */
  setSampler(patch) {
    this.store.set({ sampler: { ...this.store.state.sampler, ...patch } });
  }

  /** @param {number} token pins its next occurrence in the line, wrapping around, or
   * remembers the token alone */
  selectToken(token) {
    const { pin, activations, session } = this.store.state;
    const character = session?.info.vocabulary[token];
    const n = activations?.n ?? 0;
    const from = pin?.i ?? -1;
    for (let step = 1; activations && step <= n; step++) {
      const i = (from + step) % n;
      if (activations.characters[i] !== character) continue;
      this.store.set({ chosenToken: null, pin: { i, j: null } });
      return;
    }
    this.store.set({ chosenToken: { token, pin } });
  }

  /** @returns {string[]} characters or words of the prompt that the vocabulary does not have */
  unknownInPrompt() {
    return this.#parts(this.store.state.sampler.prompt)?.unknown ?? [];
  }
}
