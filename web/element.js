// SPDX-License-Identifier: MIT
// <glass-former>: the whole page, or one view of it. Everything a host page may rely on
// is here; what readers see is in components/.
import { version } from 'engine:resources';
import { LitElement, css, html, nothing, unsafeCSS } from 'lit';
import { App } from './app.js';
import { shared } from './components/style.js';
import { define } from './components/view.js';
import { Format } from './format.js';
import { PARTS, ROW, drawPart } from './parts.js';
import { onShortcut } from './shortcuts.js';
import { catalogue } from './strings/index.js';
import { tokensCss } from './theme.js';

const DARK = '(prefers-color-scheme: dark)';
const STILL = '(prefers-reduced-motion: reduce)';

/** Elements of this page that train or may: a page's processor belongs to one of them. */
const begun = /** @type {Set<GlassFormer>} */ (new Set());

const words = (/** @type {string} */ list) => list.split(/[\s,]+/).filter(Boolean);

export class GlassFormer extends LitElement {
  static properties = {
    theme: { reflect: true },
    lang: { reflect: true },
    config: {},
    preset: {},
    seed: {},
    autostart: {},
    loading: {},
    hide: {},
    view: {},
    dropping: { state: true },
  };

  static version = version;

  static styles = [
    unsafeCSS(tokensCss),
    shared,
    css`
      .app {
        display: grid;
        gap: 0.875rem;
        position: relative;
      }
      gf-run-bar {
        position: sticky;
        inset-block-start: 0;
        z-index: 5;
      }
      .row-a {
        display: grid;
        grid-template-columns: minmax(0, 1.05fr) minmax(0, 1.25fr) minmax(0, 0.95fr);
        gap: 0.875rem;
      }
      .row-a.n1 {
        grid-template-columns: minmax(0, 1fr);
      }
      .row-a.n2 {
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      }
      .poster {
        display: grid;
        gap: 0.875rem;
        justify-items: start;
        align-content: center;
        min-block-size: 10rem;
      }
      .drop {
        position: absolute;
        inset: -0.5rem;
        z-index: 10;
        display: grid;
        place-items: start center;
        padding-block-start: 30vh;
        border: 2px dashed var(--accent);
        border-radius: 14px;
        background: color-mix(in oklab, var(--accent-soft) 92%, transparent);
        font: 400 1.5rem/1.3 var(--serif);
        pointer-events: none;
      }
      @container (max-width: 1080px) {
        .row-a {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
        gf-loss-chart {
          grid-column: 1 / -1;
        }
      }
      @container (max-width: 640px) {
        .row-a,
        .row-a.n2 {
          grid-template-columns: minmax(0, 1fr);
        }
        .app,
        .row-a {
          gap: 0.625rem;
        }
      }
      @container (max-height: 480px) {
        gf-run-bar {
          position: static;
        }
      }
    `,
  ];

  /** What to undo when the element leaves the page. @type {(() => void)[]} */
  #endings = [];
  #height = 0;

  constructor() {
    super();
    /** 'auto', 'light' or 'dark' */
    this.theme = 'auto';
    /** @type {string} */ this.lang = '';
    /** Same text as the fragment of a link. */
    this.config = '';
    /** Name of a ready-made configuration. */
    this.preset = '';
    /** Overrides the configuration's own. @type {string | number} */
    this.seed = '';
    /** 'click': a poster first; 'visible': trains when seen; 'none': ready when seen. */
    this.autostart = 'click';
    /** 'eager' waits for no one to see it. */
    this.loading = 'lazy';
    /** Parts left out. */
    this.hide = '';
    /** Parts shown, alone; empty: all. */
    this.view = '';
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
    this.#listen(document, 'visibilitychange', () => {
      if (!document.hidden) this.app?.wake();
    });
    this.#listen(this, 'keydown', (event) => {
      if (this.app) onShortcut(/** @type {KeyboardEvent} */ (event), this);
    });
    for (const name of ['dragenter', 'dragover', 'dragleave', 'drop']) {
      this.#listen(this, name, (event) =>
        this.#onDrag(/** @type {DragEvent} */ (event)),
      );
    }
    this.#watchSize();
    this.#watchSight();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    for (const end of this.#endings.splice(0)) end();
    // Put elsewhere at once, by a framework or by hand, the model goes along.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end();
    });
  }

  /** Its presence keeps `moveBefore` from removing and inserting. */
  connectedMoveCallback() {}

  // --------------------------------------------------------- begin and end

  #watchSight() {
    const seen = () => {
      if (this.autostart === 'visible') void this.start();
      else if (this.autostart !== 'click') this.#begin();
    };
    if (this.loading === 'eager' || typeof IntersectionObserver === 'undefined') {
      seen();
      return;
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      seen();
    });
    observer.observe(this);
    this.#endings.push(() => observer.disconnect());
  }

  /** Fetches nothing, but unpacks and compiles the engine: only when it is wanted. */
  #begin() {
    if (this.app) return this.app;
    const { lang, strings } = this.words;
    const app = new App({
      strings,
      format: new Format(lang, strings.units),
      lang,
      link: this.#startingPoint(),
    });
    this.app = app;
    begun.add(this);
    let isReady = false;
    app.store.subscribe((changed) => {
      const { session } = app.store.state;
      if (changed.has('session') && session && !isReady) {
        isReady = true;
        const { mode } = session.info;
        this.#emit('gf-ready', { mode, workers: session.workers });
      }
      if (app === this.app) this.#tellHost(changed);
    });
    this.#applyScheme();
    app.store.set({ stillness: matchMedia(STILL).matches });
    this.requestUpdate();
    return app;
  }

  #end() {
    const { app } = this;
    this.app = null;
    begun.delete(this);
    this.requestUpdate();
    void app?.close();
  }

  /** The link in `config`, with what other attributes say instead. */
  #startingPoint() {
    const link = new URLSearchParams(this.config.replace(/^#/, ''));
    if (this.preset !== '') link.set('preset', this.preset);
    if (this.seed !== '' && this.seed !== null) link.set('seed', String(this.seed));
    return link.toString();
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
    if (!session) throw new Error((notice ?? textProblem)?.text ?? 'closed');
    return { app, session };
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
    if (now.session === session) throw new Error(now.notice?.text ?? 'bad-checkpoint');
  }

  /** Everything a teacher may want to keep of a run, ready for JSON; never the text. */
  exportState() {
    const { app } = this;
    const session = app?.store.state.session;
    return {
      version,
      state: this.state,
      link: app?.link ?? this.#startingPoint(),
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
    const isOther = ['config', 'preset', 'seed'].some((name) => changed.has(name));
    if (isOther && this.hasUpdated && this.app) {
      this.#end();
      this.#begin();
    }
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
    const dark =
      this.theme === 'dark' || (this.theme !== 'light' && matchMedia(DARK).matches);
    this.app?.store.set({ scheme: dark ? 'dark' : 'light' });
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(
      new CustomEvent(name, { detail, bubbles: true, composed: true }),
    );
  }

  /** @param {ReadonlySet<string>} changed */
  #tellHost(changed) {
    const state = this.app?.store.state;
    if (!state) return;
    if (changed.has('phase')) {
      if (state.phase === 'running') {
        for (const other of begun) if (other !== this) void other.pause();
      }
      this.#emit('gf-state', { state: state.phase });
    }
    if (changed.has('progress') && state.progress) {
      const { step, loss, valLoss, accuracy, exactShare, tokensPerSecond } =
        state.progress;
      const detail = { step, loss, valLoss, accuracy, exactShare, tokensPerSecond };
      this.#emit('gf-progress', detail);
    }
    if (changed.has('draft') && state.draft) {
      const { text, busy } = state.draft;
      this.#emit('gf-sample', { text, done: !busy });
    }
    for (const name of /** @type {const} */ (['notice', 'textProblem'])) {
      const said =
        /** @type {(import('./types.js').Notice & { code?: string }) | null} */ (
          state[name]
        );
      if (!changed.has(name) || said?.kind !== 'problem') continue;
      const code = said.code ?? (name === 'notice' ? 'problem' : 'bad-text');
      this.#emit('gf-error', { code, message: said.text, hint: said.hint });
    }
    if (['settings', 'layer', 'head', 'text'].some((key) => changed.has(key))) {
      this.#emit('gf-link', { fragment: this.app?.link });
    }
  }

  // --------------------------------------------------------------- drawing

  /** @override */
  render() {
    const { app } = this;
    return app ? this.#whole(app) : this.#poster();
  }

  #poster() {
    if (this.autostart !== 'click')
      return html`<slot name="poster"><slot></slot></slot>`;
    const { lang, strings } = this.words;
    return html`<div class="poster pane" part="poster" lang=${lang}>
      <slot name="poster"><slot></slot></slot>
      <button type="button" class="primary" @click=${() => this.start()}>
        ${strings.run.train}
      </button>
    </div>`;
  }

  /** Parts asked for. What went wrong is always shown. @returns {string[]} */
  #shown() {
    const wanted = words(this.view);
    const hidden = words(this.hide);
    return PARTS.filter(
      (part) =>
        part === 'status' ||
        ((wanted.length === 0 || wanted.includes(part)) && !hidden.includes(part)),
    );
  }

  /** @param {App} app */
  #whole(app) {
    const shown = this.#shown();
    const row = ROW.filter((part) => shown.includes(part));
    const draw = (/** @type {string} */ part) =>
      part !== row[0]
        ? row.includes(part)
          ? nothing
          : drawPart(part, app)
        : html`<div class="row-a n${row.length}">
            ${row.map((each) => drawPart(each, app))}
          </div>`;
    return html`
      <div class="app" part="app" lang=${app.lang}>
        ${shown.map(draw)}
        ${this.dropping ? html`<div class="drop">${app.t.text.drop}</div>` : nothing}
      </div>
    `;
  }

  /** @param {DragEvent} event */
  #onDrag(event) {
    const items = event.dataTransfer?.types ?? [];
    if (!items.includes('Files') && !items.includes('text/plain')) return;
    event.preventDefault();
    // `dragleave` also fires between children; outside the element there is no target.
    const left =
      event.type === 'dragleave' &&
      !(event.relatedTarget instanceof Node && this.contains(event.relatedTarget));
    this.dropping = event.type !== 'drop' && !left;
    if (event.type === 'drop') void this.#onDrop(event);
  }

  /** @param {DragEvent} event */
  async #onDrop(event) {
    const { app } = this;
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (!app) return;
    if (file) {
      const bytes = file.name.endsWith('.safetensors');
      if (bytes) await app.open(new Uint8Array(await file.arrayBuffer()));
      else await app.useFile(file);
    } else {
      await app.useText({ id: 'own', name: app.t.text.names.own, text });
    }
  }

  /** Shows or hides the list of keys. */
  showKeys() {
    /** @type {import('./components/keys.js').Keys | null} */ (
      this.renderRoot.querySelector('gf-keys')
    )?.toggle();
  }
}

define('glass-former', GlassFormer);
