// SPDX-License-Identifier: MIT
// The rows of the embedding on the two directions of their largest spread (PCA), turned
// to lie close to the map before, with the way each letter came.
import { css, html } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { drawMap, neighbours, ownKind, placing } from './embedding-map-drawing.js';
import { inksOf, isNew, prepare } from '../../draw/canvas.js';
import { csv } from '../../draw/series.js';
import { eyeOf } from '../../state/selectors.js';
import { visible } from '../../i18n/format.js';
import { chooseLetter, letterOf } from '../../state/selected-token.js';
import { Room } from '../shared/resize.js';
import { shared } from '../shared/style.js';
import { View, define, download, keys } from '../shared/view.js';

/** Maps before the newest that are drawn as a trail. */
const TRAIL = 5;
const MAX_WIDTH = 620;
const SHAPE = 0.72;
const REACH_PX = 16;

export class LetterMap extends View {
  static watch = keys('answers', 'pin', 'letter', 'look', 'scheme', 'session', 'past');

  static asks = /** @type {import('../../queries/registry.js').Question[]} */ ([
    'embeddings',
  ]);

  static properties = {
    ...View.properties,
    at: { state: true },
  };

  static styles = [
    shared,
    css`
      .figure {
        position: relative;
        inline-size: fit-content;
        cursor: pointer;
      }
      canvas {
        display: block;
      }
      @container (min-width: 900px) {
        .beside {
          display: grid;
          grid-template-columns: auto 1fr;
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
    `,
  ];

  constructor() {
    super();
    /** Token in focus. @type {number | null} */ this.at = null;
    this.room = new Room(this);
    this.focusNext = false;
    /** Oldest first. @type {{ step: number, rows: number, data: Float32Array }[]} */
    this.trail = [];
    /** The model the trail is of. @type {unknown} */ this.eye = null;
  }

  /** @override */
  willUpdate() {
    const eye = eyeOf(this.state);
    if (eye !== this.eye) this.trail = [];
    this.eye = eye;
    const answer = this.answer('embeddings');
    const last = this.trail.at(-1);
    if (!answer || answer.value.obstacle || last?.step === answer.step) return;
    if (last && answer.step < last.step) this.trail = [];
    const { rows, data } = answer.value.map;
    const kept = this.trail.slice(-TRAIL).filter((map) => map.rows === rows);
    this.trail = [...kept, { step: answer.step, rows, data }];
  }

  /** @override */
  render() {
    const { t } = this;
    const answer = this.answer('embeddings');
    const map = this.trail.at(-1);
    if (!answer || !map) return html`<p class="quiet">${t.inside.waiting}</p>`;
    const { classes, share } = answer.value;
    const claim = this.#claim(map, classes, share);
    const at = Math.min(this.at ?? Math.max(0, letterOf(this.state)), map.rows - 1);
    return html`<p class="claim number" id="claim">${claim}</p>
      <div class="beside">
        <div class="figure" @click=${this.#onClick}>
          <canvas role="img" aria-label=${claim}></canvas>
          <div
            role="listbox"
            aria-label=${t.embeddings.tabs[0]}
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
                aria-selected=${at === letterOf(this.state)}
                aria-label=${this.#near(map, classes, at)}
              ></div>`,
            )}
          </div>
        </div>
        <div>
          <p class="look">${t.embeddings.look}</p>
          <p class="look">${t.embeddings.shapes}</p>
          <div class="row">
            <button class="small" id="png" @click=${this.#savePng}>
              ${t.embeddings.png}
            </button>
            <button class="small" id="csv" @click=${() => this.#saveCsv(map, classes)}>
              ${t.embeddings.csv}
            </button>
          </div>
          ${this.#table(map, classes)}
        </div>
      </div>`;
  }

  get #names() {
    return (this.state.session?.info.vocabulary ?? []).map(visible);
  }

  /** @param {import('./embedding-map-drawing.js').Points & { step: number }} map @param {string[]} classes @param {number[]} share */
  #claim(map, classes, share) {
    const { t, format } = this;
    const { found, chance } = ownKind(map, classes);
    const chosen = letterOf(this.state);
    const whole = t.embeddings.claim({
      step: format.integer(map.step),
      found: format.integer(found),
      n: format.integer(map.rows),
      chance: format.integer(chance),
      share: format.percent(share[0] + share[1]),
    });
    return chosen < 0 ? whole : `${whole} ${this.#near(map, classes, chosen)}.`;
  }

  /** @param {import('./embedding-map-drawing.js').Points} map @param {string[]} classes @param {number} n */
  #near(map, classes, n) {
    const { t } = this;
    const names = this.#names;
    const near = neighbours(map, n).slice(0, 3);
    return t.embeddings.near(
      names[n],
      t.embeddings.kinds[classes[n]] ?? classes[n],
      near.map((k) => t.units.quote(names[k])).join(', '),
    );
  }

  /** @param {import('./embedding-map-drawing.js').Points} map @param {string[]} classes */
  #table(map, classes) {
    const { t, format } = this;
    const names = this.#names;
    return html`<details>
      <summary>${t.loss.data}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${t.loss.data}>
        <table part="table" id="letters">
          <thead>
            <tr>
              ${t.embeddings.columns.map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${names.map(
              (name, n) =>
                html`<tr>
                  <th scope="row">${name}</th>
                  <td>${t.embeddings.kinds[classes[n]] ?? classes[n]}</td>
                  <td>${format.signed(map.data[2 * n])}</td>
                  <td>${format.signed(map.data[2 * n + 1])}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
  }

  /** @param {import('./embedding-map-drawing.js').Points} map @param {string[]} classes */
  #saveCsv(map, classes) {
    const { columns } = this.t.embeddings;
    const pick = (/** @type {number} */ k) =>
      classes.map((_, n) => map.data[2 * n + k]);
    const text = csv({
      [columns[0]]: this.#names,
      [columns[1]]: classes,
      [columns[2]]: pick(0),
      [columns[3]]: pick(1),
    });
    download(text, 'glassformer-letters.csv', 'text/csv');
  }

  #savePng() {
    this.#canvas?.toBlob((blob) => {
      if (blob) download(blob, 'glassformer-letters.png', 'image/png');
    });
  }

  get #canvas() {
    return /** @type {HTMLCanvasElement | null} */ (
      this.renderRoot.querySelector('canvas')
    );
  }

  #onClick(/** @type {MouseEvent} */ event) {
    const map = this.trail.at(-1);
    const canvas = this.#canvas;
    if (!map || !canvas) return;
    const box = canvas.getBoundingClientRect();
    const at = placing(this.trail, box.width, box.height);
    const far = (/** @type {number} */ n) => {
      const [x, y] = at(map, n);
      return Math.hypot(event.clientX - box.left - x, event.clientY - box.top - y);
    };
    const [nearest] = Array.from({ length: map.rows }, (_, n) => n).sort(
      (a, b) => far(a) - far(b),
    );
    if (far(nearest) > REACH_PX) return;
    this.at = null;
    chooseLetter(this.app, nearest);
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    const rows = this.trail.at(-1)?.rows ?? 1;
    const at = this.at ?? Math.max(0, letterOf(this.state));
    const goal = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows - 1,
    }[event.key];
    if (goal !== undefined) {
      event.preventDefault();
      this.at = Math.max(0, Math.min(rows - 1, goal));
      this.focusNext = true;
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      chooseLetter(this.app, at);
    }
  }

  /** @override */
  updated() {
    const canvas = this.#canvas;
    const map = this.trail.at(-1);
    const answer = this.answer('embeddings');
    const width = Math.min(MAX_WIDTH, this.room.width);
    if (!canvas || !map || !answer || width === 0) return;
    const height = Math.round(width * SHAPE);
    const ink = inksOf(this, this.state.scheme);
    const { trail } = this;
    const chosen = letterOf(this.state);
    const ctx =
      isNew(canvas, trail, chosen, width, devicePixelRatio, ink) &&
      prepare(canvas, width, height);
    if (ctx) {
      ctx.fillStyle = ink('pane');
      ctx.fillRect(0, 0, width, height);
      const [names, kinds] = [this.#names, answer.value.classes];
      drawMap(ctx, { trail, names, kinds, chosen, width, height }, ink);
    }
    const focus = /** @type {HTMLElement} */ (this.renderRoot.querySelector('.focus'));
    const shown = Math.min(this.at ?? Math.max(0, letterOf(this.state)), map.rows - 1);
    const [x, y] = placing(this.trail, width, height)(map, shown);
    focus.style.left = `${x}px`;
    focus.style.top = `${y}px`;
    if (!this.focusNext) return;
    this.focusNext = false;
    focus.focus();
  }
}

define('gf-embedding-map', LetterMap);
