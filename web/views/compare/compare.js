// SPDX-License-Identifier: MIT
// Runs beside each other: their names and ends, the settings that differ, what each wrote
// at equal steps, and whether two of them are twins.
import { css, html, nothing } from 'lit';
import { historyCsv } from '../../draw/series.js';
import { hasTrained } from '../../state/selectors.js';
import { differing, compareTwins } from '../../run/compared-runs.js';
import { shared } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';
import { download } from '../shared/save.js';

/** @typedef {import('../../run/compared-runs.js').ComparedRun} KeptRun */

/** Digits of a hash that people compare. */
const SHORT = 8;

export class Compare extends View {
  static watch = keys('comparedRuns', 'phase', 'historyLength', 'pretrained');

  static properties = { ...View.properties, step: { state: true } };

  static styles = [
    shared,
    css`
      .name {
        inline-size: 11em;
      }
      .texts {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
        gap: 0.75rem 1.5rem;
        margin-block-start: 0.5rem;
      }
      .text {
        font: 400 1rem/1.5 var(--serif);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      h3,
      .twins {
        margin-block-start: 0.75rem;
      }
      .twins {
        overflow-wrap: anywhere;
      }
      code {
        font: 400 0.8125rem/1.4 var(--mono);
      }
      td:last-child {
        white-space: nowrap;
      }
    `,
  ];

  constructor() {
    super();
    /** Of the samples; null: the latest that all have. @type {number | null} */
    this.step = null;
  }

  /** @override */
  render() {
    const { t } = this;
    const { comparedRuns } = this.state;
    return html`<section class="pane">
      <div class="row spread">
        <h2>${t.compare.title}</h2>
        <button
          class="small"
          id="twin"
          ?disabled=${!hasTrained(this.state)}
          @click=${() => void this.app.comparedRuns.runTwin()}
        >
          ${t.compare.twin}
        </button>
      </div>
      <p class="look">${t.compare.look}</p>
      ${
        comparedRuns.length === 0
          ? html`<p class="quiet">${t.compare.empty}</p>`
          : html`${this.#runs(comparedRuns)} ${this.#twins(comparedRuns)}
            ${comparedRuns.length > 1 ? [this.#settings(comparedRuns), this.#samples(comparedRuns)] : nothing}`
      }
    </section>`;
  }

  /** @param {KeptRun} run */
  #history(run) {
    const { session } = this.state;
    return this.app.comparedRuns.current?.id === run.id && session
      ? /** @type {Record<string, number[]>} */ (session.history)
      : run.history;
  }

  /** @param {KeptRun[]} runs */
  #runs(runs) {
    const c = this.t.compare;
    // Into pieces of other lengths than a character.
    const cut = runs.some(({ perChar }) => perChar > 0 && perChar !== 1);
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${c.title}>
        <table part="table" id="runs">
          <thead>
            <tr>
              ${[c.name, c.step, c.loss, ...(cut ? [c.bits] : []), c.hash, c.shown].map(
                (name) => html`<th scope="col">${name}</th>`,
              )}
              <td></td>
            </tr>
          </thead>
          <tbody>
            ${runs.map((run) => this.#run(run, cut))}
          </tbody>
        </table>
      </div>
      ${cut ? html`<p class="look">${c.cut}</p>` : nothing}`;
  }

  /** @param {KeptRun} run @param {boolean} cut bits per character are of use */
  #run(run, cut) {
    const { t, format, app } = this;
    const c = t.compare;
    const current = app.comparedRuns.current?.id === run.id;
    const { valLoss = [], step = [] } = this.#history(run);
    const loss = valLoss.at(-1);
    const last = run.points.at(-1);
    const label = (/** @type {string} */ what) => `${what}: ${run.name}`;
    return html`<tr>
      <td>
        <input
          class="name"
          aria-label=${c.name}
          maxlength="40"
          .value=${run.name}
          @change=${(/** @type {Event} */ { target }) => {
            const input = /** @type {HTMLInputElement} */ (target);
            const name = input.value.trim();
            if (name) app.comparedRuns.change(run.id, { name });
            else input.value = run.name;
          }}
        />
      </td>
      <td>${format.integer(step.at(-1) ?? last?.step ?? 0)}</td>
      <td>${loss === undefined ? '' : format.loss(loss)}</td>
      ${
        cut
          ? html`<td>
              ${loss && run.perChar ? format.loss((loss / Math.LN2) * run.perChar) : ''}
            </td>`
          : nothing
      }
      <td>
        ${last ? html`<code>${last.hash.slice(0, SHORT)}</code> (${format.integer(last.step)})` : nothing}
      </td>
      <td>
        ${
          current
            ? c.inUse
            : html`<label class="check"
                ><input
                  type="checkbox"
                  aria-label=${label(c.shown)}
                  .checked=${run.shown}
                  @change=${(/** @type {Event} */ { target }) =>
                    app.comparedRuns.change(run.id, {
                      shown: /** @type {HTMLInputElement} */ (target).checked,
                    })}
              /></label>`
        }
      </td>
      <td>
        <button class="small" aria-label=${label(c.csv)} @click=${() => this.#csv(run)}>
          ${c.csv}
        </button>
        ${
          current
            ? nothing
            : html`<button
                  class="small"
                  aria-label=${label(c.goOn)}
                  ?disabled=${!run.model}
                  @click=${() => void app.comparedRuns.resume(run.id)}
                >
                  ${c.goOn}
                </button>
                <button
                  class="small plain"
                  aria-label=${label(c.remove)}
                  @click=${() => app.comparedRuns.remove(run.id)}
                >
                  ${c.remove}
                </button>`
        }
      </td>
    </tr>`;
  }

  /** @param {KeptRun[]} runs */
  #twins(runs) {
    const { t, format } = this;
    const steps = (/** @type {{ step: number }[]} */ points) =>
      format.integer(points.at(-1)?.step ?? 0);
    const pairs = runs.flatMap((a, n) => runs.slice(n + 1).map((b) => ({ a, b })));
    return pairs.map(({ a, b }) => {
      const found = compareTwins(a, b);
      if (!found) return nothing;
      const { same, other } = found;
      const words =
        other.length > 0
          ? t.compare.apart(a.name, b.name, format.integer(other[0].step))
          : t.compare.same(a.name, b.name, steps(same), same.at(-1)?.hash ?? '');
      return html`<p class="twins">${words}</p>`;
    });
  }

  /** @param {KeptRun[]} runs */
  #settings(runs) {
    const { t } = this;
    const rows = differing(runs.map(({ settings }) => settings)).map(
      ({ key, values }) => ({
        name: t.settings.labels[key] ?? key,
        values,
      }),
    );
    if (new Set(runs.map(({ textHash }) => textHash)).size > 1) {
      rows.unshift({ name: t.setup.text, values: runs.map(({ text }) => text.name) });
    }
    if (rows.length === 0) return html`<p class="look">${t.compare.equal}</p>`;
    return html`<h3>${t.compare.differ}</h3>
      <div class="scroll" tabindex="0" role="region" aria-label=${t.compare.differ}>
        <table id="differ">
          <thead>
            <tr>
              <td></td>
              ${runs.map(({ name }) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ name, values }) =>
                html`<tr>
                  <th scope="row">${name}</th>
                  ${values.map((value) => html`<td>${value}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  /** @param {KeptRun[]} runs */
  #samples(runs) {
    const { t, format } = this;
    const steps = [
      ...new Set(runs.flatMap(({ points }) => points.map(({ step }) => step))),
    ].sort((a, b) => a - b);
    const all = steps.filter((step) =>
      runs.every(({ points }) => points.some((point) => point.step === step)),
    );
    const chosen = this.step ?? all.at(-1) ?? steps.at(-1);
    if (chosen === undefined) return nothing;
    return html`<h3>${t.compare.samples}</h3>
      <label
        >${t.compare.at}
        <select
          id="at"
          @change=${(/** @type {Event} */ { target }) => {
            this.step = Number(/** @type {HTMLSelectElement} */ (target).value);
          }}
        >
          ${steps.map(
            (step) =>
              html`<option value=${step} .selected=${step === chosen}>
                ${format.integer(step)}
              </option>`,
          )}
        </select></label
      >
      <div class="texts">
        ${runs.map(({ name, points, prompt }) => {
          const point = points.find(({ step }) => step === chosen);
          return html`<div>
            <h3>${name}</h3>
            ${
              point
                ? html`<p class="text" dir="auto">${prompt.trim()}${point.text}</p>`
                : html`<p class="look">${t.compare.none}</p>`
            }
          </div>`;
        })}
      </div>`;
  }

  /** @param {KeptRun} run */
  #csv(run) {
    const text = historyCsv(this.#history(run), this.t.loss.columns);
    download(text, `${run.name.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`, 'text/csv');
  }
}

define('gf-compare', Compare);
