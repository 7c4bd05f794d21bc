// SPDX-License-Identifier: MIT
// The token embeddings on their first two principal components, turned to lie close to the map
// before, with the path each token took.
import { css, html, nothing } from 'lit';
import '../../i18n/inspection.js';
import { keyed } from 'lit/directives/keyed.js';
import { drawMap, neighbours, ownKind, placing } from './embedding-map-drawing.js';
import { inksOf, isNew, prepare } from '../../draw/canvas.js';
import { pointIn } from '../../draw/pointer.js';
import { visible } from '../../i18n/format.js';
import { selectedToken, textUnit, viewedModel } from '../../state/selectors.js';
import { smallButton } from '../shared/controls.js';
import { clamp, isPress, movedInList } from '../shared/grid.js';
import { savePng } from '../shared/save.js';
import { HostWidth } from '../shared/host-width.js';
import { styled } from '../shared/style.js';
import { csvButton, folded, table } from '../shared/tables.js';
import { define, questions, View } from '../shared/view.js';

/** Earlier maps drawn as a trail. */
const TRAIL = 5;
const MAX_WIDTH = 620;
const SHAPE = 0.72;
const REACH_PX = 16;

export class EmbeddingMap extends View.withState({
  /** Token that has the focus. @type {number | null} */ at: null,
}) {
  static queries = questions('embeddings');
  static styles = styled(css`
    .figure {
      position: relative;
      inline-size: fit-content;
      cursor: pointer;
    }
    @container (min-width: 900px) {
      .beside {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 1.5rem;
        align-items: center;
      }
    }
    .focus {
      position: absolute;
      inline-size: 26px;
      block-size: 26px;
      margin: -13px;
      border-radius: 50%;
      pointer-events: none;
    }
    .focus:focus-visible {
      outline: 3px solid var(--accent);
      outline-offset: 2px;
    }
  `);

  hostWidth = new HostWidth(this);
  focusNext = false;
  /** Oldest first. @type {{ step: number, rows: number, data: Float32Array }[]} */
  trail = [];
  /** The model of the trail. @type {unknown} */ model = null;

  willUpdate() {
    const model = viewedModel(this.state);
    if (model !== this.model) this.trail = [];
    this.model = model;
    const answer = this.answer('embeddings');
    const last = this.trail.at(-1);
    if (!answer || answer.value.obstacle || last?.step === answer.step) return;
    if (last && answer.step < last.step) this.trail = [];
    const { rows, data } = answer.value.map;
    const kept = this.trail.slice(-TRAIL).filter((map) => map.rows === rows);
    this.trail = [...kept, { step: answer.step, rows, data }];
  }

  render() {
    const { t } = this;
    const answer = this.answer('embeddings');
    const map = this.trail.at(-1);
    if (answer?.value.obstacle) return this.cannot(answer.value.obstacle);
    if (!answer || !map) return this.waiting();
    const { classes, share } = answer.value;
    const claim = this.#claim(map, classes, share);
    const at = this.#cursor(map);
    return html`<p class="claim number" id="claim">${claim}</p>
      <div class="beside">
        <div class="figure" @click=${this.#onClick}>
          <canvas role="img" aria-label=${claim}></canvas>
          <div
            role="listbox"
            aria-label=${t.embeddings.maps[textUnit(this.state.session)]}
            @keydown=${this.#onKey}
          >
            ${keyed(
              at,
              html`<div
                class="focus"
                role="option"
                tabindex="0"
                aria-setsize=${map.rows}
                aria-posinset=${at + 1}
                aria-selected=${at === selectedToken(this.state)}
                aria-label=${this.#near(map, classes, at)}
              ></div>`,
            )}
          </div>
        </div>
        <div>
          <p class="look">${t.embeddings.look(this.units)}</p>
          ${this.#isText ? html`<p class="look">${t.embeddings.shapes}</p>` : nothing}
          <div class="row">
            ${smallButton('png', t.embeddings.png, () => savePng('letters', this.canvas))}
            ${csvButton(t, 'letters', () => this.#columns(map, classes))}
          </div>
          ${this.#table(map, classes)}
        </div>
      </div>`;
  }

  /** @param {{ rows: number }} map */
  #cursor({ rows }) {
    return clamp(this.at ?? selectedToken(this.state), rows);
  }

  get #names() {
    return (this.state.session?.info.vocabulary ?? []).map(visible);
  }

  /** @param {import('./embedding-map-drawing.js').Points & { step: number }} map @param {string[]} classes @param {number[]} share */
  #claim(map, classes, share) {
    const { t, format } = this;
    const chosen = selectedToken(this.state);
    const step = format.integer(map.step);
    const variance = t.embeddings.variance(format.percent(share[0] + share[1]));
    const whole = `${this.#sameClass(map, classes, step)} ${variance}`;
    return chosen < 0 ? whole : `${whole} ${this.#near(map, classes, chosen)}.`;
  }

  /** Of characters alone: the first letter of a word says little.
   * @param {import('./embedding-map-drawing.js').Points & { rows: number }} map
   * @param {string[]} classes @param {string} step */
  #sameClass(map, classes, step) {
    const { t, format } = this;
    if (!this.#isText) return t.embeddings.tokens(step, format.integer(map.rows));
    const { found, chance } = ownKind(map, classes);
    return t.embeddings.claim({
      step,
      found: format.integer(found),
      n: format.integer(map.rows),
      chance: format.integer(chance),
    });
  }

  /** @param {string} name of a class; tokens have none */
  #kind(name) {
    return this.#isText ? (this.t.embeddings.kinds[name] ?? name) : '';
  }

  get #head() {
    return [this.units[0], ...this.t.embeddings.columns];
  }

  get #isText() {
    return textUnit(this.state.session) === 'character';
  }

  /** @param {import('./embedding-map-drawing.js').Points} map @param {string[]} classes @param {number} n */
  #near(map, classes, n) {
    const { t } = this;
    const names = this.#names;
    const near = neighbours(map, n).slice(0, 3);
    return t.embeddings.near(
      names[n],
      this.#kind(classes[n]),
      near.map((k) => t.units.quote(names[k])).join(', '),
    );
  }

  /** @param {import('./embedding-map-drawing.js').Points} map @param {string[]} classes */
  #table({ data }, classes) {
    const { t, format } = this;
    const rows = this.#names.map((name, n) => [
      name,
      this.#kind(classes[n]),
      format.signed(data[2 * n]),
      format.signed(data[2 * n + 1]),
    ]);
    return folded(t.loss.data, table({ id: 'letters', head: this.#head, rows }));
  }

  /** @param {import('./embedding-map-drawing.js').Points} map @param {string[]} classes
   * @returns {import('../../draw/series.js').Column[]} */
  #columns({ data }, classes) {
    const [unit, kind, x, y] = this.#head;
    return [
      [unit, this.#names],
      [kind, classes.map((name) => this.#kind(name))],
      [x, classes.map((_, n) => data[2 * n])],
      [y, classes.map((_, n) => data[2 * n + 1])],
    ];
  }

  #onClick(/** @type {MouseEvent} */ event) {
    const map = this.trail.at(-1);
    const { canvas } = this;
    if (!map || !canvas) return;
    const at = placing(this.trail, canvas.offsetWidth, canvas.offsetHeight);
    const pressed = pointIn(event, canvas);
    const far = (/** @type {number} */ n) => {
      const [x, y] = at(map, n);
      return Math.hypot(pressed.x - x, pressed.y - y);
    };
    const [nearest] = Array.from({ length: map.rows }, (_, n) => n).sort(
      (a, b) => far(a) - far(b),
    );
    if (far(nearest) > REACH_PX) return;
    this.at = null;
    this.app.selection.selectToken(nearest);
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    const map = this.trail.at(-1);
    if (!map) return;
    const at = this.#cursor(map);
    const goal = movedInList(event, at, map.rows);
    if (goal !== null) {
      this.at = goal;
      this.focusNext = true;
    } else if (isPress(event)) this.app.selection.selectToken(at);
  }

  updated() {
    const { canvas } = this;
    const map = this.trail.at(-1);
    const answer = this.answer('embeddings');
    const high = canvas ? this.hostWidth.heightFor(canvas) : Infinity;
    const width = Math.min(MAX_WIDTH, this.hostWidth.width, Math.floor(high / SHAPE));
    if (!canvas || !map || !answer || width === 0) return;
    const height = Math.round(width * SHAPE);
    const ink = inksOf(this, this.state.scheme);
    const { trail } = this;
    const chosen = selectedToken(this.state);
    const ctx =
      isNew(canvas, trail, chosen, width, devicePixelRatio, ink) &&
      prepare(canvas, width, height);
    if (ctx) {
      ctx.fillStyle = ink('pane');
      ctx.fillRect(0, 0, width, height);
      const [names, kinds] = [this.#names, answer.value.classes];
      drawMap(ctx, { trail, names, kinds, chosen, width, height }, ink);
    }
    const focus = /** @type {HTMLElement} */ (this.find('.focus'));
    const [x, y] = placing(this.trail, width, height)(map, this.#cursor(map));
    focus.style.left = `${x}px`;
    focus.style.top = `${y}px`;
    if (!this.focusNext) return;
    this.focusNext = false;
    focus.focus();
  }
}

define('gf-embedding-map', EmbeddingMap);
