// SPDX-License-Identifier: MIT
// The base of all views: an element that reads the store and draws again when what it has read
// there has changed, and only while it is near the screen.
import { html } from 'lit';
import { inTurn } from '../../draw/turns.js';
import { Reads } from '../../state/reads.js';
import { errorText } from '../../i18n/engine-text.js';
import { withWords } from '../../i18n/languages.js';
import { hasAny } from '../../state/store.js';
import { KeptFocus } from './kept-focus.js';
import { unitsOf } from './outputs.js';
import { styled } from './style.js';
import { StyledElement, given } from './styled-element.js';

export { define } from './define.js';
export { given };

/** @import { App } from '../../app/app.js' */
/** @import { State } from '../../state/state.js' */
/** @import { Question } from '../../queries/registry.js' */

/** Parts that host pages may style, exported through every shadow root. */
const EXPORTED = 'toolbar,snapshots,chart,heatmap,sample,table,status,cards';

/** Views a screen away are drawn too, so that scrolling shows no stale picture. */
const NEAR = '50% 0px';

/** What views draw from without reading it here: their words, and the colours around. */
const ALWAYS = /** @type {const} */ (['lang', 'scheme']);

/** @param {Question[]} names */
export const questions = (...names) => names;

export class View extends StyledElement {
  static properties = given('app');
  static styles = styled();

  /** A view with state of its own. @template {object} S @param {S} state first values by name */
  static withState(state) {
    class Stateful extends View {
      static properties = Object.fromEntries(
        Object.keys(state).map((name) => [name, { state: true }]),
      );

      constructor() {
        super();
        Object.assign(this, state);
      }
    }
    return /** @type {Omit<typeof View, 'prototype'> & (new () => View & S)} */ (
      /** @type {unknown} */ (Stateful)
    );
  }

  /** It draws from `session.history` or `session.steps`, which grow in place. */
  static followsHistory = false;

  /** Analyses it shows; the engine is asked only while the view is on screen. */
  static queries = questions();

  /** Updates off screen too, for views that are heard or have no box of their own. */
  static unseen = false;

  /** @type {(() => void) | undefined} */ #unsubscribe;
  /** @type {(() => void) | undefined} */ #stopAsking;
  /** @type {IntersectionObserver | undefined} */ #observer;
  #leaving = new AbortController();
  /** What the last drawing was made from. */ #reads = new Reads();
  #seen = true;
  #stale = false;

  constructor() {
    super();
    new KeptFocus(this);
    /** Given before the first drawing. @type {App} */
    this.app = /** @type {any} */ (undefined);
  }

  get state() {
    return this.app.store.state;
  }

  get t() {
    return this.app.t;
  }

  get format() {
    return this.app.format;
  }

  /** What the text of the model is made of: one, many. */
  get units() {
    return unitsOf(this);
  }

  /** Draws again with each change of something else, while it is in the document.
   * @param {EventTarget} target */
  follow(target) {
    target.addEventListener('change', () => this.requestUpdate(), this.here);
  }

  /** Of listeners that end when it leaves the document. */
  get here() {
    return { signal: this.#leaving.signal };
  }

  connectedCallback() {
    super.connectedCallback();
    this.#leaving = new AbortController();
    this.setAttribute('exportparts', EXPORTED);
    this.#unsubscribe = this.app.store.subscribe((changed) => this.#onChange(changed));
    this.#ask();
    const { unseen } = /** @type {typeof View} */ (this.constructor);
    if (unseen || typeof IntersectionObserver === 'undefined') return;
    this.#observer = new IntersectionObserver(
      (entries) => {
        this.#seen = entries[entries.length - 1].isIntersecting;
        this.#ask();
        if (this.#seen) void this.catchUp();
      },
      { rootMargin: NEAR },
    );
    this.#observer.observe(this);
    this.requestUpdate();
  }

  /** @param {ReadonlySet<keyof State>} changed */
  #onChange(changed) {
    const { followsHistory } = /** @type {typeof View} */ (this.constructor);
    const { state } = this;
    const { printing } = state;
    // Printing shows all views, also those that were off screen.
    const isForPaper = printing && changed.has('printing');
    const isOther =
      hasAny(changed, ...ALWAYS) ||
      (followsHistory && changed.has('historyLength')) ||
      this.#reads.differ(state);
    if (!isForPaper && !isOther) return;
    if (this.#seen || printing) this.requestUpdate();
    else this.#stale = true;
    if (!printing) return;
    // Firefox runs no tasks between `beforeprint` and the printout.
    this.performUpdate();
    this.toggleAttribute('bare', this.find('p.quiet') !== null);
  }

  performUpdate() {
    // It may have been drawn for paper meanwhile.
    if (!this.isUpdatePending) return;
    this.#reads = Reads.of(this.app.store, () => super.performUpdate());
  }

  scheduleUpdate() {
    return withWords(this.state.lang, () => this.inTurn(() => super.scheduleUpdate()));
  }

  /** While a model trains, views draw in turns; otherwise at once.
   * @template T @param {() => T} work */
  inTurn(work) {
    const { phase, printing } = this.state;
    return this.hasUpdated && phase === 'running' && !printing ? inTurn(work) : work();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#leaving.abort();
    this.#unsubscribe?.();
    this.#observer?.disconnect();
    this.#seen = false;
    this.#ask();
    this.#seen = true;
  }

  /** The host page asked for this view alone: it opens what is folded. */
  get isChosen() {
    const { host } = /** @type {ShadowRoot} */ (this.getRootNode());
    return Boolean(/** @type {{ view?: string } | undefined} */ (host)?.view);
  }

  /** Draws what has changed while it was out of sight. */
  catchUp() {
    if (this.#stale) this.requestUpdate();
    this.#stale = false;
    return this.updateComplete;
  }

  /** Asks for what it shows, from when it is in sight.
   * @returns {(() => void) | undefined} called when it no longer is */
  want() {
    const { queries } = /** @type {typeof View} */ (this.constructor);
    return queries.length > 0 ? this.app.queries.want(queries) : undefined;
  }

  #ask() {
    // Also while the view around is drawn, which does not read what is read for this.
    this.app.store.read(null, () => {
      if (this.#seen) this.#stopAsking ??= this.want();
      else this.#stopAsking?.();
    });
    if (!this.#seen) this.#stopAsking = undefined;
  }

  /** @returns {HTMLCanvasElement | null} */
  get canvas() {
    return this.find('canvas');
  }

  /** The newest answer, whichever step it is from. @param {Question} name */
  answer(name) {
    return this.state.answers[name] ?? null;
  }

  waiting() {
    return html`<p class="quiet">${this.t.shared.waiting}</p>`;
  }

  pinFirst() {
    return html`<p class="quiet">${this.t.shared.pinFirst(this.units)}</p>`;
  }

  /**
   * An answer drawn, or the reason why there is none.
   * @param {{ value: any, step: number } | null | undefined} answer
   * @param {(value: any, step: number) => unknown} draw
   */
  answered(answer, draw) {
    if (!answer) return this.waiting();
    const { value, step } = answer;
    return value.obstacle ? this.cannot(value.obstacle) : draw(value, step);
  }

  /**
   * Why this analysis does not apply to the model.
   * @param {import('../../../wasm/index.js').Obstacle} obstacle
   */
  cannot(obstacle) {
    return html`<p class="claim">${errorText(obstacle, this)}</p>`;
  }
}
