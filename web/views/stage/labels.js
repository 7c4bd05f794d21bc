// SPDX-License-Identifier: MIT
// Names of the rows and panes beside the picture, each with a gloss: shown on hovering, on focus
// and by a tap. One of them is in the tab order; arrow keys lead to the others.
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { layerName } from '../../i18n/descriptions.js';
import { textUnit } from '../../state/selectors.js';
import { movedInList } from '../shared/grid.js';
import { loadedMore, moreFor } from '../more-file.js';
import { outputUnit } from '../shared/outputs.js';
import { buildingsOf } from './layout.js';
import { place } from './place.js';
import { button } from '../shared/controls.js';

/** @import { Stage } from './types.js' */
/** @import { Layout } from './layout.js' */
/** @typedef {keyof typeof import('../../i18n/en/glosses.js').default |
 *   import('./types.js').Mark} Gloss */
/**
 * @typedef {object} Label
 * @property {string} text
 * @property {Gloss} [gloss] without one it is the name of a pane
 * @property {number} top middle of it, CSS pixels
 * @property {number} left
 * @property {'strong' | ''} kind
 */

/** What a compact picture has without naming it; some of it only where there are layers.
 * @type {Gloss[]} */
const COMPACT = ['text', 'attention', 'mlp', 'guess', 'next', 'chosen'];
/** @type {Gloss[]} */
const OF_LAYERS = ['attention', 'mlp', 'guess'];
const LINE_PX = 16;
/** Lower ones have room for the name alone, which says the rest. */
const TWO_LINES_PX = 28;
/** Beside the columns, and in a compact picture inside the pane. */
const LEFT_PX = { wide: 12, compact: 10 };
const GLOSS_PX = 260;

export class Labels {
  #stage;
  /** The label whose gloss is open. @type {number | null} */ #open = null;
  /** The one in the tab order. */
  #at = 0;

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  /** Where a prediction is explained, some are others. */
  get #names() {
    const { t, why } = this.#stage;
    return { ...t.stage.names, ...why?.names };
  }

  /** None until they are loaded. @returns {Partial<Record<Gloss, string>>} */
  get #glosses() {
    const { state, why } = this.#stage;
    return { ...moreFor(this.#stage)?.glossWords.in(state.lang), ...why?.glosses };
  }

  /** Training changes nothing about them. */
  render() {
    const { layout, t, isTouch, focused, state, why } = this.#stage;
    const seen = [layout, t, isTouch, focused !== null, state.session, loadedMore()];
    const own = [why?.names.shares, this.#open, this.#at];
    return guard([...seen, ...own], () => this.#all());
  }

  #all() {
    const { layout } = this.#stage;
    if (!layout) return nothing;
    const labels = this.#list(layout);
    const glossed = labels.filter(({ gloss }) => gloss);
    const open = this.#open === null ? undefined : glossed[this.#open];
    const current = Math.min(this.#at, glossed.length - 1);
    // Rows are too low for fingers, which have a list of all glosses instead.
    return html`${labels.map((label) =>
      label.gloss && !this.#stage.isTouch
        ? this.#button(label, glossed.indexOf(label), current)
        : html`<span class="label ${label.kind}" ${place(at(label))}
            >${label.text}</span
          >`,
    )}
    ${
      open?.gloss && this.#glosses[open.gloss]
        ? html`<p
            class="gloss"
            role="tooltip"
            id="gloss"
            ${place(this.#beside(open, layout))}
          >
            ${this.#glosses[open.gloss]}
          </p>`
        : nothing
    }`;
  }

  /** All of them. */
  names() {
    const { layout } = this.#stage;
    return layout ? this.#list(layout) : [];
  }

  /** What each mark means, in a list. */
  key() {
    const { t, layout, scene } = this.#stage;
    const all = /** @type {Gloss[]} */ (
      this.names().flatMap(({ gloss }) => gloss ?? [])
    );
    const compact = COMPACT.filter((gloss) => scene?.L || !OF_LAYERS.includes(gloss));
    const rest = this.#stage.why?.marks ?? (layout?.isCompact ? compact : []);
    return html`<div
      class="key"
      id="key"
      role="region"
      aria-label=${t.stage.legendOpen}
    >
      ${button(t.stage.close, () => this.#stage.showKey(false))}
      <dl>
        ${[...new Set([...rest, ...all])].map(
          (gloss) =>
            html`<div>
              <dt>${this.#name(gloss)}</dt>
              <dd>${this.#glosses[gloss]}</dd>
            </div>`,
        )}
      </dl>
    </div>`;
  }

  /** @param {Label} label @param {number} n @param {number} current */
  #button(label, n, current) {
    const isOpen = n === this.#open;
    return html`<button
      type="button"
      class="label ${label.kind}"
      data-gloss=${label.gloss}
      tabindex=${n === current ? 0 : -1}
      aria-describedby=${isOpen ? 'gloss' : nothing}
      @pointerenter=${() => this.#show(n)}
      @pointerleave=${() => this.#show(null)}
      @focus=${() => this.#show(n)}
      @blur=${() => this.#show(null)}
      @click=${() => this.#show(n)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.#onKey(event, n)}
      ${place(at(label))}
    >
      ${label.text}
    </button>`;
  }

  /** @param {number | null} n */
  #show(n) {
    if (n === this.#open) return;
    this.#open = n;
    if (n !== null) this.#at = n;
    this.#stage.requestUpdate();
  }

  /** @param {KeyboardEvent} event @param {number} n */
  #onKey(event, n) {
    const all = /** @type {NodeListOf<HTMLElement>} */ (
      this.#stage.renderRoot.querySelectorAll('button.label')
    );
    if (event.key === 'Escape' && this.#open !== null) {
      event.preventDefault();
      this.#show(null);
      return;
    }
    const to = movedInList(event, n, all.length);
    if (to === null) return;
    this.#at = to;
    all[to].focus();
  }

  /** @param {Label} label @param {Layout} layout */
  #beside({ left, top }, { width, height }) {
    const isLow = top > height / 2;
    return {
      left: Math.min(left, Math.max(0, width - GLOSS_PX)),
      width: Math.min(GLOSS_PX, width),
      ...(isLow ? { bottom: height - top + LINE_PX } : { top: top + LINE_PX }),
    };
  }

  /** From below to above. @param {Layout} layout @returns {Label[]} */
  #list(layout) {
    const { scene } = this.#stage;
    const names = this.#names;
    /** @type {Label[]} */
    const labels = [];
    if (!scene) return labels;
    for (const building of buildingsOf(layout))
      labels.push(...this.#ofBuilding(building));
    if (layout.isCompact) {
      if (layout.truthHeight > 0)
        labels.push({
          text: names.compact,
          gloss: 'final',
          top: layout.truthTop - LINE_PX / 2 - 3,
          left: layout.left + LEFT_PX.compact,
          kind: 'strong',
        });
      return labels;
    }
    const left = layout.left + LEFT_PX.wide;
    for (const { depth, y, height, isFinal } of layout.rows) {
      const text = names[isFinal ? 'final' : depth === 0 ? 'embedding' : 'guess'];
      const gloss = isFinal ? 'final' : 'guess';
      const kind = isFinal ? 'strong' : '';
      labels.push({ text, gloss, top: y + height / 2, left, kind });
    }
    if (layout.truthHeight > 0) {
      const name = scene.kind === 'encoder' ? 'labelRow' : 'next';
      const top = layout.truthTop + layout.truthHeight / 2;
      labels.push({ text: names[name], gloss: name, top, left, kind: 'strong' });
      labels.push({ ...this.#roof(), top: layout.roofBottom - 54, left, kind: '' });
    }
    return labels.sort((a, b) => b.top - a.top);
  }

  /** @param {Gloss} gloss */
  #name(gloss) {
    const { state } = this.#stage;
    const { roof, ...names } = this.#names;
    return gloss === 'roof' ? roof[outputUnit(state.session)] : (names[gloss] ?? '');
  }

  /** @returns {{ text: string, gloss: Gloss }} */
  #roof() {
    const { t, state, focused } = this.#stage;
    if (focused === null) return { text: this.#name('roof'), gloss: 'roof' };
    const isTagger = this.#stage.scene?.kind === 'encoder';
    const { chosen, chosenTokens, chosenLabels } = t.stage.names;
    if (isTagger) return { text: chosenLabels, gloss: 'chosenLabels' };
    const isText = textUnit(state.session) === 'character';
    return { text: isText ? chosen : chosenTokens, gloss: 'chosen' };
  }

  /** Panes and the text of one stack. @param {import('./layout.js').Building} building */
  #ofBuilding(building) {
    const { scene, layout, activations } = this.#stage;
    /** @type {Label[]} */
    const labels = [];
    if (!scene || !layout || !activations) return labels;
    const names = this.#names;
    const isCompact = layout.isCompact;
    const left = building.left + (isCompact ? LEFT_PX.compact : LEFT_PX.wide);
    for (const band of building.bands) {
      const text = layerName(this.#stage, activations, band.index);
      const pane = building.panes[band.pane];
      const isFirst = building.bands.find(({ pane: p }) => p === band.pane) === band;
      if (isCompact) {
        if (isFirst) labels.push({ text, top: pane.top + 11, left, kind: 'strong' });
        continue;
      }
      const middle = (band.top + band.bottom) / 2;
      const gloss = scene.kind === 'averaging' ? 'average' : 'attention';
      const hasTwo = !band.isCross && band.bottom - band.top >= TWO_LINES_PX;
      // The name of cross attention says what it is.
      const top = hasTwo || band.isCross ? middle - LINE_PX / 2 : middle;
      labels.push({ text, ...(hasTwo ? {} : { gloss }), top, left, kind: 'strong' });
      if (hasTwo)
        labels.push({ text: names[gloss], gloss, top: top + LINE_PX, left, kind: '' });
    }
    if (isCompact) return labels;
    for (const { mlp } of building.panes) {
      if (!mlp || building.isDeep) continue;
      const top = (mlp.top + mlp.bottom) / 2;
      labels.push({ text: names.mlp, gloss: 'mlp', top, left, kind: '' });
    }
    const name = building.stream === 'source' ? names.source : names.text;
    const top = building.textTop + building.textHeight / 2;
    labels.push({ text: name, gloss: 'text', top, left, kind: 'strong' });
    labels.push(...(this.#stage.why?.labels(building, left) ?? []));
    return labels;
  }
}

/** @param {Label} label */
const at = ({ top, left }) => ({ top: Math.round(top - LINE_PX / 2), left });
