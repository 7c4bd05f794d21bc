// SPDX-License-Identifier: MIT
// What every view is: an element that reads the store and draws again when an entry it
// names has changed, and only while it can be seen.
import { LitElement, html } from 'lit';
import { inTurn } from '../../draw/turns.js';

/** @typedef {import('../../app/app.js').App} App */
/** @typedef {import('../../state/types.js').State} State */

/** What a host page may style by ::part(), through every shadow root between. */
const EXPORTED = 'toolbar,snapshots,chart,heatmap,sample,table,status,cards';

/** Views a screen away are drawn too, so that scrolling shows no stale picture. */
const NEAR = '50% 0px';

/** @param {(keyof State)[]} names */
export function keys(...names) {
  return names;
}

export class View extends LitElement {
  static properties = { app: { attribute: false } };

  /** Entries of the state this view is a function of. */
  static watch = keys();

  /** Questions of questions.js whose answers it shows; asked only while it is seen. */
  static asks = /** @type {import('../../queries/registry.js').Question[]} */ ([]);

  /** Whether it is to be up to date where nobody sees it. */
  static unseen = false;

  /** @type {(() => void) | undefined} */ #unsubscribe;
  /** @type {(() => void) | undefined} */ #unask;
  /** @type {IntersectionObserver | undefined} */ #observer;
  #seen = true;
  #stale = false;

  constructor() {
    super();
    /** @type {App} */
    this.app;
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

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.setAttribute('exportparts', EXPORTED);
    const { watch, asks, unseen } = /** @type {typeof View} */ (this.constructor);
    let { answers } = this.state;
    this.#unsubscribe = this.app.store.subscribe((changed) => {
      let told = asks.length === 0;
      // What others asked is none of its business. Who hears of an answer first may change
      // something else at once: that news comes before this one.
      if (changed.has('answers')) {
        const before = answers;
        ({ answers } = this.state);
        told ||= asks.some((name) => answers[name] !== before[name]);
      }
      const concerns = (/** @type {keyof State} */ key) =>
        changed.has(key) && (key !== 'answers' || told);
      // On paper all of them are seen.
      const { printing } = this.state;
      const late = printing && this.#stale && changed.has('printing');
      if (!late && !changed.has('lang') && !watch.some(concerns)) return;
      if (this.#seen || printing) this.requestUpdate();
      else this.#stale = true;
      // What is not drawn at once is not on it: Firefox lets nothing run in between.
      if (!printing) return;
      this.performUpdate();
      this.toggleAttribute('bare', this.renderRoot.querySelector('p.quiet') !== null);
    });
    this.#ask();
    if (unseen || typeof IntersectionObserver === 'undefined') return;
    this.#observer = new IntersectionObserver(
      (entries) => {
        this.#seen = entries[entries.length - 1].isIntersecting;
        this.#ask();
        if (!this.#seen || !this.#stale) return;
        this.#stale = false;
        this.requestUpdate();
      },
      { rootMargin: NEAR },
    );
    this.#observer.observe(this);
    this.requestUpdate();
  }

  /** @override */
  scheduleUpdate() {
    return this.inTurn(() => super.scheduleUpdate());
  }

  /** Draws in turn with others while a model trains; at rest and at first, at once.
   * @template T @param {() => T} work */
  inTurn(work) {
    const { phase, printing } = this.state;
    return this.hasUpdated && phase === 'running' && !printing ? inTurn(work) : work();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#unsubscribe?.();
    this.#observer?.disconnect();
    this.#unask?.();
    this.#unask = undefined;
    this.#seen = true;
  }

  /** In a course page, asked for by name: then it is there to be seen. */
  get isChosen() {
    const { host } = /** @type {ShadowRoot} */ (this.getRootNode());
    return Boolean(/** @type {{ view?: string } | undefined} */ (host)?.view);
  }

  #ask() {
    const { asks } = /** @type {typeof View} */ (this.constructor);
    if (this.#seen && asks.length > 0) this.#unask ??= this.app.inside.want(asks);
    if (this.#seen) return;
    this.#unask?.();
    this.#unask = undefined;
  }

  /**
   * The newest answer, whatever moment it is of.
   * @param {import('../../queries/registry.js').Question} name
   */
  answer(name) {
    return this.state.answers[name] ?? null;
  }

  /**
   * Why this model has no such answer.
   * @param {string} obstacle the engine's sentence
   */
  cannot(obstacle) {
    const known = this.t.engine.obstacles.find(([part]) => obstacle.includes(part));
    return html`<p class="claim">${known ? known[1] : obstacle}</p>`;
  }
}

/**
 * Defines an element unless the page has one of this name already (the first wins).
 * @param {string} name
 * @param {CustomElementConstructor} constructor
 */
export function define(name, constructor) {
  if (!customElements.get(name)) customElements.define(name, constructor);
}

/**
 * Hands bytes or text to the reader as a file.
 * @param {BlobPart} content
 * @param {string} name
 * @param {string} type
 */
export function download(content, name, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Firefox reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
