// SPDX-License-Identifier: MIT
// <glass-former>: the whole page, or one view of it. Everything a host page may rely on
// is here and in attributes.js, and listed in custom-elements.json; what readers see is in
// element-content.js and components/.
import { version } from 'engine:resources';
import { LitElement, html } from 'lit';
import { App } from './app.js';
import { given, misgiven, properties, propertyOf } from './attributes.js';
import { define } from './components/view.js';
import { hangsOver, takeDropped } from './dropping.js';
import { bare, content, poster } from './element-content.js';
import { elementStyles } from './element-style.js';
import { Format } from './format.js';
import { hexOf } from './draw/palette.js';
import { watchStyle } from './host-style.js';
import { enter, hasRoom, leave, touch } from './page-wide.js';
import { STILL } from './paced.js';
import { watchPrinting } from './printing.js';
import { rest } from './rest.js';
import { withoutText } from './settings.js';
import { onShortcut } from './shortcuts.js';
import { catalogue } from './strings/index.js';
import { tell } from './telling.js';
import { rampsOf } from './theme.js';

const DARK = '(prefers-color-scheme: dark)';

/** What another model is made of when it changes. */
const MODEL = ['config', 'preset', 'seed', 'src', 'corpus'];

export class GlassFormer extends LitElement {
  static properties = { ...properties, dropping: { state: true } };

  static version = version;

  /** What a page begins with instead of an untrained model, if it brought something.
   * @type {((element: GlassFormer) => Promise<import('./rest.js').Rested> | undefined)
   *   | undefined} */
  static first;

  static styles = elementStyles;

  /** What to undo when the element leaves the page. @type {(() => void)[]} */
  #endings = [];
  #height = 0;
  /** The run, while the element is out of the page or others need its place.
   * @type {Promise<import('./rest.js').Rested | null> | undefined} */
  #rested;
  /** What the page brought is on its way: its poster stays so long. */
  #brings = false;
  /** Paused because the tab was hidden, and goes on when it is seen. */
  #hiddenPause = false;
  /** A host is setting properties just now: it knows what it sets. */
  #isSet = false;
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
    this.#speak();
    this.#follow(matchMedia(DARK), () => this.#applyScheme());
    this.#follow(matchMedia(STILL), (still) =>
      this.app?.store.set({ stillness: still }),
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
    this.#listen(document, 'visibilitychange', () => this.app?.heed());
    this.#listen(this, 'keydown', (event) => {
      if (this.app) onShortcut(/** @type {KeyboardEvent} */ (event), this);
    });
    this.#listen(this, 'pointerdown', () => touch(this));
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
    for (const end of this.#endings.splice(0)) end();
    // Put elsewhere at once, by a framework or by hand, the model goes along.
    queueMicrotask(() => {
      if (!this.isConnected) this.rest();
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
      if (this.autostart === 'visible' && !this.#rested) void this.start();
      else if (this.#rested || given(this, 'autostart') === 'none') this.#begin();
    };
    if (typeof IntersectionObserver === 'undefined') {
      seen();
      return;
    }
    if (given(this, 'loading') === 'eager') seen();
    const observer = new IntersectionObserver((entries) => {
      const isSeen = entries[entries.length - 1].isIntersecting;
      this.app?.store.set({ seen: isSeen });
      if (isSeen && waits) seen();
    });
    observer.observe(this);
    this.#endings.push(() => observer.disconnect());
  }

  /** Fetches nothing but `src`; unpacks and compiles the engine only when it is wanted. */
  #begin() {
    if (this.app) return this.app;
    enter(this);
    const { lang, strings } = this.words;
    const workers = given(this, 'workers');
    const first = this.#rested ? undefined : GlassFormer.first?.(this);
    this.#brings = Boolean(first);
    const app = new App({
      strings,
      format: new Format(lang, strings.units),
      lang,
      link: this.#startingPoint(),
      host: this.#hostText(),
      rested: this.#rested ?? first,
      session: {
        workers: workers === 'auto' ? workers : Number(workers),
        workerUrl: this.workerUrl || undefined,
      },
    });
    this.#rested = undefined;
    this.app = app;
    let isReady = false;
    app.store.subscribe((changed) => {
      if (app !== this.app) return;
      const { session, phase } = app.store.state;
      if (changed.has('session') && session && !isReady) {
        isReady = true;
        const { mode, exact } = session.info;
        const workers = session.workersWanted;
        this.#emit('gf-ready', { mode, workers, simd: true, exact });
      }
      if (changed.has('kept')) enter(this);
      if (changed.has('phase')) this.#onPhase(phase);
      if (
        ['notice', 'textProblem'].some((key) => changed.has(/** @type {any} */ (key)))
      )
        this.requestUpdate();
      tell(app, changed, this.#isSet, (name, detail) => this.#emit(name, detail));
    });
    this.#applyLimits();
    this.#applyScheme();
    app.store.set({
      stillness: matchMedia(STILL).matches,
      background: this.background,
    });
    void app.ready.then(() => {
      this.#brings = false;
      this.requestUpdate();
      this.#sayWhatIsMisgiven();
    });
    this.requestUpdate();
    return app;
  }

  /** Ends the workers; the run stays here, to go on where it stood. */
  rest() {
    const { app } = this;
    leave(this);
    clearTimeout(this.#limit);
    if (!app) return;
    this.app = null;
    this.#rested = rest(app).finally(() => app.close());
    this.requestUpdate();
  }

  /** The link in `config`, with what other attributes say instead. */
  #startingPoint() {
    const link = new URLSearchParams(this.config.replace(/^#/, ''));
    for (const [name, key] of [
      ['preset', 'preset'],
      ['seed', 'seed'],
      ['layer', 'layer'],
      ['head', 'head'],
      ['text', 'line'],
    ]) {
      const value = given(this, name);
      if (value !== '') link.set(key, value);
    }
    return link.toString();
  }

  #hostText() {
    return { src: given(this, 'src'), corpus: given(this, 'corpus') };
  }

  #applyLimits() {
    const limits = ['max-steps', 'step'].map((name) => Number(given(this, name)));
    if (this.app) this.app.maxSteps = Math.min(...limits.map((n) => n || Infinity));
  }

  /** A run that is further than the step asked for goes back to its copy of it. */
  #goToStep() {
    const { app } = this;
    const step = Number(given(this, 'step')) || null;
    const isKept = app?.store.state.snapshots.some((each) => each.step === step);
    if (step === null || isKept) app?.time.go(step);
  }

  #sayWhatIsMisgiven() {
    const wrong = misgiven(this);
    if (wrong.length === 0) return;
    const list = wrong.join(', ');
    this.app?.problem(this.app.t.embed.attributes(list), undefined, 'bad-config');
  }

  /** @param {string} phase */
  #onPhase(phase) {
    clearTimeout(this.#limit);
    if (phase !== 'running') return;
    touch(this);
    const { app } = this;
    const seconds = Number(given(this, 'max-seconds'));
    if (!app || !(seconds > 0)) return;
    this.#limit = setTimeout(() => {
      void app.pause();
      app.inform(app.t.embed.limit(app.format.duration(seconds)));
    }, seconds * 1000);
  }

  // ------------------------------------------------ what a host may call

  /** 'none' before it begins, then as the session's. */
  get state() {
    return this.app?.store.state.phase ?? 'none';
  }

  /** A session that is there, or the reason why there is none. */
  async #session() {
    const app = this.#begin();
    await app.ready;
    const { session, notice, textProblem } = app.store.state;
    if (!session) throw problem(notice ?? textProblem);
    return { app, session };
  }

  /** Ready without training: the text is in use, the model is there. @returns {Promise<App>} */
  async prepare() {
    return (await this.#session()).app;
  }

  /** Trains; resolves when training has begun. What fails is shown and told as event. */
  async start() {
    const app = this.#begin();
    await app.ready;
    void app.train();
  }

  async pause() {
    await this.app?.pause();
  }

  /** @param {number} [n] steps @returns {Promise<unknown>} the last one's measurements */
  async step(n = 1) {
    const { session } = await this.#session();
    if (session.state === 'running') await session.pause();
    return session.step(n);
  }

  /** A fresh model of the same text and settings. */
  async reset() {
    const { app } = await this.#session();
    await app.startAgain();
  }

  /**
   * @param {import('../wasm/session-types.js').SampleOptions} [options]
   * @returns {ReturnType<import('./types.js').Session['sample']>}
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
    const { app, session } = await this.#session();
    await app.open(bytes);
    const now = app.store.state;
    if (now.session === session) throw problem(now.notice);
  }

  /** Everything a teacher may want to keep of a run, ready for JSON; never the text. */
  exportState() {
    const { app } = this;
    const session = app?.store.state.session;
    return {
      version,
      state: this.state,
      link: withoutText(app?.link ?? this.#startingPoint()),
      step: session?.steps ?? 0,
      config: session?.info.config ?? null,
      history: session ? structuredClone(session.history) : null,
    };
  }

  /** @param {MediaQueryList} query @param {(matches: boolean) => void} apply */
  #follow(query, apply) {
    const listener = () => apply(query.matches);
    query.addEventListener('change', listener);
    this.#endings.push(() => query.removeEventListener('change', listener));
    listener();
  }

  /** @param {EventTarget} target @param {string} name @param {(event: Event) => void} listener */
  #listen(target, name, listener) {
    target.addEventListener(name, listener);
    this.#endings.push(() => target.removeEventListener(name, listener));
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
    const { app } = this;
    if (!app || !this.hasUpdated) return;
    const has = (/** @type {string} */ name) => changed.has(name);
    this.#isSet = true;
    if (MODEL.some(has)) void app.take(this.#startingPoint(), this.#hostText());
    for (const name of /** @type {const} */ (['layer', 'head'])) {
      const at = Number(given(this, name)) - 1;
      if (has(name) && at >= 0) app.select({ [name]: at });
    }
    if (has('text') && this.text) app.setLine(this.text);
    if (has('background')) app.store.set({ background: this.background });
    if (has('maxSteps') || has('shownStep')) this.#applyLimits();
    if (has('shownStep')) this.#goToStep();
    this.#isSet = false;
    if (misgiven(this).some((each) => has(propertyOf(each.split('=')[0]))))
      this.#sayWhatIsMisgiven();
  }

  #speak() {
    const asked = this.lang || document.documentElement.lang || navigator.language;
    const words = catalogue(asked);
    const { lang, strings } = words;
    if (lang === this.words.lang) return;
    this.words = words;
    this.app?.speak({ ...words, format: new Format(lang, strings.units) });
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
    if (!this.#rested && given(this, 'autostart') !== 'click' && hasRoom())
      return bare();
    const { lang, strings } = this.words;
    const label = this.#rested ? strings.run.goOn : strings.run.train;
    return poster(lang, label, () => void this.#wake());
  }

  async #wake() {
    await this.start();
    await this.updateComplete;
    // The button that had the focus is gone.
    const bar = this.renderRoot.querySelector('gf-run-bar');
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
    /** @type {import('./components/keys.js').Keys | null} */ (
      this.renderRoot.querySelector('gf-keys')
    )?.toggle();
  }
}

/** What was, if it says the same. @template T @param {T} was @param {T} is */
const sameOr = (was, is) => (JSON.stringify(was) === JSON.stringify(is) ? was : is);

/** What is shown as an error, for callers. @param {import('./types.js').Notice | null} said */
const problem = (said) =>
  Object.assign(new Error(said?.text ?? 'closed'), { code: said?.code ?? 'closed' });

const first = /** @type {{ version?: string } | undefined} */ (
  globalThis.customElements?.get('glass-former')
);
if (first) {
  console.warn(
    `glass-former ${first.version} is here already; ${version} is not used.`,
  );
}
define('glass-former', GlassFormer);
