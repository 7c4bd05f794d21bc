// SPDX-License-Identifier: MIT
// Experiments: several runs that answer one question. Which one, its runs under way, what they show.
import { html, nothing } from 'lit';
import { isSound } from '../../experiments/experiment.js';
import { experimentsOf } from '../../experiments/experiments.js';
import { sourceFor } from '../../experiments/text-for.js';
import { phrase } from '../../experiments/phrase.js';
import { MAX_BYTES } from '../../run/fetch-document.js';
import { decodeText } from '../../run/texts.js';
import { settingValue } from '../../run/settings.js';
import { experimentWords } from '../../i18n/experiments.js';
import { button, fileField, select } from '../shared/controls.js';
import { copyLink, saveCsv } from '../shared/save.js';
import { define, View } from '../shared/view.js';
import { legend } from './chart.js';
import { csvColumns } from './csv.js';
import { MEASURES, measuresOf, rankedBy } from './measures.js';
import { multiples } from './multiples.js';
import { seedsOf } from './picture.js';
import { rankingTable } from './ranking.js';
import * as say from './sentences.js';
import { experimentStyles } from './style.js';

/** @import { Entry } from '../../experiments/experiments.js' */
/** @import { At, Cell, Result } from '../../experiments/experiment.js' */
/** @import { Measure } from './measures.js' */

/** @typedef {{ results: Result[], ranked: Cell[] }} Ranked by the measure that is shown */

export class ExperimentsView extends View.withState({
  /** @type {Measure | ''} '': the experiment's own */ measure: '',
  /** Chosen; null: the best. @type {At | null} */ at: null,
  /** Under the pointer. @type {At | null} */ pointed: null,
}) {
  static styles = experimentStyles;

  connectedCallback() {
    super.connectedCallback();
    void this.#begin();
  }

  /** It may be there before its App knows any setting. */
  async #begin() {
    await this.app.ready;
    if (this.state.schema.length === 0 || !this.isConnected) return;
    this.follow(this.all);
    await this.all.ready;
    if (this.isConnected) this.all.link();
  }

  get all() {
    return experimentsOf(this.app);
  }

  /** @type {say.Speech & { t: import('../../i18n/index.js').Strings }} */
  get speech() {
    const { format, t } = this;
    const { lang } = this.state;
    return { w: experimentWords.in(lang), format, lang, t };
  }

  render() {
    if (this.state.schema.length === 0) return this.waiting();
    const entry = this.all.chosen;
    const measures = measuresOf(entry.experiment);
    const measure =
      this.measure && measures.includes(this.measure) ? this.measure : measures[0];
    const ranked = rankedBy(entry, measure);
    const { w, lang } = this.speech;
    return html`<section
      class="pane"
      @dragover=${(/** @type {Event} */ event) => event.preventDefault()}
      @drop=${this.#onDrop}
    >
      <h2 class="title">${w.title}</h2>
      ${this.#tools(entry)} ${this.#status(entry)}
      <div class="body">
        ${this.#about(entry)}
        <div>
          <h3 class="question">${phrase(entry.experiment.question, lang)}</h3>
          ${this.#answer(entry, measure, ranked, measures)}
        </div>
      </div>
    </section>`;
  }

  // ---- which one, and its runs --------------------------------------------------------

  /** @param {Entry} entry */
  #tools(entry) {
    const { w, lang } = this.speech;
    const { list } = this.all;
    const isEmpty = entry.runner.results.size === 0;
    return html`<div class="row tools">
      ${select({
        id: 'experiment',
        label: w.choose,
        value: entry.key,
        options: list.map(({ key, experiment }) => [
          key,
          phrase(experiment.title, lang),
        ]),
        change: (key) => this.#choose(key),
      })}
      ${this.#runButton(entry)}
      <span class="row end">
        ${button(w.open, () => this.find('#file')?.click(), { id: 'open' })}
        ${entry.isOwn ? button(w.remove, () => this.#offerUndo(w.removed, this.all.remove(entry)), { id: 'remove', kind: 'plain small' }) : nothing}
        ${button(w.csv, () => saveCsv(`experiment-${entry.experiment.id}`, csvColumns(entry, this.speech)), { id: 'csv', disabled: isEmpty })}
        ${button(w.copyLink, () => this.#copyLink(entry), { id: 'copy-link' })}
      </span>
      ${fileField({ id: 'file', accept: '.json,application/json', take: ([file]) => this.openFile(file) })}
    </div>`;
  }

  /** @param {Entry} entry */
  #runButton({ runner }) {
    const { w, format } = this.speech;
    const { runs, results } = runner;
    if (runner.isRunning)
      return button(w.stop, () => this.all.stop(), { id: 'stop', kind: '' });
    const n = format.integer(runs.length - results.size);
    const words = results.size === 0 ? w.start(n) : w.goOn(n);
    return results.size === runs.length
      ? button(
          w.discard,
          () => this.#offerUndo(w.discarded, this.all.discard(this.all.chosen)),
          {
            id: 'discard',
            kind: 'plain small',
          },
        )
      : button(words, () => void this.#start(), { id: 'start', kind: 'primary' });
  }

  async #start() {
    const { all } = this;
    const entry = all.chosen;
    this.at = null;
    try {
      await all.start();
    } catch (error) {
      this.app.report(error);
    }
    if (entry === all.chosen && entry.runner.isDone && this.isConnected)
      this.app.announce(this.#lead(entry));
  }

  /** @param {Entry} entry */
  #lead(entry) {
    const [measure] = measuresOf(entry.experiment);
    const { ranked } = rankedBy(entry, measure);
    return say.verdictWords(entry, measure, ranked, this.speech).lead;
  }

  /** @param {Entry} entry */
  #status(entry) {
    const { w } = this.speech;
    const { all } = this;
    const problem =
      all.problem && w.problem(say.problemWords(all.problem, this.speech));
    const { size } = entry.runner.results;
    return html`<p class="status number">${this.#progress(entry)}</p>
      <progress
        max="1"
        .value=${all.share}
        aria-label=${w.choose}
        aria-hidden=${entry.runner.isRunning ? nothing : 'true'}
      ></progress>
      ${problem ? html`<p class="problem" role="alert" id="problem">${problem}</p>` : nothing}
      ${size > 0 && !entry.isKept ? html`<p class="problem" id="not-kept">${w.notKept}</p>` : nothing}`;
  }

  /** @param {Entry} entry @returns {string} */
  #progress({ runner }) {
    const { all, speech } = this;
    const { w, format, lang } = speech;
    const { runs, results, failures } = runner;
    const [n, of] = [results.size, runs.length].map((x) => format.integer(x));
    const { schema } = this.state;
    const first = [...failures.values()][0];
    const failed = first
      ? ` ${w.failed(format.integer(failures.size), say.problemWords(first, speech))}`
      : '';
    if (runner.isRunning) {
      const left =
        all.secondsLeft === null ? '' : w.left(format.duration(all.secondsLeft));
      const paused = all.pausedAt ? ` ${w.paused(format.integer(all.pausedAt))}` : '';
      return `${w.done(n, of)}${left}.${paused}${failed}`;
    }
    if (results.size === runs.length)
      return runs.length === 1 ? w.oneDone : w.allDone(of);
    const { running } = all;
    const other = running ? ` ${w.other(phrase(running.experiment.title, lang))}` : '';
    const steps = say.stepsOf(runs, schema, speech);
    const begun = results.size > 0 ? `${w.done(n, of)}. ` : '';
    const missing = format.integer(runs.length - results.size);
    return `${begun}${w.cost(missing, steps, format.integer(all.lanes))}${other}${failed}`;
  }

  /** @param {string} key */
  #choose(key) {
    this.at = this.pointed = null;
    this.measure = '';
    this.all.choose(key);
  }

  /** @param {Entry} entry */
  #copyLink(entry) {
    if (entry.packed === '') return this.app.showInfo(this.speech.w.tooLong);
    this.all.link();
    return copyLink(this.app);
  }

  // ---- files --------------------------------------------------------------------------

  #onDrop = (/** @type {DragEvent} */ event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    void this.openFile(file);
  };

  /** @param {File} file one with a mistake is told of, and changes nothing */
  async openFile(file) {
    const { all } = this;
    try {
      if (file.size > MAX_BYTES) return all.refuse(await tooLarge());
      const text = decodeText(new Uint8Array(await file.arrayBuffer()));
      if (await all.open(text)) this.at = this.pointed = null;
    } catch (error) {
      all.refuse(error);
    }
  }

  // ---- what it asks, and what came of it ----------------------------------------------

  /** @param {Entry} entry */
  #about({ experiment, runner }) {
    const { speech, t, app } = this;
    const { w, lang } = speech;
    const axis = `${phrase(experiment.vary.label, lang)}: ${say.valueNames(experiment, speech).join(', ')}`;
    const { lines, preset } = experiment;
    const { name } = sourceFor(app, experiment, runner.runs[0].config);
    const equal = say
      .heldEqual(experiment, t, speech)
      .map(([label, value]) => `${label}: ${value}`);
    return html`<aside>
      <h3>${w.varied}</h3>
      <p>${axis}</p>
      ${lines ? html`<p>${phrase(lines.label, lang)}: ${say.lineNames(experiment, speech).join(', ')}</p>` : nothing}
      <h3>${w.seedsHead}</h3>
      <p>${experiment.seeds.join(', ')}</p>
      <h3>${w.equal}</h3>
      <p>
        ${[`${w.text}: ${name}`, ...(preset ? [`${w.preset}: ${preset}`] : []), ...equal].join(' · ')}
      </p>
      ${
        experiment.conclusion && runner.isDone
          ? html`<h3>${w.conclusion}</h3>
              <p>${phrase(experiment.conclusion, lang)}</p>`
          : nothing
      }
    </aside>`;
  }

  /** @param {Entry} entry @param {Measure} measure @param {Ranked} ranked
   * @param {Measure[]} measures */
  #answer(entry, measure, ranked, measures) {
    const { speech } = this;
    const { w } = speech;
    const { experiment, runner } = entry;
    const { lead, also } = say.verdictWords(entry, measure, ranked.ranked, speech);
    const best = ranked.ranked.find(isSound) ?? null;
    return html`<p class="lead number" id="lead">${lead}</p>
      <p class="also number">
        ${[...also, this.#measuredOn(entry, measure)].join(' ')}
      </p>
      <div class="row over">
        ${select({
          id: 'measure',
          label: w.measure,
          value: measure,
          options: measures.map((each) => [each, w.measures[each]]),
          change: (each) => (this.measure = each),
        })}
        ${legend(experiment, speech)}
      </div>
      <div class="two">
        <div>
          <gf-experiment-chart
            .app=${this.app}
            .experiment=${experiment}
            .results=${ranked.results}
            .cells=${ranked.ranked}
            .measure=${measure}
            .at=${this.at}
            .best=${runner.isDone ? best : null}
            @gf-choose=${(/** @type {CustomEvent<At>} */ { detail }) => (this.at = detail)}
            @gf-point=${(/** @type {CustomEvent<At | null>} */ { detail }) => (this.pointed = detail)}
          ></gf-experiment-chart>
          ${this.#detail(entry, measure, ranked)}
        </div>
        <div class="ranked" tabindex="0" role="region" aria-label=${w.ranking}>
          ${ranked.ranked.length > 0 ? rankingTable(experiment, measure, ranked.ranked, ranked.results, speech) : nothing}
        </div>
      </div>
      <h3 class="every">${w.every}</h3>
      <p class="look">${say.curveWords(entry, speech)}</p>
      ${multiples(entry, measure, ranked.ranked, speech, {
        best: runner.isDone ? best : null,
        choose: (chosen) => (this.at = chosen),
      })}`;
  }

  /** @param {Entry} entry @param {Measure} measure */
  #measuredOn({ experiment, runner }, measure) {
    const { speech, app } = this;
    const { w, format } = speech;
    const { config } = runner.runs[0];
    const { schema } = this.state;
    const windows = Number(settingValue(schema, config, 'eval_windows'));
    const { name } = sourceFor(app, experiment, config);
    const what = w.measuredOn[measure](format.integer(windows));
    return w.after(what, say.stepsOf(runner.runs, schema, speech), name);
  }

  /** The numbers of one value, and its setting for the reader's own model.
   * @param {Entry} entry @param {Measure} measure @param {Ranked} ranked */
  #detail({ experiment, runner }, measure, { ranked, results }) {
    const { speech } = this;
    const { w, format } = speech;
    const at = this.pointed ?? this.at ?? ranked[0];
    const cell = ranked.find(({ x, line }) => x === at.x && line === at.line);
    if (!cell) return html`<div class="detail"><p class="quiet">${w.hint}</p></div>`;
    const { exactly } = MEASURES[measure];
    const unit = w.units[measure];
    const seeds = seedsOf(cell, experiment, results).map(({ run, value }) =>
      w.seed(
        String(run.seed),
        Number.isNaN(value) ? w.hasDiverged : exactly(format, value),
      ),
    );
    const name = say.cellName(experiment, cell, speech);
    const mean = cell.n > 0 ? unit(exactly(format, cell.mean)) : w.hasDiverged;
    const run = runner.runs.find(({ x, line }) => x === cell.x && line === cell.line);
    return html`<div class="detail">
      <p class="number" id="detail">
        ${w.detail({ name, mean, seeds: `${seeds.join('; ')}.` })}
      </p>
      ${button(w.use, () => run && void this.#use(run, name), { id: 'use' })}
    </div>`;
  }

  /** @param {import('../../experiments/experiment.js').Run} run @param {string} name */
  async #use(run, name) {
    const { w } = this.speech;
    try {
      const undo = await this.all.use(run);
      if (undo) this.#offerUndo(w.used(name), undo);
    } catch (error) {
      this.app.report(error);
    }
  }

  /** @param {string} done what was @param {() => unknown} undo */
  #offerUndo(done, undo) {
    this.app.showInfo(done, { words: this.t.write.undo, act: () => void undo() });
  }
}

async function tooLarge() {
  const { ExperimentError } = await import('../../experiments/check.js');
  return new ExperimentError('tooLarge');
}

define('gf-experiments', ExperimentsView);
