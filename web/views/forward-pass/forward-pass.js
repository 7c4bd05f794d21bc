// SPDX-License-Identifier: MIT
// The forward pass of one character through one layer and one head, in eight cards with the
// model's own numbers: a sentence, a picture, the arithmetic and the shape.
import { css, html, nothing } from 'lit';
import '../../i18n/inspection.js';
import { drawNumbers } from '../../draw/numbers.js';
import { headName, pinnedIndex, shownStep } from '../../state/selectors.js';
import { HostWidth } from '../shared/host-width.js';
import { barStyles } from '../shared/bars.js';
import { button, smallButton } from '../shared/controls.js';
import { folded, table } from '../shared/tables.js';
import { steps, striped, styled } from '../shared/style.js';
import { codeOf } from '../shared/render-view.js';
import { define, questions, View } from '../shared/view.js';
import { loadedMore, loadMore } from '../more-file.js';
import './origin.js';

export class ForwardPass extends View.withState({
  card: 0,
  /** The key of the cards; null: the strongest. @type {number | null} */
  j: null,
}) {
  static queries = questions('forwardPass');
  static styles = styled(
    barStyles,
    steps,
    css`
      ol button[aria-current] {
        background: var(--accent-soft);
        border-color: var(--accent);
      }
      .card {
        border: 1px solid var(--line);
        border-radius: 8px;
        padding: 0.875rem 1rem 1rem;
        display: grid;
        gap: 0.625rem;
        min-block-size: 21rem;
        align-content: start;
      }
      :host([frame='fit']) .card {
        min-block-size: 0;
      }
      .card .claim {
        font: 400 1.0625rem/1.45 var(--serif);
        color: var(--ink);
        min-block-size: 0;
      }
      figure {
        overflow-x: auto;
      }
      canvas {
        image-rendering: pixelated;
        outline: 1px solid var(--line);
        outline-offset: -1px;
      }
      figcaption {
        font-size: 0.8125rem;
        color: var(--role, var(--ink-2));
      }
      .q {
        --role: var(--query);
      }
      .k {
        --role: var(--key);
      }
      .v {
        --role: var(--value);
      }
      .q,
      .k,
      .v {
        border-inline-start: 3px solid var(--role);
        padding-inline-start: 0.5rem;
      }
      .strip {
        display: flex;
        gap: 0.375rem;
      }
      .strip .cells {
        flex: 1 1 auto;
        min-inline-size: 0;
      }
      .labels span {
        display: block;
        white-space: nowrap;
        font: 400 0.75rem/16px var(--mono);
        color: var(--ink-2);
      }
      .card table {
        inline-size: 100%;
      }
      .sums {
        font: 400 0.875rem/1.6 var(--mono);
        overflow-wrap: anywhere;
      }
      .shape {
        font-size: 0.8125rem;
        color: var(--ink-3);
      }
      td.wide,
      #guesses tbody td:last-child {
        inline-size: 45%;
      }
      .bar .ghost {
        fill: none;
        stroke: var(--ink-3);
        vector-effect: non-scaling-stroke;
      }
      tr.masked td {
        color: var(--ink-3);
        background: ${striped('line', 6)};
      }
      .c,
      #guesses tbody th {
        font-family: var(--mono);
      }
      .rail {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 0.25rem 0.75rem;
        align-items: center;
        margin-block-start: 0.875rem;
        font-size: 0.8125rem;
        color: var(--ink-3);
      }
      .rail .now {
        color: var(--ink);
        font-weight: 600;
      }
      @container (max-width: 480px) {
        .rail {
          grid-template-columns: minmax(0, 1fr);
        }
        .card :is(th, td) {
          padding-inline-end: 0.25rem;
          overflow-wrap: anywhere;
        }
      }
    `,
  );

  hostWidth = new HostWidth(this);
  /** Strips of the current card by name. @type {Map<string, import('./card.js').Strip>} */
  strips = new Map();
  /** The cards' file is missing. */
  isMissing = false;

  connectedCallback() {
    super.connectedCallback();
    if (!loadedMore()) void this.#load();
  }

  async #load() {
    this.isMissing = await loadMore().then(
      () => false,
      () => true,
    );
    this.requestUpdate();
  }

  render() {
    const { t, format } = this;
    const { layer, head, activations } = this.state;
    const i = pinnedIndex(this.state);
    const answer = this.answer('forwardPass');
    this.strips.clear();
    if (i === null && this.parentElement?.querySelector('gf-lens')) return nothing;
    return html`<section class="pane" part="cards">
      <div class="row spread">
        <h2>
          <span class="title">${t.forwardPass.title(this.units)}</span>
          ${
            answer
              ? html`<span class="quiet"
                  >${t.forwardPass.where(headName({ layer, head }), format.integer(answer.step))}</span
                >`
              : nothing
          }
        </h2>
        ${
          answer && answer.step !== shownStep(this.state)
            ? smallButton('renew', t.forwardPass.update, () =>
                this.app.queries.renew('forwardPass'),
              )
            : nothing
        }
      </div>
      ${
        i === null
          ? this.pinFirst()
          : activations?.L === 0
            ? html`<p class="claim">${t.badges.noHeads}</p>`
            : this.answered(answer, (pass) => this.#body(pass))
      }
      <gf-tiny-model .app=${this.app}></gf-tiny-model>
    </section>`;
  }

  /** @param {import('../../../wasm/index.js').ForwardPass} pass */
  #body(pass) {
    const { t } = this;
    const { activations, pin, layer, lang } = this.state;
    if (!activations || !pin || !activations.attentions[layer]) return nothing;
    const cards = loadedMore();
    if (!cards)
      return html`<p class="quiet">
        ${this.isMissing ? t.stage.noFile : t.shared.waiting}
      </p>`;
    const { CARDS, cardWords, rail, strongestKeys } = cards;
    void cardWords.load(lang)?.then(() => this.requestUpdate());
    const view = Object.assign(this, { say: cardWords.in(lang) });
    const card = CARDS[this.card]({
      ...{ pass, view },
      look: activations,
      layer,
      i: pin.i,
      j: Math.min(this.j ?? strongestKeys(pass)[0], pass.allowed - 1),
    });
    return html`<ol>
        ${t.forwardPass.cards.map((name, n) => {
          const current = n === this.card ? 'step' : '';
          return html`<li>
            ${button(`${n + 1} ${name}`, () => this.#go(n), { current })}
          </li>`;
        })}
      </ol>
      <div
        class="card"
        id="card"
        tabindex="0"
        role="group"
        aria-label="${this.card + 1} ${t.forwardPass.cards[this.card]}"
        @keydown=${this.#onKey}
      >
        ${card}
      </div>
      <div class="row">
        ${smallButton(
          'back',
          t.forwardPass.back,
          () => this.#go(this.card - 1),
          this.card === 0,
        )}
        ${smallButton(
          'forward',
          t.forwardPass.forward,
          () => this.#go(this.card + 1),
          this.card === this.#last,
        )}
        <span class="look">${t.forwardPass.look}</span>
      </div>
      <gf-origin .app=${this.app}></gf-origin>
      <div class="rail" id="rail">${rail(view, pass, this.card)}</div>
      ${this.#numbers()} ${codeOf(`card-${this.card}`, this.app)}`;
  }

  /** The first numbers of each strip as a table. */
  #numbers() {
    const { t, format } = this;
    const COUNT = 8;
    const rows = [...this.strips.values()]
      .filter(({ numbers }) => numbers.rows === 1)
      .map(({ label, numbers: { columns, data } }) => [
        label,
        columns,
        ...Array.from(data.subarray(0, COUNT), (x) => format.loss(x)),
        columns > COUNT ? t.forwardPass.more(format.integer(columns - COUNT)) : '',
      ]);
    return folded(t.forwardPass.numbers, table({ id: 'numbers', rows }));
  }

  /** The last card. */
  get #last() {
    return this.t.forwardPass.cards.length - 1;
  }

  /** @param {number} card */
  #go(card) {
    this.card = Math.max(0, Math.min(this.#last, card));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    // Fields inside the card keep their own keys.
    if (event.target !== event.currentTarget) return;
    const by = { ' ': 1, Enter: 1, ArrowRight: 1, ArrowLeft: -1, Backspace: -1 }[
      event.key
    ];
    if (!by) return;
    event.preventDefault();
    this.#go(this.card + by);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('card') && !changed.has('j') && !this.answer('forwardPass'))
      this.j = null;
  }

  updated() {
    const { diverging } = this.state.ramps;
    // Measured before any is drawn: each drawing would force another layout.
    const rooms = [...this.renderRoot.querySelectorAll('canvas')].map((canvas) => ({
      canvas,
      room: canvas.parentElement?.clientWidth ?? 0,
    }));
    for (const { canvas, room } of rooms) {
      const strip = this.strips.get(canvas.dataset.strip ?? '');
      if (strip) drawNumbers(canvas, strip.numbers, strip.most, room, diverging);
    }
  }
}

define('gf-forward-pass', ForwardPass);
