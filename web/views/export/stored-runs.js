// SPDX-License-Identifier: MIT
// Runs kept in this browser: the switch, the list, and going on with one.
import { css, html, nothing } from 'lit';
import { shared } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

export class Saved extends View {
  static watch = keys('stored', 'phase');

  static styles = [
    shared,
    css`
      .said {
        font-size: 0.8125rem;
        color: var(--ink-3);
      }
      td:last-child {
        white-space: nowrap;
      }
    `,
  ];

  /** @override */
  render() {
    const { t, format } = this;
    const { on, problem, list, last } = this.state.stored;
    const s = t.stored;
    const bytes = list.reduce((sum, run) => sum + run.bytes, 0);
    return html`<section class="pane">
      <div class="row spread">
        <h2>${s.title}</h2>
        <label class="check"
          ><input
            type="checkbox"
            id="saving"
            .checked=${on}
            @change=${this.#toggle}
          />${s.on}</label
        >
      </div>
      ${
        problem
          ? html`<p class="problem" id="refused" role="alert">
              ${s.problems[problem]}
            </p>`
          : nothing
      }
      <p class="said number" id="last">
        ${last ? s.last(format.integer(last.step), this.#date(last.date)) : s.hint}
      </p>
      ${
        list.length === 0
          ? nothing
          : html`<details>
              <summary>
                ${s.list(format.integer(list.length), format.bytes(bytes))}
              </summary>
              <div class="scroll" tabindex="0" role="region" aria-label=${s.title}>
                <table part="table">
                  <thead>
                    <tr>
                      ${[s.name, s.page, s.date, s.step, s.size].map(
                        (name) => html`<th scope="col">${name}</th>`,
                      )}
                      <td></td>
                    </tr>
                  </thead>
                  <tbody>
                    ${list.map((run) => this.#row(run))}
                  </tbody>
                </table>
              </div>
              <button class="small" id="remove-all" @click=${this.#removeAll}>
                ${s.removeAll}
              </button>
            </details>`
      }
    </section>`;
  }

  /** @param {import('../../run/stored-runs.js').StoredRun} run */
  #row(run) {
    const { t, format } = this;
    const step = format.integer(run.step);
    return html`<tr>
      <th scope="row">${run.name}</th>
      <td>${run.title}</td>
      <td>${this.#date(run.date)}</td>
      <td>${step}</td>
      <td>${format.bytes(run.bytes)}</td>
      <td>
        <button
          class="small"
          aria-label=${`${t.stored.goOn(step)}: ${run.name}`}
          @click=${() => this.app.storedRuns.open(run.id)}
        >
          ${t.stored.open}
        </button>
        <button
          class="small plain"
          aria-label=${`${t.stored.remove}: ${run.name}, ${step}`}
          @click=${() => this.app.storedRuns.remove([run.id])}
        >
          ${t.stored.remove}
        </button>
      </td>
    </tr>`;
  }

  /** @param {number} ms */
  #date(ms) {
    return new Intl.DateTimeFormat(this.app.lang, {
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(ms);
  }

  /** @param {Event} event */
  #toggle({ target }) {
    const box = /** @type {HTMLInputElement} */ (target);
    void this.app.storedRuns.toggle(box.checked).then(() => {
      // A browser that refuses leaves it off.
      box.checked = this.state.stored.on;
    });
  }

  #removeAll() {
    void this.app.storedRuns.removeAll();
    /** @type {HTMLElement} */ (this.renderRoot.querySelector('#saving')).focus();
  }
}

define('gf-stored-runs', Saved);
