// SPDX-License-Identifier: MIT
// Runs stored in this browser: the switch, the list, and resuming one.
import { css, html, nothing } from 'lit';
import { button, checkbox, smallButton } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { folded, table } from '../shared/tables.js';
import { define, View } from '../shared/view.js';

export class StoredRuns extends View {
  static styles = styled(css`
    .last {
      font-size: 0.8125rem;
      color: var(--ink-3);
    }
    td:last-child {
      white-space: nowrap;
    }
  `);

  render() {
    const { t, format } = this;
    const { on, problem, list, damaged, last } = this.state.stored;
    const s = t.stored;
    const bytes = list.reduce((sum, run) => sum + run.bytes, 0);
    return html`<section class="pane">
      <div class="row spread">
        <h2>${s.title}</h2>
        ${checkbox({
          id: 'saving',
          label: s.on,
          checked: on,
          change: (wanted, box) => void this.#toggle(wanted, box),
        })}
      </div>
      ${
        problem
          ? html`<p class="problem" id="refused" role="alert">
              ${s.problems[problem]}
            </p>`
          : nothing
      }
      <p class="last number" id="last">
        ${last ? s.last(format.integer(last.step), this.#date(last.date)) : s.hint}
      </p>
      ${
        list.length === 0
          ? nothing
          : folded(
              s.list(format.integer(list.length), format.bytes(bytes)),
              html`${table({
                head: [s.name, s.page, s.date, s.step, s.size, ''],
                rows: list.map((run) => this.#row(run)),
              })}
              ${smallButton('remove-all', s.removeAll, () => void this.app.storedRuns.removeAll())}`,
            )
      }
      ${
        damaged.length === 0
          ? nothing
          : html`<p class="last" id="damaged">
              ${s.damaged(format.integer(damaged.length))}
              ${smallButton('remove-damaged', s.remove, () => this.app.storedRuns.remove(damaged))}
            </p>`
      }
    </section>`;
  }

  /** @param {import('../../state/run.js').StoredRun} run */
  #row(run) {
    const { t, format } = this;
    const step = format.integer(run.step);
    return [
      run.name,
      run.title,
      this.#date(run.date),
      step,
      format.bytes(run.bytes),
      html`${button(t.stored.open, () => this.app.storedRuns.open(run.id), { label: `${t.stored.goOn(step)}: ${run.name}` })}
      ${button(t.stored.remove, () => this.app.storedRuns.removeOne(run.id), { kind: 'small plain', label: `${t.stored.remove}: ${run.name}, ${step}` })}`,
    ];
  }

  /** @param {number} ms */
  #date(ms) {
    return new Intl.DateTimeFormat(this.app.lang, {
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(ms);
  }

  /** @param {boolean} on @param {HTMLInputElement} box */
  async #toggle(on, box) {
    await this.app.storedRuns.toggle(on);
    // A browser that refuses leaves it off.
    box.checked = this.state.stored.on;
  }
}

define('gf-stored-runs', StoredRuns);
