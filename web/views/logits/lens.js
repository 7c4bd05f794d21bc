// SPDX-License-Identifier: MIT
// Logit lens (nostalgebraist 2020): what the model would predict from the residual stream after
// the embedding, after each attention and after each MLP.
import { css, html, noChange, nothing } from 'lit';
import '../../i18n/inspection.js';
import { visible } from '../../i18n/format.js';
import { pinnedIndex } from '../../state/selectors.js';
import { depthName, outputsOf } from '../shared/outputs.js';
import { adoptShades, shadeAt } from '../shared/shades.js';
import { bar, barStyles } from '../shared/bars.js';
import { styled } from '../shared/style.js';
import { headOf, scrolling } from '../shared/tables.js';
import { define, questions, View } from '../shared/view.js';

/** The table of the pinned character and the grid, in two parts because browsers take long to
 * lay it out, are drawn in turns. */
const TURNS = 3;

class LensView extends View {
  static queries = questions('lens');
  static styles = styled(
    barStyles,
    css`
      .depths {
        inline-size: 100%;
        margin-block-end: 1rem;
      }
      .depths th[scope='row'],
      .grid th {
        white-space: nowrap;
        font-weight: 400;
      }
      .depths .guess {
        font: 400 1rem/1.4 var(--mono);
      }
      .depths tr.right .guess,
      .depths tr.right .rank {
        color: var(--accent);
        font-weight: 600;
      }
      .depths td:nth-child(4) {
        inline-size: 34%;
      }
      .depths th:last-child {
        white-space: nowrap;
      }
      @container (max-width: 480px) {
        .depths td:nth-child(4) {
          inline-size: 12%;
        }
      }
      .grid {
        font-size: 0.75rem;
      }
      .grid td {
        inline-size: 1.375rem;
        min-inline-size: 1.375rem;
        padding: 0.125rem 0;
        text-align: center;
        border: 0;
        background: var(--shade);
        color: var(--on-shade);
        forced-color-adjust: none;
        font: 400 0.875rem/1.4 var(--mono);
      }
      .grid td small {
        display: block;
        font: 400 0.75rem/1 var(--sans);
      }
      .grid .pin {
        outline: 2px solid var(--pin);
        outline-offset: -2px;
      }
      .grid thead td {
        color: var(--ink-3);
      }
      .scroll {
        max-block-size: none;
      }
      @container (max-width: 420px) {
        .depths th[scope='row'] {
          white-space: normal;
        }
        .depths :is(th, td) {
          padding-inline-end: 0.25rem;
          overflow-wrap: anywhere;
        }
      }
    `,
  );

  /** What each turn was last drawn from. @type {unknown[][]} */
  #sources = Array.from({ length: TURNS }, () => []);
  /** The last turn. */
  #turn = 0;

  updated() {
    adoptShades(this.renderRoot, this.state.ramps);
  }

  /**
   * The turns to draw now: while a model trains, one of those whose sources have changed.
   * @param {...unknown} made everything the view is drawn from
   * @returns {(turn: number) => boolean}
   */
  #due(...made) {
    const stale = this.#sources.map((before) => made.some((x, n) => x !== before[n]));
    const whole = this.state.phase !== 'running' || !this.find('#grid');
    const next = (/** @type {number} */ n) => (this.#turn + n) % TURNS;
    const order = stale.map((_, n) => next(n + 1)).filter((n) => whole || stale[n]);
    const due = whole ? order : order.slice(0, 1);
    for (const n of due) this.#sources[n] = made;
    this.#turn = due.at(-1) ?? this.#turn;
    if (order.length > due.length)
      void this.updateComplete.then(() => this.requestUpdate());
    return (turn) => due.includes(turn);
  }

  render() {
    const { t } = this;
    const i = pinnedIndex(this.state);
    return html`<section class="pane" part="table">
      <h2 class="title">${t.lens.title}</h2>
      ${
        i === null
          ? this.pinFirst()
          : this.answered(this.answer('lens'), (lens) => this.#body(lens, i))
      }
    </section>`;
  }

  /** @param {import('../../../wasm/index.js').Lens} lens @param {number} i */
  #body(lens, i) {
    const { t, format } = this;
    const { activations } = this.state;
    if (!activations || i >= lens.top.columns) return nothing;
    const line = activations.characters;
    const isDue = this.#due(lens, i, line.join('\n'), t, this.state.session);
    const first = isDue(0);
    const turnOf = (/** @type {number} */ d) =>
      1 + Math.floor((d * (TURNS - 1)) / lens.depths.length);
    const claim = first ? this.#claim(lens, i) : noChange;
    const all = t.lens.all(this.units);
    return html`<p class="claim number" id="claim">${claim}</p>
      <table class="depths" id="ladder" aria-label=${t.lens.table}>
        ${headOf(t.lens.columns(this.units), false, 2)}
        <tbody>
          ${lens.depths.map((depth, d) => {
            if (!first) return noChange;
            const at = d * lens.top.columns + i;
            const [p, rank] = [lens.p.data[at], lens.rank.data[at]];
            return html`<tr class=${rank === 1 ? 'right' : ''}>
              <th scope="row">${depthName(this, depth)}</th>
              <td>
                <span class="guess">${this.#character(lens.top.data[at])}</span>
                ${format.chance(lens.topP.data[at])}
              </td>
              <td>${rank > 0 ? format.chance(p) : '–'}</td>
              <td>${rank > 0 ? bar(p) : nothing}</td>
              <td class="rank">${rank > 0 ? format.integer(rank) : '–'}</td>
            </tr>`;
          })}
        </tbody>
      </table>
      <h3>${all}</h3>
      ${scrolling(
        all,
        html`<table class="grid" id="grid">
          <thead>
            <tr>
              <td></td>
              ${first ? line.map((c, k) => html`<td class=${k === i ? 'pin' : ''}>${visible(c)}</td>`) : noChange}
            </tr>
          </thead>
          <tbody>
            ${lens.depths.map((depth, d) =>
              isDue(turnOf(d))
                ? html`<tr>
                    <th scope="row">${depthName(this, depth)}</th>
                    ${line.map((_, k) => this.#cell(lens, d, k, k === i))}
                  </tr>`
                : noChange,
            )}
          </tbody>
        </table>`,
      )}
      <p class="look">
        ${this.state.session?.info.labels.length ? nothing : t.lens.look(this.units)}
        ${first ? this.#tooEarly(lens) : noChange}
      </p>`;
  }

  /** @param {import('../../../wasm/index.js').Lens} lens @param {number} d @param {number} k @param {boolean} pin */
  #cell(lens, d, k, pin) {
    const at = d * lens.top.columns + k;
    const rank = lens.rank.data[at];
    const shade = rank > 0 ? shadeAt(lens.p.data[at]) : 0;
    return html`<td class="attention s${shade} ${pin ? 'pin' : ''}">
      ${this.#character(lens.top.data[at])}<small>${rank > 0 ? rank : ''}</small>
    </td>`;
  }

  /** @param {number} token */
  #character(token) {
    return visible(outputsOf(this.state.session)[token] ?? '');
  }

  /** @param {import('../../../wasm/index.js').Lens} lens @param {number} i */
  #claim(lens, i) {
    const { t, format } = this;
    const { columns, data } = lens.rank;
    const ranks = lens.depths.map((_, d) => data[d * columns + i]);
    const last = ranks.length - 1;
    if (ranks[last] === 0)
      return this.state.session?.info.labels.length
        ? t.lens.noLabel
        : t.lens.noTruth(this.units);
    const truth = visible(this.state.activations?.characters[i + 1] ?? '');
    const ranksAt = lens.depths
      .map((depth, d) => ({ depth, rank: ranks[d] }))
      .filter(({ depth }, d) => d === 0 || d === last || depth.part === 'mlp')
      .map(({ depth, rank }) =>
        t.lens.rank(format.integer(rank), depthName(this, depth)),
      );
    // The depth from which on the true token stays first.
    let first = ranks.length;
    while (first > 0 && ranks[first - 1] === 1) first--;
    const end =
      first > last
        ? t.lens.never(this.units)
        : t.lens.first(depthName(this, lens.depths[first]));
    const [unit] = this.units;
    return t.lens.claim({ unit, c: truth, ranks: ranksAt.join(', '), end });
  }

  /** Depths that do worse on this line than a uniform guess. @param {import('../../../wasm/index.js').Lens} lens */
  #tooEarly(lens) {
    const { t } = this;
    const { columns, data } = lens.p;
    const chance = Math.log(outputsOf(this.state.session).length);
    const early = lens.depths.filter((_, d) => {
      const row = [...data.subarray(d * columns, (d + 1) * columns)].filter(
        Number.isFinite,
      );
      const loss = row.reduce((sum, p) => sum - Math.log(Math.max(p, 1e-30)), 0);
      return row.length > 0 && loss / row.length > chance;
    });
    if (early.includes(lens.depths[lens.depths.length - 1])) return t.lens.unsure;
    return early.length > 0
      ? t.lens.early(
          new Intl.ListFormat(this.app.lang).format(
            early.map((depth) => depthName(this, depth)),
          ),
        )
      : '';
  }
}

define('gf-lens', LensView);
