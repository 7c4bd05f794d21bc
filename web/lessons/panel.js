// SPDX-License-Identifier: MIT
// <glass-lessons>: the lessons beside a <glass-former>. A list, or one lesson step by
// step: predict, do, see; at the end a question.
//
//   <glass-former id="model"></glass-former>
//   <glass-lessons for="model" lesson="slip"></glass-lessons>
//
// `for` names the element (default: the first of the document), `lesson` what is open.
import { LitElement, html, nothing } from 'lit';
import { Format } from '../i18n/format.js';
import { DIRECTION } from '../i18n/index.js';
import { LESSONS } from './data.js';
import { lessonStrings } from './strings.js';
import { Lessons } from './runner.js';
import { drawHandout } from './handout.js';
import { lessonReport } from './lesson-report.js';
import { lessonStyles } from './style.js';
import { download } from '../views/shared/save.js';
import { define } from '../views/shared/view.js';
import { SchemeAround } from '../element/scheme.js';

/** @typedef {import('../element/glass-former.js').GlassFormer} GlassFormer */
/** @typedef {import('./en.js').StepWords} StepWords */

/** How long a view just opened stays framed. */
const FLASH_MS = 1600;
/** Space between the run bar and a view brought into sight. */
const BELOW_PX = 12;

/**
 * Ten lessons for a <glass-former>: predict, run, compare.
 *
 * @tag glass-lessons
 * @attr {id} for - The `<glass-former>` it works with; by default the first of the page.
 * @attr {lesson} lesson - The open lesson: `bigram`, `averaging`, `queries`,
 *   `slip`, `heads`, `block`, `positions`, `answer`, `cross` or `induction`; otherwise
 *   the list.
 * @attr {BCP 47} lang - Language, if there is a catalogue for it (en, es); otherwise
 *   the page's.
 * @attr {boolean} folded - Shows the title only. The reader can fold and unfold it.
 * @attr {auto | light | dark} [theme=auto] - As that of the element; auto: as the page is.
 * @fires {{ lesson }} gf-lesson - The reader has opened a lesson; empty: the list.
 * @fires {{ lesson }} gf-lesson-closed - The panel was closed; lesson is empty.
 * @fires {{ lesson, step, prediction, right, measures }} gf-lesson-step - A step was
 *   carried out. step: counted from 1; prediction: number of the option, counted from 1,
 *   what was typed, or null; right: whether it came true, null where nothing is right or
 *   wrong; measures: the numbers of its result by name.
 * @fires {{ lesson }} gf-handout - The handout is shown or hidden.
 */
export class GlassLessons extends LitElement {
  static properties = {
    for: {},
    lesson: {},
    lang: { reflect: true },
    folded: { type: Boolean, reflect: true },
    handout: { state: true },
    message: { state: true },
  };
  static styles = lessonStyles;

  constructor() {
    super();
    /** Id of the <glass-former>. */
    this.for = '';
    /** Id of the lesson that is open; 'list' or empty: the list. */
    this.lesson = '';
    this.lang = '';
    /** Only its head is shown. */
    this.folded = false;
    this.handout = false;
    /** For the live region, e.g. that a link was copied. */
    this.message = '';
    new SchemeAround(this);
    this.lessons = new Lessons();
    this.lessons.addEventListener(
      'show',
      (event) => void this.#show(/** @type {CustomEvent<string>} */ (event).detail),
    );
    this.lessons.addEventListener('step', (event) =>
      this.#tell('gf-lesson-step', /** @type {CustomEvent} */ (event).detail),
    );
    this.lessons.addEventListener('change', () => this.requestUpdate());
  }

  /** The `<glass-former>` it works with. @returns {GlassFormer | null} */
  get element() {
    return this.for
      ? /** @type {GlassFormer | null} */ (document.getElementById(this.for))
      : document.querySelector('glass-former');
  }

  get #language() {
    return this.lang || document.documentElement.lang || navigator.language;
  }

  get t() {
    return lessonStrings(this.#language).strings;
  }

  get format() {
    const { lang, units } = lessonStrings(this.#language);
    return new Format(lang, units);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('lesson')) this.lessons.open(this.lesson);
  }

  render() {
    const { t, lessons } = this;
    if (this.handout) return drawHandout(t, this.format, () => this.showHandout(false));
    const open = lessons.lesson;
    const at = LESSONS.findIndex(({ id }) => id === lessons.id);
    const name = open
      ? t.ui.number(this.format.integer(at + 1), this.format.integer(LESSONS.length))
      : t.ui.title;
    return html`<section
      class="panel"
      aria-labelledby="title"
      lang=${lessonStrings(this.#language).lang}
      dir=${DIRECTION}
    >
      <div class="head">
        <h2 id="title" tabindex="-1">
          ${open ? html`<small>${name}</small> ${t.lessons[open.id].title}` : name}
        </h2>
        <div class="row">
          ${open ? this.#button('list', t.ui.list, () => this.#open('')) : nothing}
          <button
            class="small"
            id="fold"
            aria-expanded=${!this.folded}
            @click=${() => (this.folded = !this.folded)}
          >
            ${this.folded ? t.ui.larger : t.ui.smaller}
          </button>
          ${this.#button('close', t.ui.close, () => this.close())}
        </div>
      </div>
      ${this.folded ? nothing : open ? this.#lesson() : this.#list()}
      <p class="hidden" role="status">${this.message}</p>
    </section>`;
  }

  /** @param {string} id @param {string} words @param {() => unknown} act */
  #button(id, words, act) {
    return html`<button class="small" id=${id} @click=${act}>${words}</button>`;
  }

  // ------------------------------------------------------------- the list

  #list() {
    const { t, lessons, format } = this;
    return html`<div class="body">
      <p class="quiet">${t.ui.about}</p>
      <ol class="list">
        ${LESSONS.map(({ id, minutes }) => {
          const { at, finished } = lessons.of(id);
          const words = t.lessons[id];
          const state = finished ? t.ui.finished : at > 0 ? t.ui.begun : '';
          return html`<li>
            <button class="plain" data-lesson=${id} @click=${() => this.#open(id)}>
              ${words.title}
            </button>
            <span class="quiet"
              >${t.ui.minutes(format.integer(minutes))}${state ? `, ${state}` : ''}</span
            >
            <p>${words.goal}</p>
          </li>`;
        })}
      </ol>
      ${this.#button('handout', t.ui.handout, () => this.showHandout(true))}
    </div>`;
  }

  // ------------------------------------------------------------ one lesson

  #lesson() {
    const { t, lessons, format } = this;
    const { at } = lessons.progress;
    const steps = lessons.lesson?.steps ?? [];
    const words = t.lessons[lessons.id];
    const where =
      at < steps.length
        ? t.ui.step(format.integer(at + 1), format.integer(steps.length))
        : t.ui.last;
    return html`<div class="body">
      <p class="quiet">${words.goal}</p>
      <h3 id="where">${where}</h3>
      ${at < steps.length ? this.#step(words.steps[at]) : this.#question(words)}
      <div class="row foot">
        <button
          id="back"
          ?disabled=${at === 0 || lessons.busy === 'working'}
          @click=${() => this.#go(-1)}
        >
          ${t.ui.back}
        </button>
        ${
          at < steps.length
            ? html`<button
                id="next"
                ?disabled=${lessons.busy === 'working'}
                @click=${() => this.#go(1)}
              >
                ${t.ui.next}
              </button>`
            : lessons.next
              ? html`<button
                  id="next-lesson"
                  class="primary"
                  @click=${() => this.#open(lessons.next)}
                >
                  ${t.ui.nextLesson}
                </button>`
              : nothing
        }
        <span class="gap"></span>
        ${this.#button('report', t.ui.report, () => this.#saveReport())}
        ${this.#button('again', t.ui.again, () => lessons.again())}
        ${this.#button('link', t.ui.link, () => this.#copyLink())}
      </div>
    </div>`;
  }

  /** @param {StepWords} words */
  #step(words) {
    const { t, lessons } = this;
    const { busy } = lessons;
    return html`<p class="say">${words.say}</p>
      ${words.ask ? this.#prediction(words) : nothing}
      <button
        id="do"
        class="primary"
        ?disabled=${!lessons.mayDo}
        @click=${() => void this.#do()}
      >
        ${words.act}
      </button>
      <div role="status" class="result">
        ${
          busy === 'working'
            ? t.ui.working
            : busy === 'paused'
              ? t.ui.paused
              : this.#outcome(words)
        }
      </div>`;
  }

  /** @param {StepWords} words */
  #prediction({ ask, options }) {
    const { t, lessons } = this;
    const { at, predictions, outcomes } = lessons.progress;
    const fixed = lessons.busy === 'working' || Boolean(outcomes[at]);
    return html`<fieldset>
      <legend><b>${t.ui.predict}:</b> ${ask}</legend>
      ${
        options
          ? options.map(
              (option, n) =>
                html`<label class="check"
                  ><input
                    type="radio"
                    name="option-${at}"
                    ?disabled=${fixed}
                    .checked=${predictions[at] === n}
                    @change=${() => lessons.predict(n)}
                  />${option}</label
                >`,
            )
          : html`<form class="row" @submit=${this.#typed}>
              <input
                id="typed"
                maxlength="200"
                aria-label=${t.ui.typed}
                ?disabled=${fixed}
                .value=${String(predictions[at] ?? '')}
              />
              <button class="small" ?disabled=${fixed}>${t.ui.keep}</button>
            </form>`
      }
    </fieldset>`;
  }

  /** @param {StepWords} words */
  #outcome(words) {
    const { t, lessons } = this;
    const { at, predictions, outcomes } = lessons.progress;
    const outcome = outcomes[at];
    const step = lessons.step;
    if (!outcome || !step) return nothing;
    const isHeld = outcome.held.every(Boolean);
    const mine = predictions[at];
    const prediction = typeof mine === 'number' ? words.options?.[mine] : mine;
    return html`<dl data-held=${isHeld}>
      ${
        prediction === undefined
          ? nothing
          : html`<dt>${t.ui.said}</dt>
              <dd id="prediction">${prediction}</dd>`
      }
      <dt>${t.ui.came}</dt>
      <dd id="outcome">
        ${words.see(this.#formatted(outcome.values))}
        ${
          !isHeld
            ? t.ui.odd
            : typeof step.right !== 'number'
              ? nothing
              : step.right === mine
                ? html`<b>${t.ui.hit}</b>`
                : t.ui.miss
        }
      </dd>
      ${
        outcome.wrote
          ? html`<dt>${t.ui.wrote}</dt>
              <dd class="wrote" dir="auto" id="wrote">${outcome.wrote}</dd>`
          : nothing
      }
    </dl>`;
  }

  /** @param {Record<string, number>} values */
  #formatted(values) {
    const { format } = this;
    const text = (/** @type {number} */ x) =>
      Number.isInteger(x)
        ? format.integer(x)
        : Math.abs(x) < 0.01
          ? format.small(x)
          : format.loss(x);
    return Object.fromEntries(Object.entries(values).map(([k, x]) => [k, text(x)]));
  }

  /** @param {import('./en.js').LessonWords} words */
  #question({ question, answer }) {
    const { t } = this;
    return html`<p class="say"><b>${t.ui.question}:</b> ${question}</p>
      <details id="answer">
        <summary>${t.ui.show}</summary>
        <p>${answer}</p>
      </details>`;
  }

  // ------------------------------------------------------------------ doing

  async #do() {
    const { element, lessons } = this;
    if (!element) return;
    const app = await element.prepare();
    await lessons.do(app);
  }

  /** @param {SubmitEvent} event */
  #typed(event) {
    event.preventDefault();
    const field = this.renderRoot.querySelector('#typed');
    this.lessons.predict(/** @type {HTMLInputElement} */ (field).value.trim());
  }

  /** @param {number} by */
  #go(by) {
    this.lessons.go(by);
    void this.#focusTitle();
  }

  /** @param {string} id */
  #open(id) {
    this.folded = false;
    this.lesson = id;
    void this.#focusTitle();
    this.#tell('gf-lesson');
  }

  /** Hides it; progress in each lesson is kept. Remove `hidden` to show it again. */
  close() {
    this.hidden = true;
    this.lesson = '';
    this.#tell('gf-lesson-closed');
  }

  /** @param {string} name @param {object} [detail] */
  #tell(name, detail = { lesson: this.lesson }) {
    this.dispatchEvent(
      new CustomEvent(name, { detail, bubbles: true, composed: true }),
    );
  }

  async #focusTitle() {
    await this.updateComplete;
    const title = this.renderRoot.querySelector('#title');
    if (title instanceof HTMLElement) title.focus({ preventScroll: true });
  }

  /** Shows all lessons as a sheet to print in its place, or the panel again. @param {boolean} on */
  showHandout(on) {
    this.handout = on;
    this.#tell('gf-handout');
  }

  /** What was predicted and measured, as a page to print. */
  #saveReport() {
    const { lessons, t } = this;
    const { lang } = lessonStrings(this.#language);
    const formatted = (/** @type {Record<string, number>} */ x) => this.#formatted(x);
    const page = lessonReport(lessons, t, lang, formatted);
    download(page, `glassformer-${lessons.id}.html`, 'text/html');
  }

  /** A link to the lesson with the current settings, selection and seed, never a text. */
  async #copyLink() {
    const url = new URL(location.href);
    url.searchParams.set('lesson', this.lessons.id);
    url.hash = this.element?.app?.link ?? '';
    try {
      await navigator.clipboard.writeText(url.href);
      this.message = this.t.ui.linkCopied;
    } catch {
      this.message = url.href;
    }
  }

  /** Opens the tab of a view where the element shows the screen, scrolls to the view and
   * frames it for a moment. */
  async #show(/** @type {string} */ view) {
    const { element } = this;
    element?.app?.selection.openView(view);
    await element?.updateComplete;
    const target = element && (await viewIn(element, view));
    if (!target) return;
    // Below the bar, which stays at the top of the window.
    const bar = element.shadowRoot?.querySelector('gf-top-bar, gf-run');
    const height = bar?.getBoundingClientRect().height ?? 0;
    target.style.scrollMarginBlockStart = `${Math.ceil(height) + BELOW_PX}px`;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    requestAnimationFrame(() =>
      target.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' }),
    );
    const frame = { outline: '3px solid currentColor', outlineOffset: '3px' };
    target.animate([frame, frame], { duration: FLASH_MS });
  }
}

/** A view of the element: beside the stage, or in the open tab.
 * @param {GlassFormer} element @param {string} view */
async function viewIn({ shadowRoot }, view) {
  const inspector = shadowRoot?.querySelector('gf-inspector');
  await /** @type {LitElement | null | undefined} */ (inspector)?.updateComplete;
  const target =
    inspector?.shadowRoot?.querySelector(`gf-${view}`) ??
    shadowRoot?.querySelector(`gf-${view}`);
  return target instanceof HTMLElement ? target : null;
}

define('glass-lessons', GlassLessons);
