// SPDX-License-Identifier: MIT
// Runs beside each other: names and last losses, the settings that differ, samples at equal
// steps, and whether two runs agree byte by byte.
import { css, html, nothing } from 'lit';
import { historyCsv } from '../../draw/series.js';
import { canRepeat } from '../../state/selectors.js';
import { differing, compareTwins } from '../../run/compared-runs.js';
import { writtenValue } from '../../run/settings.js';
import { button, checkbox, select, smallButton } from '../shared/controls.js';
import { renderView } from '../shared/render-view.js';
import { download } from '../shared/save.js';
import { pairs, styled } from '../shared/style.js';
import { scrolling, table } from '../shared/tables.js';
import { define, View } from '../shared/view.js';

/** @import { ComparedRun as KeptRun } from '../../state/run.js' */

/** Digits of a hash that are shown. */
const SHORT = 8;

export class Compare extends View.withState({
  /** Step of the samples; null: the latest that all runs have. @type {number | null} */
  step: null,
}) {
  static followsHistory = true;
  static styles = styled(
    pairs,
    css`
      .name {
        inline-size: 11em;
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
  );

  render() {
    const { t } = this;
    const { comparedRuns } = this.state;
    return html`<section class="pane">
      <div class="row spread">
        <h2 class="title">${t.compare.title}</h2>
        ${smallButton('twin', t.compare.twin, () => void this.app.comparedRuns.runTwin(), !canRepeat(this.state))}
      </div>
      <p class="look">${t.compare.look}</p>
      ${renderView('another-rate', this.app)}
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
    // Losses of other tokens than characters compare in bits per character.
    const cut = runs.some(({ perChar }) => perChar > 0 && perChar !== 1);
    const head = [
      c.name,
      c.step,
      c.loss,
      ...(cut ? [c.bits] : []),
      c.hash,
      c.shown,
      '',
    ];
    const rows = runs.map((run) => this.#run(run, cut));
    return html`${scrolling(c.title, table({ id: 'runs', head, rows }))}
    ${cut ? html`<p class="look">${c.cut}</p>` : nothing}`;
  }

  /** Cells of a row. @param {KeptRun} run @param {boolean} cut with bits per character */
  #run(run, cut) {
    const { t, format, app } = this;
    const c = t.compare;
    const current = app.comparedRuns.current?.id === run.id;
    const { valLoss = [], valStep = [], step = [] } = this.#history(run);
    const loss = valLoss.at(-1);
    const last = run.points.at(-1);
    const label = (/** @type {string} */ what) => `${what}: ${run.name}`;
    const isOlder = valStep.at(-1) !== step.at(-1);
    const when = isOlder
      ? ` (${t.snapshots.step(format.integer(valStep.at(-1) ?? 0))})`
      : '';
    const lossWords = loss === undefined ? '' : format.loss(loss) + when;
    const bits = loss && run.perChar ? (loss / Math.LN2) * run.perChar : null;
    /** @param {string} words @param {() => unknown} act */
    const tool = (words, act, kind = '', disabled = false) =>
      button(words, act, { kind: `small ${kind}`, label: label(words), disabled });
    return [
      html`<input
        class="name"
        aria-label=${c.name}
        maxlength="40"
        .value=${run.name}
        @change=${(/** @type {any} */ { target }) => {
          const name = target.value.trim();
          if (name) app.comparedRuns.rename(run.id, name);
          else target.value = run.name;
        }}
      />`,
      format.integer(step.at(-1) ?? last?.step ?? 0),
      lossWords,
      ...(cut ? [bits === null ? '' : format.loss(bits)] : []),
      last
        ? html`<code>${last.hash.slice(0, SHORT)}</code> (${format.integer(last.step)})`
        : nothing,
      current
        ? c.inUse
        : checkbox({
            id: `shown-${run.id}`,
            name: label(c.shown),
            label: '',
            checked: run.shown,
            change: (shown) => app.comparedRuns.change(run.id, { shown }),
          }),
      [
        tool(c.csv, () => this.#csv(run)),
        ...(current
          ? []
          : [
              tool(c.goOn, () => void app.comparedRuns.resume(run.id), '', !run.model),
              tool(c.remove, () => app.comparedRuns.remove(run.id), 'plain'),
            ]),
      ],
    ];
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
    const { t, format } = this;
    const rows = differing(runs.map(({ settings }) => settings)).map(
      ({ key, values }) => ({
        name: t.settings.labels[key] ?? key,
        values: values.map((value) => writtenValue(value, format)),
      }),
    );
    const texts = new Set(runs.map(({ text }) => text.text)).size;
    if (texts > 1)
      rows.unshift({ name: t.setup.text, values: this.#texts(runs, texts) });
    if (rows.length === 0) return html`<p class="look">${t.compare.equal}</p>`;
    return html`<h3>${t.compare.differ}</h3>
      ${scrolling(
        t.compare.differ,
        table({
          id: 'differ',
          head: ['', ...runs.map(({ name }) => name)],
          rows: rows.map(({ name, values }) => [name, ...values]),
        }),
      )}`;
  }

  /** Their names; with what is in them where one name stands for several.
   * @param {KeptRun[]} runs @param {number} different texts */
  #texts(runs, different) {
    const { t, format } = this;
    const names = runs.map(({ text }) => text.name);
    if (new Set(names).size >= different) return names;
    return runs.map(({ text }) =>
      t.setup.textSummary(
        text.name,
        format.integer(text.characters),
        format.integer(text.distinct),
      ),
    );
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
      ${select({
        id: 'at',
        label: t.compare.at,
        value: chosen,
        options: steps.map((step) => [step, format.integer(step)]),
        change: (step) => (this.step = step),
      })}
      <div class="pair">
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
    const { t } = this;
    const [unit] = t.stage.units[run.perChar === 1 ? 'character' : 'token'];
    const text = historyCsv(this.#history(run), t.loss.columns, t.loss.axisLoss(unit));
    download(text, `${run.name.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`, 'text/csv');
  }
}

define('gf-compare', Compare);
