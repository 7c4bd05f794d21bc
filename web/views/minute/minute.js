// SPDX-License-Identifier: MIT
// A first minute: a band in the place of the stage's caption, on small screens a sheet at the
// bottom of the window. The steps are in web/app/minute.js.
import { html, nothing } from 'lit';
import { STEPS, minuteOf } from '../../app/minute.js';
import { minuteWords } from '../../i18n/minute.js';
import { visible } from '../../i18n/format.js';
import { headName, headNames, isAblated } from '../../state/selectors.js';
import { markedTokens } from '../samples/both.js';
import { button } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import { toTop } from '../shared/to-top.js';
import { define, View } from '../shared/view.js';
import { CLOSE } from './invitation.js';
import './marks.js';
import { minuteStyles } from './style.js';
import { afterSwitch, agreement, beforeSwitch, lastWords } from './words.js';

/** Keys of a keyboard on the sheet, at most. */
const MOST_KEYS = 32;
/** Between the line and the sheet. */
const LINE_PX = 12;
const LOWER = /^\p{Ll}$/u;

class FirstMinute extends View.withState({
  /** What was wrong with the last input. */
  problem: '',
}) {
  static unseen = true;
  static styles = styled(minuteStyles);

  /** The step that has the focus. */
  #step = 0;

  /** The element of the page. */
  get #host() {
    return /** @type {ShadowRoot} */ (this.getRootNode()).host;
  }

  get #minute() {
    return minuteOf(this.app);
  }

  get words() {
    return minuteWords.in(this.state.lang);
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('keydown', this.#onKey, { capture: true, ...this.here });
    this.#host.addEventListener('gf-guess', this.#onGuess, this.here);
  }

  /** Before the shortcuts of the element: a letter is a guess, wherever the focus is.
   * @param {KeyboardEvent} event */
  #onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]')) return;
    const [target] = event.composedPath();
    const isField =
      target instanceof Element && target.matches('input, textarea, select');
    const isPress = event.key === ' ' && target instanceof HTMLButtonElement;
    const isAsked = this.state.guide?.step === 1 && !isField && !isPress;
    if (event.key === 'Escape') this.#leave();
    else if (isAsked && [...event.key].length === 1) this.#guess(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** From the box on the stage. */
  #onGuess = (/** @type {Event} */ event) =>
    this.#guess(/** @type {CustomEvent<string>} */ (event).detail);

  /** @param {string} character */
  #guess(character) {
    this.problem = this.#minute.guess(character)
      ? ''
      : this.words.unknown(visible(character));
  }

  #leave() {
    const host = this.#host;
    this.#minute.end();
    const model = host.shadowRoot?.querySelector('#model');
    if (model instanceof HTMLElement) model.focus({ preventScroll: true });
  }

  willUpdate() {
    if (this.state.guide?.step !== this.#step) this.problem = '';
  }

  // ------------------------------------------------------------------ templates

  render() {
    const { guide } = this.state;
    const { words } = this;
    if (!guide?.step) return nothing;
    const { title, say } = this.#says(guide);
    return html`<section aria-label=${words.title} data-step=${guide.step}>
      <div
        class="dots"
        role="img"
        aria-label=${words.at(String(guide.step), String(STEPS))}
      >
        ${Array.from(
          { length: STEPS },
          (_, k) =>
            html`<i
              class=${k + 1 === guide.step ? 'now' : k < guide.step ? 'past' : ''}
            ></i>`,
        )}
      </div>
      <div class="says" aria-live="polite">
        <h2 tabindex="-1">${title}</h2>
        <p class="number">
          ${this.problem ? html`<span class="problem">${this.problem}</span>` : say}
        </p>
      </div>
      <div class="acts">${this.#actions(guide)}</div>
      ${button(CLOSE, () => this.#leave(), { kind: 'close', label: words.end, title: words.end })}
      ${guide.step === 1 ? this.#keyboard() : nothing}
      ${guide.step === 3 ? this.#writing(guide) : nothing}
    </section>`;
  }

  /** @param {import('../../state/types.js').Guide} guide */
  #says(guide) {
    const { words, state, t, format } = this;
    const { step } = guide;
    const say = { words, state, t, format };
    if (step === 1) {
      const [before, after] = words.asked.type.split('{text}');
      const [, press] = words.asked.press.split('{text}');
      const text = html`<q dir="auto">${lastWords(state, guide.i)}</q>`;
      return {
        title: words.ask,
        say: html`${before}${text}<span class="type">${after}</span
          ><span class="press">${press}</span>`,
      };
    }
    if (step === 2) return { title: agreement(say, guide), say: words.lines };
    if (step === 3)
      return this.#isOff ? afterSwitch(say, guide) : beforeSwitch(say, guide);
    return {
      title: words.own,
      say: words.paste[state.pretrained ? 'pretrained' : 'trained'],
    };
  }

  get #isOff() {
    const { guide, ablated } = this.state;
    return guide !== null && isAblated(ablated, guide.head.layer, guide.head.head);
  }

  /** @param {import('../../state/types.js').Guide} guide */
  #actions({ step, head }) {
    const { words } = this;
    const next = (/** @type {string} */ label, kind = '') =>
      button(label, () => this.#minute.next(), { id: 'next', kind });
    const name = headName(head);
    return html`${step > 1 ? button(words.back, () => this.#minute.next(-1), { id: 'back', kind: 'plain' }) : nothing}
    ${step === 1 ? next(words.skip, 'plain') : nothing}
    ${step === 2 ? next(words.next, 'primary') : nothing}
    ${
      step === 3
        ? html`${button(this.#isOff ? words.on : words.off(name), () => void this.#minute.toggle(), { id: 'switch', kind: this.#isOff ? '' : 'primary' })}
          ${next(words.next, this.#isOff ? 'primary' : '')}`
        : nothing
    }
    ${step === 4 ? button(words.train, () => void this.#train(), { id: 'train', kind: 'primary' }) : nothing}`;
  }

  async #train() {
    const host = this.#host;
    if (await this.#minute.train()) toTop(host);
    else if (!this.state.draft?.trim()) this.problem = this.words.empty;
  }

  /** The letters of the vocabulary, for fingers. */
  #keyboard() {
    const { words } = this;
    const letters =
      this.state.session?.info.vocabulary.filter((c) => LOWER.test(c)) ?? [];
    if (letters.length > MOST_KEYS) return nothing;
    return html`<div class="keys" role="group" aria-label=${words.yours}>
      ${letters
        .toSorted((a, b) => a.localeCompare(b))
        .map((c) => button(c, () => this.#guess(c), { kind: '' }))}
      ${button('␣', () => this.#guess(' '), { kind: '', label: words.space })}
    </div>`;
  }

  /** On the sheet: the same beginning and seed, with the head and without.
   * @param {import('../../state/types.js').Guide} guide */
  #writing({ head }) {
    const { words, t, state } = this;
    const { latestSample: latest, ablated } = state;
    if (!latest || (latest.off ?? '') !== headNames(ablated))
      return html`<div class="writing"></div>`;
    /** @param {string} label @param {import('../../state/types.js').Sample} sample */
    const written = (label, sample) =>
      html`<div>
        <h3>${label}</h3>
        <gf-written-text
          still
          .label=${label}
          .prompt=${sample.prompt}
          .tokens=${markedTokens(sample)}
        ></gf-written-text>
      </div>`;
    return html`<div class="writing">
      ${written(latest.full ? t.samples.full : t.samples.title, latest.full ?? latest)}
      ${latest.full ? written(words.now(headName(head)), latest) : nothing}
    </div>`;
  }

  // ------------------------------------------------------------------ focus

  /** The box on the stage takes it in the first step, the field for the text in the last. */
  updated() {
    const { guide } = this.state;
    if (!guide || guide.step === this.#step) return;
    this.#step = guide.step;
    const host = this.#host;
    if (guide.step === 1) void this.#toLine(host);
    else if (guide.step === 4) void this.#toField(host);
    else {
      if (this.isSheet) toTop(host);
      this.find('.primary')?.focus({ preventScroll: true });
    }
  }

  /** The line stands above the sheet. @param {Element} host */
  async #toLine(host) {
    if (!this.isSheet) return;
    const stage = /** @type {View | null} */ (
      host.shadowRoot?.querySelector('gf-stage') ?? null
    );
    await stage?.updateComplete;
    const marks = /** @type {View | null} */ (stage?.find('gf-minute-marks') ?? null);
    await marks?.updateComplete;
    const line = marks?.find('.last')?.getBoundingClientRect();
    if (line) scrollBy(0, line.bottom + LINE_PX - this.getBoundingClientRect().top);
  }

  /** At the bottom of the window. */
  get isSheet() {
    return getComputedStyle(this).position === 'sticky';
  }

  /** @param {Element} host */
  async #toField(host) {
    const choice = /** @type {import('../run/text-choice.js').TextChoice | null} */ (
      host.shadowRoot?.querySelector('gf-text-choice')
    );
    // It may be out of sight.
    await choice?.catchUp();
    const field = choice?.find('#own-text');
    field?.focus({ preventScroll: true });
    if (this.isSheet) field?.scrollIntoView({ block: 'center' });
  }
}

define('gf-minute', FirstMinute);
