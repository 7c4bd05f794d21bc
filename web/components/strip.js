// SPDX-License-Identifier: MIT
// One line of the reader's text in equal cells: the spine of the page. Shade and bar
// say how surprising each character was, or where the chosen head looked.
import { css, html, nothing, unsafeCSS } from 'lit';
import { headOffset, isAllowed, links, lookedAt, readsAt } from '../draw/attention.js';
import { inkOn, ramp, toCss } from '../draw/palette.js';
import { visible } from '../format.js';
import { RAMPS } from '../theme.js';
import { shared } from './style.js';
import { View, define, keys } from './view.js';

/** Bits at which the shade ends (VISUALS 5). */
const MAX_BITS = 6;
const SHADES = 16;
/** Arcs stop when they carry this much of the row. */
const MASS = 0.9;
/** Height of the bar that repeats the shade, at its darkest. */
const BAR_PX = 7;

/** One class a shade: a style attribute would be refused by a strict policy. */
const shades = () =>
  /** @type {const} */ (['light', 'dark'])
    .map((scheme) => {
      const rules = /** @type {const} */ (['surprise', 'attention']).flatMap((name) =>
        ramp(RAMPS[name][scheme], SHADES).map(
          (rgb, n) =>
            `.${scheme} .${name}.s${n} span{background:${toCss(rgb)};color:${inkOn(rgb)}}`,
        ),
      );
      return rules.join('');
    })
    .join('');
const bars = Array.from(
  { length: SHADES },
  (_, n) => `.s${n}::after{block-size:${((n / (SHADES - 1)) * BAR_PX).toFixed(1)}px}`,
).join('');

export class Strip extends View {
  static watch = keys(
    'look',
    'line',
    'pin',
    'hover',
    'layer',
    'head',
    'scheme',
    'session',
  );

  static properties = {
    ...View.properties,
    mode: { state: true },
    message: { state: true },
  };

  static styles = [
    shared,
    css`
      .stage {
        position: relative;
        margin-block: 0.5rem 0.75rem;
      }
      .arcs {
        position: absolute;
        inset: 0;
        inline-size: 100%;
        block-size: 100%;
        pointer-events: none;
        border: 0;
      }
      .cells {
        display: flex;
        flex-wrap: wrap;
        row-gap: 0.875rem;
        padding-block-start: 1.5rem;
      }
      .cell {
        position: relative;
        flex: none;
        inline-size: 1.375rem;
        block-size: 2.5rem;
        min-block-size: 0;
        padding: 0;
        border: 0;
        border-radius: 0;
        margin-inline-end: 1px;
        cursor: pointer;
        background: none;
        color: var(--ink);
      }
      .cell span {
        display: block;
        font: 400 1rem/1.8125rem var(--mono);
        block-size: 1.875rem;
        background: var(--sunk);
        border-radius: 2px;
      }
      .cell::after {
        content: '';
        display: block;
        block-size: 0;
        margin-block-start: 2px;
        background: var(--ink-3);
      }
      .cell:hover:not(:disabled) {
        background: none;
      }
      .cell:hover span {
        outline: 1px solid var(--ink-2);
      }
      .cell[aria-pressed='true'] {
        background: none;
      }
      .cell[aria-pressed='true'] span {
        outline: 2px solid var(--pin);
      }
      .cell:focus-visible {
        outline: none;
      }
      .cell:focus-visible span {
        outline: 3px solid var(--accent);
        outline-offset: 1px;
      }
      .cell.future span {
        color: var(--ink-3);
        background: repeating-linear-gradient(
          135deg,
          var(--pane) 0 4px,
          var(--line-strong) 4px 5px
        );
      }
      .cell.future b {
        background: var(--pane);
      }
      .cell b {
        font-weight: 400;
      }
      .cell.blank span {
        color: var(--ink-3);
      }
      .controls {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 0.75rem;
        align-items: end;
      }
      .field {
        flex: 1 1 16rem;
      }
      .field input {
        inline-size: 100%;
        font-family: var(--mono);
      }
      .field label {
        display: block;
        color: var(--ink-3);
        font-size: 0.8125rem;
      }
      .modes {
        display: inline-flex;
      }
      .modes button:first-of-type {
        border-start-end-radius: 0;
        border-end-end-radius: 0;
      }
      .modes button:last-of-type {
        border-start-start-radius: 0;
        border-end-start-radius: 0;
        margin-inline-start: -1px;
      }
      @media (pointer: coarse) {
        .cell {
          inline-size: 1.5rem;
          block-size: 3.375rem;
          min-block-size: 0;
        }
        .cell span {
          block-size: 2.75rem;
          line-height: 2.6875rem;
        }
      }
    `,
    unsafeCSS(shades() + bars),
  ];

  constructor() {
    super();
    /** @type {'surprise' | 'attention'} */
    this.mode = 'surprise';
    this.message = '';
    /** @type {ResizeObserver | undefined} */ this.resizer;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    // Arcs join cells, and cells wrap differently at another width.
    this.resizer = new ResizeObserver(() => this.#drawArcs());
    this.resizer.observe(this);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.resizer?.disconnect();
  }

  /** @override */
  render() {
    const { t } = this;
    const { look, line, scheme } = this.state;
    const characters = look?.characters ?? [...line];
    return html`<section class="pane">
      <div class="row spread">
        <h2>${t.strip.title}</h2>
        <div class="modes" role="group" aria-label=${t.strip.mode}>
          ${
            /** @type {const} */ (['surprise', 'attention']).map(
              (mode) =>
                html`<button
                  class="small"
                  data-mode=${mode}
                  aria-pressed=${this.mode === mode}
                  @click=${() => {
                    this.mode = mode;
                  }}
                >
                  ${t.strip.modes[mode]}
                </button>`,
            )
          }
        </div>
      </div>
      <p class="claim number">${this.#claim()}</p>
      <div class="stage ${scheme}">
        <div
          class="cells"
          role="toolbar"
          aria-label=${t.strip.title}
          dir="auto"
          @keydown=${this.#onKey}
          @pointerleave=${() => this.app.select({ hover: null })}
        >
          ${characters.map((c, i) => this.#cell(c, i))}
        </div>
        <canvas class="arcs" aria-hidden="true"></canvas>
      </div>
      ${this.#controls()}
      <p class="look">
        ${this.mode === 'surprise' ? t.strip.look : t.strip.lookAttention}
      </p>
    </section>`;
  }

  #claim() {
    const { t, format } = this;
    const { look } = this.state;
    if (!look || look.n < 2) return t.strip.pickOne;
    if (this.mode === 'attention')
      return look.L === 0 ? t.badges.noHeads : this.#attentionClaim(look);
    let sum = 0;
    for (let i = 0; i + 1 < look.n; i++) sum += look.loss[i];
    const nats = sum / (look.n - 1);
    return t.strip.claim(format.loss(nats / Math.LN2), format.choices(Math.exp(nats)));
  }

  /** @param {import('../types.js').Look} look */
  #attentionClaim(look) {
    const { t, format } = this;
    const { layer, head } = this.state;
    const i = this.#reading;
    if (i === null) return t.strip.pickOne;
    const { kept, others, rest } = links(look, layer, head, i, MASS);
    const { j, value } = kept[0];
    const where = t.head.where(format.integer(layer + 1), format.integer(head + 1));
    const what = t.head.claim({
      reads: visible(readsAt(look, layer, i)),
      looked: visible(lookedAt(look, layer, j)),
      back: t.head.back(format.integer(i - j)),
      share: format.percent(value),
    });
    const more =
      others > 0
        ? ` (${t.strip.more(format.integer(others), format.percent(rest))})`
        : '';
    return `${where} ${what}${more}`;
  }

  /** The row all marks are about: what is pointed at, else what is pinned. */
  get #reading() {
    const { hover, pin, look } = this.state;
    const i = hover?.i ?? pin?.i ?? null;
    return i !== null && look && look.L > 0 && i < look.n ? i : null;
  }

  /** @param {string} character @param {number} i */
  #cell(character, i) {
    const { t, format } = this;
    const { look, pin, layer, head } = this.state;
    const reading = this.#reading;
    const pinned = pin?.i === i;
    const name = t.strip.cell(visible(character), format.integer(i + 1));
    let tone = '';
    let says = '';
    if (this.mode === 'attention' && reading !== null && look) {
      if (!isAllowed(look, layer, reading, i)) {
        tone = 'future';
        says = t.strip.future;
      } else {
        const value =
          look.attention[headOffset(look, layer, head) + reading * look.T + i];
        tone = `attention s${Math.round(value * (SHADES - 1))}`;
        says = format.percent(value);
      }
    } else if (this.mode === 'surprise' && look) {
      // The loss of row i - 1 is what guessing character i cost.
      const bits = i === 0 ? Number.NaN : look.loss[i - 1] / Math.LN2;
      if (Number.isFinite(bits)) {
        tone = `surprise s${Math.round((Math.min(bits, MAX_BITS) / MAX_BITS) * (SHADES - 1))}`;
        says = t.strip.bits(format.loss(bits));
      } else {
        says = t.strip.first;
      }
    }
    const tabbed = pin ? pinned : i === 0;
    const blank = /\s/.test(character) ? 'blank' : '';
    return html`<button
      class="cell ${tone} ${blank}"
      data-i=${i}
      tabindex=${tabbed ? 0 : -1}
      aria-pressed=${pinned}
      aria-label="${name}${says ? `, ${says}` : ''}"
      @click=${() => this.#pin(i)}
      @pointerenter=${() => this.app.select({ hover: { i, j: null } })}
    >
      <span><b>${visible(character)}</b></span>
    </button>`;
  }

  /** @param {number} i */
  #pin(i) {
    const { pin } = this.state;
    const again = pin?.i === i && pin.j === null;
    this.app.select({ pin: again ? null : { i, j: null }, hover: null });
  }

  #controls() {
    const { t } = this;
    const { line, session } = this.state;
    return html`<div class="controls">
        <div class="field">
          <label for="line">${t.strip.line}</label>
          <input
            id="line"
            type="text"
            dir="auto"
            spellcheck="false"
            autocomplete="off"
            ?disabled=${!session}
            .value=${line}
            @change=${(/** @type {Event} */ event) => this.#setLine(event)}
          />
        </div>
        <button ?disabled=${!session} @click=${() => this.app.anotherLine()}>
          ${t.strip.another}
        </button>
      </div>
      ${this.message ? html`<p class="problem" role="status">${this.message}</p>` : nothing}`;
  }

  /** @param {Event} event */
  #setLine(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const { line, unknown, cut } = this.app.setLine(field.value);
    const { t, format } = this;
    const parts = [];
    if (unknown.length > 0) parts.push(t.strip.unknown(unknown.map(visible).join(' ')));
    if (cut)
      parts.push(t.strip.cut(format.integer(this.state.session?.info.blockSize ?? 0)));
    this.message = parts.join(' ');
    field.value = line === '' ? this.state.line : line;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const cells = /** @type {HTMLElement[]} */ ([
      ...this.renderRoot.querySelectorAll('.cell'),
    ]);
    const at = cells.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at < 0) return;
    const goal = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: cells.length - 1,
    }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    const i = Math.max(0, Math.min(cells.length - 1, goal));
    for (const cell of cells) cell.tabIndex = -1;
    cells[i].tabIndex = 0;
    cells[i].focus();
    this.app.select({ hover: { i, j: null } });
  }

  /** @override */
  updated() {
    this.#drawArcs();
  }

  #drawArcs() {
    const canvas = /** @type {HTMLCanvasElement | null} */ (
      this.renderRoot.querySelector('.arcs')
    );
    if (!canvas) return;
    const ratio = devicePixelRatio;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const ctx = canvas.getContext('2d');
    if (!ctx) return;
    ctx.clearRect(0, 0, width, height);
    const { look, layer, head } = this.state;
    const i = this.#reading;
    if (!look || i === null || this.mode !== 'attention') return;
    const { kept } = links(look, layer, head, i, MASS);
    ctx.save();
    ctx.scale(ratio, ratio);
    ctx.strokeStyle = getComputedStyle(this).getPropertyValue('--accent');
    for (const { j, value } of kept) this.#arc(ctx, i, j, value);
    ctx.restore();
  }

  /**
   * From the top of cell i to the top of cell j; thicker and stronger with attention.
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} i @param {number} j @param {number} value
   */
  #arc(ctx, i, j, value) {
    const cells = /** @type {NodeListOf<HTMLElement>} */ (
      this.renderRoot.querySelectorAll('.cell')
    );
    const [from, to] = [cells[i], cells[j]];
    if (!from || !to || i === j) return;
    const x0 = from.offsetLeft + from.offsetWidth / 2;
    const x1 = to.offsetLeft + to.offsetWidth / 2;
    const [y0, y1] = [from.offsetTop, to.offsetTop];
    const lift = y0 === y1 ? Math.min(24, 6 + Math.abs(x1 - x0) / 8) : 24;
    ctx.globalAlpha = Math.min(1, 0.15 + value);
    ctx.lineWidth = 1 + 2.5 * value;
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.bezierCurveTo(x0, y0 - lift, x1, y1 - lift, x1, y1);
    ctx.stroke();
  }
}

define('gf-strip', Strip);
