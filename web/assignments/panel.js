// SPDX-License-Identifier: MIT
// <glass-assignment>: an assignment beside a <glass-former>. The ID, predictions, training with
// the learner's own seed, answers, and the file to hand in, shown before it is saved.
import { LitElement, html, nothing } from 'lit';
import { SchemeAround } from '../element/scheme.js';
import { Format } from '../i18n/format.js';
import { languageOf, withWords } from '../i18n/languages.js';
import { DIRECTION } from '../i18n/tags.js';
import { DocumentError } from '../run/fetch-document.js';
import { writtenValue } from '../run/settings.js';
import { download } from '../views/shared/save.js';
import { KeptFocus } from '../views/shared/kept-focus.js';
import { define } from '../views/shared/define.js';
import { phrase } from '../experiments/phrase.js';
import { runsOf } from '../experiments/experiment.js';
import { experimentIn } from './experiment.js';
import { findAssignment } from './find.js';
import { fileName, textOf } from './hand-in.js';
import { assignmentReport, measureWords } from './report.js';
import { assignmentStrings } from './strings.js';
import { assignmentStyles } from './style.js';
import { Work } from './work.js';
import { button } from '../views/shared/controls.js';

/** @import { GlassFormer } from '../element/glass-former.js' */
/** @import { Question } from './assignment.js' */

/** Of a share of 200 guesses. */
const SHARE_DECIMALS = 3;

export class GlassAssignment extends LitElement {
  static properties = {
    assign: {},
    who: {},
    lang: { reflect: true },
    work: { state: true },
    problem: { state: true },
    file: { state: true },
  };
  static styles = assignmentStyles;

  constructor() {
    super();
    new SchemeAround(this);
    new KeptFocus(this);
    /** Name or address of the assignment; '': the link names none.
     * @type {string | null} null: not known yet */
    this.assign = null;
    /** The learner's ID, if the link has it. */
    this.who = '';
    this.lang = '';
    /** @type {Work | null} */
    this.work = null;
    /** @type {DocumentError<import('./check.js').Problem> | null} */
    this.problem = null;
    /** What would be saved, while it is shown. @type {import('./hand-in.js').HandIn | null} */
    this.file = null;
  }

  get #strings() {
    return assignmentStrings(languageOf(this));
  }

  scheduleUpdate() {
    return withWords(languageOf(this), () => super.scheduleUpdate());
  }

  get t() {
    return this.#strings.strings;
  }

  /** @returns {GlassFormer | null} */
  get element() {
    return document.querySelector('glass-former');
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const { assign } = this;
    if (changed.has('assign') && assign !== null)
      void this.#reported(() => this.#load(assign));
  }

  /** @param {string} assign */
  async #load(assign) {
    const work = new Work(await findAssignment(assign));
    work.addEventListener('change', () => {
      this.file = null;
      this.requestUpdate();
    });
    await work.use(this.who);
    this.work = work;
  }

  /** Our errors are told in the panel, the engine's where the page shows all of them.
   * @param {() => Promise<unknown>} act */
  async #reported(act) {
    try {
      await act();
    } catch (error) {
      if (error instanceof DocumentError) this.problem = error;
      else this.element?.app?.report(error);
    }
  }

  render() {
    const { t, work, problem } = this;
    const title = work ? phrase(work.assignment.title, t.lang) : '';
    return html`<section
      class="panel"
      aria-labelledby="title"
      lang=${this.#strings.lang}
      dir=${DIRECTION}
    >
      <div class="head">
        <h2 id="title"><small>${t.assignment}</small> ${title}</h2>
        ${button(t.close, this.#close, { id: 'close' })}
      </div>
      <div class="body">
        ${
          problem
            ? html`<p class="problem" role="alert">
                ${t.problems[problem.key](problem.params)}
              </p>`
            : nothing
        }
        ${work ? this.#work(work) : problem ? nothing : html`<p>${t.fetching}</p>`}
      </div>
    </section>`;
  }

  /** @param {Work} work */
  #work(work) {
    const { t } = this;
    const { assignment, who } = work;
    return html`<p class="say">${phrase(assignment.about, t.lang)}</p>
      ${who === '' ? this.#askWho() : this.#steps(work)}
      <details id="rubric">
        <summary>${t.rubric}</summary>
        <ul>
          ${assignment.rubric.map(
            ({ words, points }) =>
              html`<li>${phrase(words, t.lang)}: ${t.points(String(points))}</li>`,
          )}
        </ul>
      </details>`;
  }

  #askWho() {
    const { t } = this;
    return html`<form class="row" @submit=${this.#takeWho}>
      <label
        ><span class="ask">${t.who}</span>
        <input id="who" maxlength="100" autocomplete="off" required
      /></label>
      <button class="primary">${t.use}</button>
    </form>`;
  }

  /** @param {Work} work */
  #steps(work) {
    const { t } = this;
    const { assignment, who, seed, busy, begun, outcome } = work;
    const of = (/** @type {string} */ time) =>
      assignment.questions.filter(({ when }) => when === time);
    const [train, trained] = this.#trainWords(work);
    return html`<p id="seed">${t.seeded(who, String(seed))}</p>
      <p class="quiet">${t.why}</p>
      ${of('before').length > 0 ? html`<h3>${t.before}</h3>` : nothing}
      ${of('before').map((question) => this.#question(work, question, begun))}
      ${
        outcome
          ? nothing
          : button(train, () => void this.#train(work), {
              id: 'train',
              kind: 'primary',
              disabled: !work.mayTrain,
            })
      }
      <p role="status">
        ${busy === 'training' ? t.training : busy === 'paused' ? t.paused : outcome ? trained : ''}
      </p>
      ${outcome ? this.#after(work, of('after')) : nothing}`;
  }

  /** Of the button, and when all is done. @param {Work} work @returns {[string, string]} */
  #trainWords({ assignment, busy, outcome, begun }) {
    const { t } = this;
    const found = experimentIn(assignment);
    const n = this.#format.integer(found ? runsOf(found, {}).length : assignment.steps);
    const again = outcome || begun ? t.again : '';
    if (!found) return [busy === 'paused' ? t.goOn : again || t.train(n), t.trained(n)];
    return [begun ? t.goOnRuns : t.trainRuns(n), t.trainedRuns(n)];
  }

  get #format() {
    const { lang, units } = this.#strings;
    return new Format(lang, units);
  }

  /** @param {Work} work @param {Question[]} questions */
  #after(work, questions) {
    const { t, file } = this;
    const format = this.#format;
    const { assignment, outcome } = work;
    const missing = work.missing().length;
    const rows = Object.entries(measureWords(assignment, t));
    const look = work.isFresh ? t.look : t.gone;
    return html`<dl id="measures" ?hidden=${rows.length === 0}>
        ${rows.map(
          ([name, words]) =>
            html`<dt>${words}</dt>
              <dd>${format.loss(outcome?.measures[name] ?? NaN)}</dd>`,
        )}
      </dl>
      <p>${assignment.experiment ? t.inLab : look}</p>
      ${questions.length > 0 ? html`<h3>${t.after}</h3>` : nothing}
      ${questions.map((question) => this.#question(work, question, work.final))}
      <p class="quiet">
        ${missing > 0 ? t.missing(String(missing)) : work.final ? '' : t.fixed}
      </p>
      <div class="row">
        ${button(t.handIn, () => void this.#show(work), { id: 'hand-in', kind: 'primary', disabled: missing > 0 })}
        ${button(t.report, () => this.#saveReport(work), { id: 'report', kind: '', disabled: !work.final })}
        ${button(t.again, () => void this.#train(work), { id: 'train', kind: 'plain' })}
      </div>
      ${file ? this.#shown(file) : nothing}`;
  }

  /** @param {import('./hand-in.js').HandIn} file */
  #shown(file) {
    const { t } = this;
    const name = fileName(file.assignment, file.who, 'json');
    return html`<p role="status">${t.shown}</p>
      <pre id="file" tabindex="0">${textOf(file)}</pre>
      ${button(t.save, () => download(textOf(file), name, 'application/json'), { id: 'save', kind: 'primary' })}`;
  }

  /** @param {Work} work @param {Question} question @param {boolean} fixed */
  #question(work, question, fixed) {
    const { t } = this;
    const { id, kind, options = [], least = 1 } = question;
    const said = work.said[id];
    const ask = phrase(question.ask, t.lang);
    const measured = this.#onScreen(work, question);
    if (kind === 'choice')
      return html`<fieldset data-question=${id}>
        <legend>${ask}</legend>
        ${measured}
        ${options.map(
          (option, n) =>
            html`<label class="check"
              ><input
                type="radio"
                name=${id}
                ?disabled=${fixed}
                .checked=${said === n}
                @change=${() => work.answer(id, n)}
              />${phrase(option, t.lang)}</label
            >`,
        )}
      </fieldset>`;
    const number = kind !== 'words';
    const { most = least } = question;
    const range = [least, most].map((x) => writtenValue(x, this.#format));
    const take = (/** @type {Event} */ event) => {
      const field = /** @type {HTMLInputElement} */ (event.target);
      // Half a number is not an answer yet, and 1e-1 may be half of 1e-10; the one before it stays
      // until the field is left.
      const isHalf = field.validity.badInput || (number && /e/i.test(field.value));
      if (event.type === 'input' && isHalf) return;
      const x = field.valueAsNumber;
      work.answer(id, !number ? field.value : Number.isFinite(x) ? x : undefined);
    };
    return html`<fieldset data-question=${id}>
      <span class="ask" id="ask-${id}">${ask}</span>
      ${measured}
      ${
        number
          ? html`<input
                type="number"
                step="any"
                aria-labelledby="ask-${id}"
                ?disabled=${fixed}
                .value=${said === undefined ? '' : String(said)}
                @input=${take}
                @change=${take}
              />
              ${kind === 'setting' ? html`<small class="quiet">${t.range(range[0], range[1])}</small>` : nothing}`
          : html`<textarea
                rows="4"
                maxlength="4000"
                aria-labelledby="ask-${id}"
                ?disabled=${fixed}
                .value=${String(said ?? '')}
                @input=${take}
                @change=${take}
              ></textarea>
              <small class="quiet">${t.least(String(least))}</small>`
      }
    </fieldset>`;
  }

  /** A button that measures the model as it is on the screen. @param {Work} work
   * @param {Question} question */
  #onScreen(work, { id, onScreen }) {
    const { t } = this;
    if (!onScreen) return nothing;
    const values = work.measured[id];
    const rows = onScreen.map(
      ({ name, words }) =>
        html`<dt>${phrase(words, t.lang)}</dt>
          <dd>${this.#format.fixed(values?.of[name] ?? NaN, SHARE_DECIMALS)}</dd>`,
    );
    return html`<button
        data-measure=${id}
        ?disabled=${work.model === null || work.isMeasuring}
        @click=${() => void this.#measure(work, id)}
      >
        ${t.measure}
      </button>
      <div role="status">
        ${
          values
            ? html`<dl>
                ${rows}
                <dt>${t.off}</dt>
                <dd>${values.off.join(', ') || t.noneOff}</dd>
              </dl>`
            : nothing
        }
      </div>`;
  }

  // ---------------------------------------------------------------- doing

  /** @param {SubmitEvent} event */
  #takeWho(event) {
    event.preventDefault();
    const field = this.renderRoot.querySelector('#who');
    void this.work?.use(/** @type {HTMLInputElement} */ (field).value);
  }

  /** @param {Work} work */
  async #train(work) {
    this.problem = null;
    await this.#reported(async () => {
      await this.element?.prepare();
      if (this.element?.app) await work.train(this.element.app);
    });
  }

  /** @param {Work} work @param {string} id of the question */
  async #measure(work, id) {
    const app = this.element?.app;
    if (app) await this.#reported(() => work.measure(app, id));
  }

  /** @param {Work} work */
  async #show(work) {
    this.file = await work.finish();
    await this.updateComplete;
    this.renderRoot.querySelector('#save')?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Work} work */
  #saveReport(work) {
    const report = assignmentReport(work, this.t, this.#format);
    download(report, fileName(work.assignment.name, work.who, 'html'), 'text/html');
  }

  #close() {
    this.dispatchEvent(new CustomEvent('gf-assignment-closed', { bubbles: true }));
  }
}

define('glass-assignment', GlassAssignment);
