// SPDX-License-Identifier: MIT
// Where a number comes from: one entry of an activation as a sum, and every term of it a
// step further down, to the weights of the first character. The way back stands above.
import { css, html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { originPath } from '../../queries/origin.js';
import { shared, steps } from '../shared/style.js';
import { define, keys, questions, View } from '../shared/view.js';

/** @typedef {import('../../../wasm/index.js').Origin} Origin */
/** @typedef {import('../../../wasm/index.js').Place} Place */

/** Terms that are told one by one; the others are many and small. */
const TOLD = 8;

class OriginView extends View {
  static watch = keys('origin', 'line', 'activations');

  static queries = questions('origin');

  static styles = [
    shared,
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
  ];

  /** @override */
  render() {
    const { t, format } = this;
    const way = originPath(this.state);
    if (way.length === 0) return nothing;
    const answer = this.state.answers.origin;
    const told = /** @type {Origin | undefined} */ (answer?.value);
    return html`<section class="pane" aria-label=${t.origin.title}>
      <h3>${t.origin.title}</h3>
      <nav aria-label=${t.origin.back}>
        <ol>
          ${way.map(
            (place, n) =>
              html`<li>
                <button
                  class="small"
                  aria-current=${n === way.length - 1 ? 'location' : nothing}
                  @click=${() => this.#go(way.slice(0, n + 1))}
                >
                  ${this.#name(place)}
                </button>
              </li>`,
          )}
          <li>
            <button class="small" id="close" @click=${() => this.#go([])}>
              ${t.origin.close}
            </button>
          </li>
        </ol>
      </nav>
      ${
        told
          ? html`<p class="claim number" id="claim">
                ${t.origin.claim(this.#name(told), format.small(told.value), format.integer(told.step))}
                ${t.origin.ops[told.op]}
              </p>
              ${this.#terms(told, way)}
              <p class="sums number" id="sums">${this.#sums(told)}</p>`
          : this.waiting()
      }
    </section>`;
  }

  /** h.1.attn.c_proj[3] of ‘a’ 7. @param {Place} place */
  #name({ tensor, row, column }) {
    const character = this.state.activations?.characters[row];
    const short = tensor.replace('transformer.', '');
    return this.t.origin.place(
      `${short}[${column}]`,
      character === undefined ? '' : visible(character),
      this.format.integer(row + 1),
    );
  }

  /** @param {Place[]} way */
  #go(way) {
    this.app.store.set({
      origin: way.length > 0 ? { line: this.state.line, way } : null,
    });
  }

  /** What it is made of, largest first. @param {Origin} told @param {Place[]} way */
  #terms({ terms, weights, from, residual = [], character, place }, way) {
    const { t, format } = this;
    const all = Array.from(terms?.data ?? [], (value, k) => ({
      at: from && {
        tensor: from.tensor,
        row: from.row + (from.byRows ? k : 0),
        column: from.column + (from.byRows ? 0 : k),
      },
      value,
      weight: weights?.data[k] ?? 1,
    })).sort((a, b) => Math.abs(b.value * b.weight) - Math.abs(a.value * a.weight));
    const rest = all.slice(TOLD).reduce((sum, x) => sum + x.value * x.weight, 0);
    const unchanged = residual.map((x) => ({ at: x, value: x.value, weight: 1 }));
    const leaves = [
      { name: t.origin.character, value: character },
      { name: t.origin.position, value: place },
    ].filter(({ value }) => value !== undefined);
    return html`<div
      class="scroll"
      tabindex="0"
      role="region"
      aria-label=${t.origin.made}
    >
      <table part="table" id="terms" aria-label=${t.origin.made}>
        <thead>
          <tr>
            ${t.origin.columns.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${[...unchanged, ...all.slice(0, TOLD)].map(
            ({ at, value, weight }) =>
              html`<tr>
                <th scope="row">
                  ${
                    at
                      ? html`<button
                          class="small"
                          @click=${() => this.#go([...way, at])}
                        >
                          ${this.#name(at)}
                        </button>`
                      : nothing
                  }
                </th>
                <td>${format.small(value)}</td>
                <td>${format.small(weight)}</td>
                <td>${format.small(value * weight)}</td>
              </tr>`,
          )}
          ${
            all.length > TOLD
              ? html`<tr>
                  <th scope="row">
                    ${t.origin.rest(format.integer(all.length - TOLD))}
                  </th>
                  <td></td>
                  <td></td>
                  <td>${format.small(rest)}</td>
                </tr>`
              : nothing
          }
          ${leaves.map(
            ({ name, value = 0 }) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td></td>
                <td></td>
                <td>${format.small(value)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** @param {Origin} told */
  #sums({ sum, constant, activated, residual = [], value }) {
    const { t, format } = this;
    const added = residual.reduce((total, x) => total + x.value, 0);
    return [
      constant ? t.origin.constant(format.small(constant)) : '',
      t.origin.sum(format.small(sum)),
      activated ? t.origin.bent(format.small(sum), format.small(value - added)) : '',
      residual.length > 0
        ? t.origin.past(format.small(added), format.small(value))
        : '',
    ]
      .filter(Boolean)
      .join(' ');
  }
}

define('gf-origin', OriginView);
