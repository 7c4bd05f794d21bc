// SPDX-License-Identifier: MIT
// Where a number comes from: one entry of an activation as a sum, whose terms lead further
// down, to the embedding. A breadcrumb leads back.
import { css, html, nothing } from 'lit';
import '../../i18n/inspection.js';
import { visible } from '../../i18n/format.js';
import { originPath } from '../../queries/origin.js';
import { button, smallButton } from '../shared/controls.js';
import { partName } from '../shared/outputs.js';
import { scrolling, table } from '../shared/tables.js';
import { steps, styled } from '../shared/style.js';
import { define, questions, View } from '../shared/view.js';
import { sourceOf } from '../text/shade.js';

/** @import { Origin, Place } from '../../../wasm/index.js' */

/** Terms listed; the others are summed. */
const LISTED = 8;

class OriginView extends View {
  static queries = questions('origin');
  static styles = styled(
    steps,
    css`
      li + li:not(:last-child)::before {
        content: '→ ';
        color: var(--ink-3);
      }
      .sums {
        font-family: var(--mono);
        overflow-wrap: anywhere;
      }
    `,
  );

  render() {
    const { t, format } = this;
    const way = originPath(this.state);
    if (way.length === 0) return nothing;
    const answer = this.state.answers.origin;
    const origin = /** @type {Origin | undefined} */ (answer?.value);
    return html`<section class="pane" aria-label=${t.origin.title}>
      <h3>${t.origin.title}</h3>
      <nav aria-label=${t.origin.back}>
        <ol>
          ${way.map((place, n) => {
            const current = n === way.length - 1 ? 'location' : '';
            const go = () => this.#go(way.slice(0, n + 1));
            return html`<li>${button(this.#name(place), go, { current })}</li>`;
          })}
          <li>${smallButton('close', t.origin.close, () => this.#go([]))}</li>
        </ol>
      </nav>
      ${
        origin
          ? html`<p class="claim number" id="claim">
                ${t.origin.claim(this.#name(origin), format.small(origin.value), format.integer(origin.step))}
                ${t.origin.ops[origin.op]}
              </p>
              ${this.#terms(origin, way)}
              <p class="sums number" id="sums">${this.#sums(origin)}</p>`
          : this.waiting()
      }
    </section>`;
  }

  /** h.1.attn.c_proj[3] of ‘a’ 7. @param {Place} place */
  #name({ tensor, row, column, source }) {
    const { activations: look } = this.state;
    const characters = look && source ? sourceOf(look) : look?.characters;
    const character = characters?.[row];
    return this.t.origin.place(
      `${partName(tensor)}[${column}]`,
      character === undefined ? '' : visible(character),
      this.format.integer(row + 1),
    );
  }

  /** @param {Place[]} way */
  #go(way) {
    this.app.queries.showOrigin(way);
  }

  /** The terms, largest first. @param {Origin} origin @param {Place[]} way */
  #terms({ terms, weights, from, residual = [], character, place }, way) {
    const { t, format } = this;
    const all = Array.from(terms?.data ?? [], (value, k) => ({
      at: from && {
        tensor: from.tensor,
        row: from.row + (from.byRows ? k : 0),
        column: from.column + (from.byRows ? 0 : k),
        source: from.source,
      },
      value,
      weight: weights?.data[k] ?? 1,
    })).sort((a, b) => Math.abs(b.value * b.weight) - Math.abs(a.value * a.weight));
    const rest = all.slice(LISTED).reduce((sum, x) => sum + x.value * x.weight, 0);
    const unchanged = residual.map((x) => ({ at: x, value: x.value, weight: 1 }));
    const leaves = [
      { name: t.origin.character, value: character },
      { name: t.origin.position, value: place },
    ].filter(({ value }) => value !== undefined);
    const go = (/** @type {Place} */ place) =>
      button(this.#name(place), () => this.#go([...way, place]));
    const term = (/** @type {{ at?: Place, value: number, weight: number }} */ x) => [
      x.at ? go(x.at) : nothing,
      format.small(x.value),
      format.small(x.weight),
      format.small(x.value * x.weight),
    ];
    const rows = [...unchanged, ...all.slice(0, LISTED)].map(term);
    if (all.length > LISTED) {
      const name = t.origin.rest(format.integer(all.length - LISTED));
      rows.push([name, '', '', format.small(rest)]);
    }
    for (const { name, value = 0 } of leaves) {
      rows.push([name, '', '', format.small(value)]);
    }
    const label = t.origin.computation;
    const head = t.origin.columns;
    return scrolling(label, table({ id: 'terms', label, head, rows }));
  }

  /** @param {Origin} origin */
  #sums({ sum, constant, activated, residual = [], value }) {
    const { t, format } = this;
    const added = residual.reduce((total, x) => total + x.value, 0);
    return [
      constant ? t.origin.constant(format.small(constant)) : '',
      t.origin.sum(format.small(sum)),
      activated
        ? t.origin.activated(format.small(sum), format.small(value - added))
        : '',
      residual.length > 0
        ? t.origin.residual(format.small(added), format.small(value))
        : '',
    ]
      .filter(Boolean)
      .join(' ');
  }
}

define('gf-origin', OriginView);
