// SPDX-License-Identifier: MIT
// <glass-former>: the whole page, or one view of it. Everything a host page may rely on
// is here and in attributes.js, and listed in custom-elements.json; what readers see is in
// element-content.js and components/.
import { version } from 'bundle:version';
import { LitElement, html } from 'lit';
import { App } from '../app/app.js';
import {
  attributeValue,
  invalidAttributes,
  properties,
  propertyOf,
} from './attributes.js';
import { hostText, startingPoint, applyProperties } from '../app/startup.js';
import { define } from '../views/shared/view.js';
import { hangsOver, takeDropped } from './drop.js';
import { bare, content, poster } from './content.js';
import { elementStyles } from './style.js';
import { Format } from '../i18n/format.js';
import { hexOf } from '../draw/palette.js';
import { watchStyle } from './host-style.js';
import { claimPlace, hasRoom, releasePlace, markUsed } from './shared-processor.js';
import { STILL } from '../queries/paced.js';
import { watchPrinting } from './print.js';
import { suspendRuns } from '../run/serialization.js';
import { onShortcut } from './shortcuts.js';
import { catalogue } from '../i18n/index.js';
import { emitChanges } from './events.js';
import { rampsOf } from '../draw/theme.js';
import { exportedRun, elementKey, throwIfFailed, toError } from './methods.js';

const DARK = '(prefers-color-scheme: dark)';

export class GlassFormer extends LitElement {
  static properties = { ...properties, dropping: { state: true } };

  static version = version;

  /** What a page begins with instead of an untrained model, if it brought something.
   * @type {((element: GlassFormer) => Promise<import('../run/serialization.js').SerializedRun> | undefined)
   *   | undefined} */
  static first;

  static styles = elementStyles;

  /** What to undo when the element leaves the page. @type {(() => void)[]} */
  #endings = [];
  /** Ends its listeners then. */
  #leaving = new AbortController();
  #height = 0;
  /** The run, while the element is out of the page or others need its place.
   * @type {Promise<import('../run/serialization.js').SerializedRun | null> | undefined} */
  #rested;
  /** What the page brought is on its way: its poster stays so long. */
  #brings = false;
  /** Properties a host has set, and no model has taken yet. @type {Set<unknown>} */
  #news = new Set();
  /** They are being taken. @type {Promise<void> | undefined} */
  #taken;
  /** Counted, because a pause also ends a start under way. */
  #pauses = 0;
  /** Training has begun. @type {(value?: any) => void} */
  #begun = () => {};
  /** What there is to tell of a run at rest.
   * @type {import('./methods.js').There | undefined} */
  #slept;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #limit;

  constructor() {
    super();
    // What each is for, and what it may hold: attributes.js and custom-elements.json.
    this.src = this.corpus = this.preset = this.config = '';
    /** @type {string | number} */ this.seed = '';
    this.autostart = 'click';
    this.loading = 'lazy';
    /** @type {string | number} */ this.maxSteps = '';
    /** @type {string | number} */ this.maxSeconds = '';
    /** @type {string | number} */ this.workers = 'auto';
    this.workerUrl = this.view = this.text = this.controls = this.hide = '';
    /** Counted from 1. @type {string | number} */ this.layer = '';
    /** Counted from 1. @type {string | number} */ this.head = '';
    /** The attribute `step`. @type {string | number} */ this.shownStep = 'latest';
    this.theme = 'auto';
    /** @type {string} */ this.lang = '';
    this.label = '';
    this.readonly = this.background = false;
    /** A file hangs over the element. */
    this.dropping = false;
    /** @type {App | null} */ this.app = null;
    this.words = catalogue('en');
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#leaving = new AbortController();
    this.#speak();
    this.#follow(matchMedia(DARK), () => this.#applyScheme());
    this.#follow(matchMedia(STILL), (still) =>
      this.app?.store.set({ reducedMotion: still }),
    );
    this.#endings.push(
      watchPrinting((printing) => {
        this.toggleAttribute('printing', printing);
        this.app?.store.set({ printing });
        this.#applyScheme();
      }),
    );
    this.#endings.push(
      watchStyle(this, () => {
        this.#applyScheme();
        this.#speak();
      }),
    );
    this.#listen(document, 'visibilitychange', () => this.app?.updateSuspension());
    this.#listen(this, 'keydown', (event) => {
      if (this.app) onShortcut(/** @type {KeyboardEvent} */ (event), this);
    });
    this.#listen(this, 'pointerdown', () => markUsed(this));
    for (const name of ['dragenter', 'dragover', 'dragleave', 'drop']) {
      this.#listen(this, name, (event) =>
        this.#onDrag(/** @type {DragEvent} */ (event)),
      );
    }
    this.#watchSize();
    // What was set before the element was defined is known after the first update.
    let connected = true;
    this.#endings.push(() => (connected = false));
    void this.updateComplete.then(() => connected && this.#watchSight());
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#leaving.abort();
    for (const end of this.#endings.splice(0)) end();
    // Put elsewhere at once, by a framework or by hand, the model goes along.
    queueMicrotask(() => {
      if (!this.isConnected) this.suspend();
    });
  }

  /** Its presence keeps `moveBefore` from removing and inserting. */
  connectedMoveCallback() {}

  // --------------------------------------------------------- begin and end

  #watchSight() {
    let waits = true;
    const seen = () => {
      waits = false;
      // A run that was put to rest is picked up; others wait where there is no room.
      if (!hasRoom()) return;
      if (this.autostart === 'visible' && !this.#rested) void this.start().catch(shown);
      else if (this.#rested || attributeValue(this, 'autostart') === 'none')
        this.#begin();
    };
    if (typeof IntersectionObserver === 'undefined') {
      seen();
      return;
    }
    if (attributeValue(this, 'loading') === 'eager') seen();
    const observer = new IntersectionObserver((entries) => {
      const isSeen = entries[entries.length - 1].isIntersecting;
      this.app?.store.set({ visible: isSeen });
      if (isSeen && waits) seen();
    });
    observer.observe(this);
    this.#endings.push(() => observer.disconnect());
  }

  /** Fetches nothing but `src`; unpacks and compiles the engine only when it is wanted. */
  #begin() {
    if (this.app) return this.app;
    claimPlace(this);
    const { lang, strings } = this.words;
    const workers = attributeValue(this, 'workers');
    const first = this.#rested ? undefined : GlassFormer.first?.(this);
    // A fresh one begins with what has been set.
    if (!this.#rested) this.#news.clear();
    this.#brings = Boolean(first);
    const app = new App({
      strings,
      format: new Format(lang, strings.units),
      lang,
      link: startingPoint(this),
      host: hostText(this),
      rested: this.#rested ?? first,
      session: {
        workers: workers === 'auto' ? workers : Number(workers),
        workerUrl: this.workerUrl || undefined,
      },
      mark: elementKey(this),
    });
    this.#rested = undefined;
    this.app = app;
    let isReady = false;
    app.store.subscribe((changed) => {
      if (app !== this.app) return;
      const { session, phase } = app.store.state;
      if (changed.has('session') && session && !isReady) {
        isReady = true;
        this.#slept = undefined;
        const { mode, exact } = session.info;
        const workers = session.workersRequested;
        this.#emit('gf-ready', { mode, workers, simd: true, exact });
      }
      if (changed.has('shelved')) claimPlace(this);
      if (changed.has('phase')) this.#onPhase(phase);
      if (changed.has('notice') || changed.has('textProblem')) this.requestUpdate();
      emitChanges(app, changed, (name, detail) => this.#emit(name, detail));
    });
    this.#applyLimits();
    this.#applyScheme();
    app.store.set({
      reducedMotion: matchMedia(STILL).matches,
      background: this.background,
      readonly: this.readonly,
    });
    this.#taken = this.#take(app);
    void app.ready.then(() => {
      this.#brings = false;
      this.requestUpdate();
      this.#sayWhatIsMisgiven();
    });
    this.requestUpdate();
    return app;
  }

  /** Ends the workers; the run stays here, to go on where it stood. */
  suspend() {
    const { app } = this;
    releasePlace(this);
    clearTimeout(this.#limit);
    if (!app) return;
    this.#slept = this.#run;
    this.app = null;
    this.#rested = suspendRuns(app).finally(() => app.close());
    this.requestUpdate();
  }

  /** The run that is there, in use or at rest. */
  get #run() {
    const session = this.app?.store.state.session;
    return this.app && session ? { session, link: this.app.link } : this.#slept;
  }

  /** Takes what a host has set; while there is no model it waits. @param {App} app */
  async #take(app) {
    const before = this.#taken;
    await app.ready;
    if (app !== this.app) return;
    const names = this.#news;
    this.#news = new Set();
    await applyProperties(this, app, names);
    // Put to rest meanwhile.
    if (app !== this.app) for (const name of names) this.#news.add(name);
    await before;
  }

  #applyLimits() {
    const limits = ['max-steps', 'step'].map((name) =>
      Number(attributeValue(this, name)),
    );
    if (this.app) this.app.maxSteps = Math.min(...limits.map((n) => n || Infinity));
  }

  #sayWhatIsMisgiven() {
    const wrong = invalidAttributes(this);
    if (wrong.length === 0) return;
    const list = wrong.join(', ');
    this.app?.showProblem(this.app.t.embed.attributes(list), undefined, 'bad-config');
  }

  /** @param {string} phase */
  #onPhase(phase) {
    clearTimeout(this.#limit);
    if (phase !== 'running') return;
    this.#begun();
    markUsed(this);
    const { app } = this;
    const seconds = Number(attributeValue(this, 'max-seconds'));
    if (!app || !(seconds > 0)) return;
    this.#limit = setTimeout(() => {
      void app.pause();
      app.showInfo(app.t.embed.limit(app.format.duration(seconds)));
    }, seconds * 1000);
  }

  // ------------------------------------------------ what a host may call

  /** 'none' before it begins, then as the session's. */
  get state() {
    return this.app?.store.state.phase ?? 'none';
  }

  /** A session that is there, or the reason why there is none. */
  async #session() {
    // What has been set just before this comes first.
    if (this.hasUpdated) await this.updateComplete;
    const app = this.#begin();
    await app.ready;
    await this.#taken;
    const { session, notice, textProblem } = app.store.state;
    if (!session) throw toError(textProblem ?? notice);
    return { app, session };
  }

  /** Ready without training: the text is in use, the model is there. @returns {Promise<App>} */
  async prepare() {
    return (await this.#session()).app;
  }

  /** Trains; resolves when training has begun, or a pause came before. What fails is also
   * shown and told as event. */
  async start() {
    const pauses = this.#pauses;
    const { app } = await this.#session();
    if (pauses < this.#pauses) return;
    const begun = new Promise((done) => (this.#begun = done));
    await throwIfFailed(Promise.race([begun, app.train()]));
  }

  async pause() {
    this.#pauses++;
    await this.app?.pause();
  }

  /** @param {number} [n] steps @returns {Promise<unknown>} the last one's measurements */
  async step(n = 1) {
    return (await this.#session()).session.step(n);
  }

  /** A fresh model of the same text and settings. */
  async reset() {
    const { app } = await this.#session();
    await throwIfFailed(app.startAgain());
  }

  /**
   * @param {import('../../wasm/index.js').SampleOptions} [options]
   * @returns {ReturnType<import('../state/types.js').Session['sample']>}
   */
  async sample(options = {}) {
    const { session } = await this.#session();
    const sample = await session.sample({
      ...options,
      onText: (chunk, text) => {
        options.onText?.(chunk, text);
        this.#emit('gf-sample', { text, done: false });
      },
    });
    this.#emit('gf-sample', { text: sample.text, done: true });
    return sample;
  }

  /** @returns {Promise<Uint8Array>} a .safetensors file to go on from */
  async save() {
    const { session } = await this.#session();
    return session.save();
  }

  /** @param {Uint8Array} bytes of save() */
  async load(bytes) {
    const { app } = await this.#session();
    await throwIfFailed(app.open(bytes));
  }

  /** Everything a teacher may want to keep of a run, ready for JSON; never the text. */
  exportState() {
    const run = this.#run ?? { link: startingPoint(this) };
    return { version, state: this.state, ...exportedRun(run) };
  }

  /** @param {MediaQueryList} query @param {(matches: boolean) => void} apply */
  #follow(query, apply) {
    const listener = () => apply(query.matches);
    this.#listen(query, 'change', listener);
    listener();
  }

  /** @param {EventTarget} target @param {string} name @param {(event: Event) => void} listener */
  #listen(target, name, listener) {
    target.addEventListener(name, listener, this.#leaving);
  }

  #watchSize() {
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(this.getBoundingClientRect().height);
      if (height === this.#height) return;
      this.#height = height;
      this.#emit('gf-resize', { height });
    });
    observer.observe(this);
    this.#endings.push(() => observer.disconnect());
  }

  /** @override @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('theme')) this.#applyScheme();
    if (changed.has('lang')) this.#speak();
    if (!this.hasUpdated) return;
    const { app } = this;
    for (const name of changed.keys()) this.#news.add(name);
    if (!app) return;
    for (const name of /** @type {const} */ (['background', 'readonly']))
      if (changed.has(name)) app.store.set({ [name]: this[name] });
    this.#applyLimits();
    this.#taken = this.#take(app);
    if (
      invalidAttributes(this).some((each) =>
        changed.has(propertyOf(each.split('=')[0])),
      )
    )
      this.#sayWhatIsMisgiven();
  }

  #speak() {
    const asked = this.lang || document.documentElement.lang || navigator.language;
    const words = catalogue(asked);
    const { lang, strings } = words;
    if (lang === this.words.lang) return;
    this.words = words;
    this.app?.setLanguage({ ...words, format: new Format(lang, strings.units) });
  }

  #applyScheme() {
    const { store } = this.app ?? {};
    const dark =
      this.theme === 'dark' || (this.theme !== 'light' && matchMedia(DARK).matches);
    const scheme = dark && !store?.state.printing ? 'dark' : 'light';
    const style = getComputedStyle(this);
    const host = (/** @type {string} */ name) => hexOf(style.getPropertyValue(name));
    const ramps = rampsOf(scheme, host);
    store?.set({ scheme, ramps: sameOr(store.state.ramps, ramps) });
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(
      new CustomEvent(name, { detail, bubbles: true, composed: true }),
    );
  }

  // --------------------------------------------------------------- drawing

  /** @override */
  render() {
    const { app } = this;
    const inside = app && !this.#brings ? content(this, app) : this.#poster();
    return html`${inside}<slot name="caption"></slot>`;
  }

  #poster() {
    if (!this.#rested && attributeValue(this, 'autostart') !== 'click' && hasRoom())
      return bare();
    const { lang, strings } = this.words;
    const label = this.#rested ? strings.run.goOn : strings.run.train;
    return poster(lang, label, () => void this.#wake());
  }

  async #wake() {
    await this.start().catch(shown);
    await this.updateComplete;
    // The button that had the focus is gone.
    const bar = this.renderRoot.querySelector('gf-run');
    const train = bar?.shadowRoot?.querySelector('button');
    if (train instanceof HTMLElement) train.focus();
  }

  /** @param {DragEvent} event */
  #onDrag(event) {
    const { app } = this;
    if (!app || this.readonly) return;
    const hangs = hangsOver(event, this);
    if (hangs === undefined) return;
    this.dropping = hangs;
    if (event.type === 'drop') void takeDropped(event, app);
  }

  /** Shows or hides the list of keys. */
  showKeys() {
    /** @type {import('../views/help/keys.js').Keys | null} */ (
      this.renderRoot.querySelector('gf-keys')
    )?.toggle();
  }
}

/** Readers see what failed. */
const shown = () => {};

/** What was, if it says the same. @template T @param {T} was @param {T} is */
const sameOr = (was, is) => (JSON.stringify(was) === JSON.stringify(is) ? was : is);

const first = /** @type {{ version?: string } | undefined} */ (
  globalThis.customElements?.get('glass-former')
);
if (first) {
  console.warn(
    `glass-former ${first.version} is here already; ${version} is not used.`,
  );
}
define('glass-former', GlassFormer);
