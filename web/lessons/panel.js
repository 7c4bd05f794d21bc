// SPDX-License-Identifier: MIT
// <glass-lessons>: the lessons beside a <glass-former>. A list, or one lesson step by
// step: predict, do, see, explain; at the end a question.
//
//   <glass-former id="model"></glass-former>
//   <glass-lessons for="model" lesson="slip"></glass-lessons>
//   <glass-lessons src="first.json second.json"></glass-lessons>
//
// `for` names the element (default: the first of the document), `lesson` what is open, `src`
// lessons of one's own.
import { LitElement, html, nothing } from 'lit';
import { DIRECTION, baseOf } from '../i18n/tags.js';
import { Format } from '../i18n/format.js';
import { languageOf, withWords } from '../i18n/languages.js';
import { lessonStrings } from './strings.js';
import { Lessons } from './runner.js';
import { drawHandout } from './handout.js';
import { DocumentError } from '../run/fetch-document.js';
import { chooseModelFiles } from '../run/model-files.js';
import { lessonReport } from './lesson-report.js';
import { wordsIn } from './lesson.js';
import { drawQuestion, drawStep } from './step-view.js';
import { showAgain, showView } from './show-view.js';
import { lessonStyles } from './style.js';
import { copyText, download } from '../views/shared/save.js';
import { KeptFocus } from '../views/shared/kept-focus.js';
import { define } from '../views/shared/define.js';
import { SchemeAround } from '../element/scheme.js';

/** @import { GlassFormer } from '../element/glass-former.js' */
/** @import { Failure } from './find.js' */
/** @import { Words } from './lesson.js' */
/** @import { Look } from './step-view.js' */

/**
 * Lessons for a <glass-former>: predict, run, compare, explain.
 *
 * @tag glass-lessons
 * @attr {id} for - The `<glass-former>` it works with; by default the first of the page.
 * @attr {lesson} lesson - The open lesson: `guess`, `data`, `bigram`, `averaging`, `queries`,
 *   `mask`, `slip`, `heads`, `block`, `positions`, `answer`, `cross`, `induction`,
 *   `modern` or `real`, or the id of a lesson of one's own; otherwise the list.
 * @attr {URL} src - Lessons of one's own in the place of these: addresses of JSON files,
 *   separated by spaces.
 * @attr {BCP 47} lang - Language, if there is a catalogue for it (en, es, de); otherwise
 *   that of the page around it.
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
    src: {},
    lang: { reflect: true },
    folded: { type: Boolean, reflect: true },
    handout: { state: true },
    message: { state: true },
    fetching: { state: true },
    failures: { state: true },
  };
  static styles = lessonStyles;

  constructor() {
    super();
    /** Id of the <glass-former>. */
    this.for = '';
    /** Id of the lesson that is open; 'list' or empty: the list. */
    this.lesson = '';
    /** Addresses of lessons of one's own, separated by spaces. */
    this.src = '';
    this.lang = '';
    /** Only its head is shown. */
    this.folded = false;
    this.handout = false;
    /** For the live region, e.g. that a link was copied. */
    this.message = '';
    this.fetching = false;
    /** Files of src that are not lessons. @type {Failure[]} */ this.failures = [];
    new SchemeAround(this);
    new KeptFocus(this);
    this.lessons = new Lessons();
    this.lessons.addEventListener('show', (event) => {
      const { element } = this;
      const view = /** @type {CustomEvent<string>} */ (event).detail;
      if (element) void showView(element, view, this);
    });
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

  get #words() {
    return lessonStrings(languageOf(this));
  }

  get t() {
    return this.#words.strings;
  }

  get format() {
    const { lang, units } = this.#words;
    return new Format(lang, units);
  }

  /** What drawing a lesson needs. @returns {Look} */
  get #look() {
    const { t, format, lessons } = this;
    const act = (/** @type {FileList | undefined} */ files) => void this.#do(files);
    return { t, format, lessons, lang: baseOf(languageOf(this)), act };
  }

  /** A sentence of a lesson, in the reader's language. @param {Words} words */
  #say(words) {
    return wordsIn(words, baseOf(languageOf(this)));
  }

  scheduleUpdate() {
    return withWords(languageOf(this), () => super.scheduleUpdate());
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('src') && (this.src || changed.get('src'))) void this.#fetch();
    if (changed.has('lesson')) this.lessons.open(this.lesson);
  }

  /** The lessons at the addresses of src; none until they are there. */
  async #fetch() {
    const { src } = this;
    Object.assign(this, { failures: [], fetching: src !== '' });
    this.lessons.use(src ? [] : undefined);
    if (src) {
      const { entries, failures } = await find(src);
      if (src !== this.src) return;
      this.lessons.use(entries);
      Object.assign(this, { failures, fetching: false });
    }
    this.lessons.open(this.lesson);
  }

  render() {
    const { t, lessons, format } = this;
    const { list, key, lesson } = lessons;
    if (this.handout)
      return drawHandout(list, this.#look, () => this.#openHandout(false));
    const at = list.findIndex((entry) => entry.key === key);
    const name = lesson
      ? t.ui.number(format.integer(at + 1), format.integer(list.length))
      : t.ui.title;
    return html`<section
      class="panel"
      aria-labelledby="title"
      lang=${this.#words.lang}
      dir=${DIRECTION}
    >
      <div class="head">
        <h2 id="title" tabindex="-1">
          ${lesson ? html`<small>${name}</small> ${this.#say(lesson.title)}` : name}
        </h2>
        <div class="row">
          ${lesson ? this.#button('list', t.ui.list, () => this.#open('')) : nothing}
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
      ${this.folded ? nothing : lesson ? this.#lesson() : this.#list()}
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
      <p class="quiet">${this.fetching ? t.ui.fetching : t.ui.about}</p>
      ${this.failures.map(
        ({ address, error: { key, params } }) =>
          html`<p class="problem" role="alert">
            ${address}: ${t.problems[key](params)}
          </p>`,
      )}
      <ol class="list">
        ${lessons.list.map(({ key, lesson }) => {
          const missing = lessons.undone({ key, lesson }).length;
          const { at } = lessons.of(key);
          const state = missing === 0 ? t.ui.finished : at > 0 ? t.ui.begun : '';
          return html`<li>
            <button
              class="plain"
              data-lesson=${lesson.id}
              @click=${() => this.#open(lesson.id)}
            >
              ${this.#say(lesson.title)}
            </button>
            <span class="quiet"
              >${t.ui.minutes(format.integer(lesson.minutes))}${state ? `, ${state}` : ''}</span
            >
            <p>${this.#say(lesson.goal)}</p>
          </li>`;
        })}
      </ol>
      <div class="row">
        ${this.#button('handout', t.ui.handout, () => this.#openHandout(true))}
        ${this.#button('new-student', t.ui.newStudent, () => this.#newStudent())}
        ${lessons.canUndo ? this.#button('undo', t.ui.undo, () => this.#undo()) : nothing}
      </div>
      ${lessons.canUndo ? html`<p class="quiet">${t.ui.cleared}</p>` : nothing}
    </div>`;
  }

  // ------------------------------------------------------------ one lesson

  #lesson() {
    const { t, lessons, format } = this;
    const { at, lesson } = lessons;
    if (!lesson) return nothing;
    const { steps } = lesson;
    const where =
      at < steps.length
        ? t.ui.step(format.integer(at + 1), format.integer(steps.length))
        : t.ui.last;
    return html`<div class="body">
      <p class="quiet">${this.#say(lesson.goal)}</p>
      <h3 id="where">${where}</h3>
      ${this.element ? nothing : html`<p class="problem">${t.ui.noElement}</p>`}
      ${at < steps.length ? drawStep(this.#look) : drawQuestion(this.#look, lesson)}
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
                  @click=${() => this.#open(lessons.next?.id ?? '')}
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

  // ------------------------------------------------------------------ doing

  /** @param {FileList} [files] of the step's published model */
  async #do(files) {
    const { element, lessons } = this;
    await element?.prepare();
    if (!element?.app) return;
    await lessons.do(element.app, files && chooseModelFiles(files));
    await this.updateComplete;
    this.renderRoot.querySelector('.result')?.scrollIntoView({ block: 'nearest' });
    showAgain();
  }

  /** @param {number} by */
  #go(by) {
    this.lessons.go(by);
    void this.#focusTitle();
  }

  #newStudent() {
    this.lessons.newStudent();
    this.message = this.t.ui.cleared;
  }

  #undo() {
    this.lessons.undo();
    this.message = '';
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

  /** @param {boolean} on */
  #openHandout(on) {
    this.showHandout(on);
    void this.#focusTitle();
  }

  /** What was predicted and measured, as a page to print. */
  #saveReport() {
    const { lesson } = this.lessons;
    if (!lesson) return;
    const page = lessonReport(lesson, this.#look, this.#words.lang);
    download(page, `glassformer-${lesson.id}.html`, 'text/html');
  }

  /** A link to the lesson with the current settings, selection and seed, never a text. */
  async #copyLink() {
    const url = new URL(location.href);
    url.searchParams.set('lesson', this.lesson);
    url.hash = this.element?.app?.link ?? '';
    this.message = (await copyText(url.href)) ? this.t.ui.linkCopied : url.href;
  }
}

/** Lessons of one's own. @param {string} src
 * @returns {ReturnType<typeof import('./find.js').findLessons>} */
async function find(src) {
  const own = await import('./find.js').catch(() => null);
  if (own) return own.findLessons(src);
  const error = new DocumentError('noNetwork', { name: src });
  return { entries: [], failures: [{ address: src, error }] };
}

define('glass-lessons', GlassLessons);
