// SPDX-License-Identifier: MIT
// <glass-former>: the whole page, or one view of it. What a host page may rely on is here
// and in attributes.js, and described in the JSDoc of the class; content.js renders it.
import { version } from 'bundle:version';
import { html } from 'lit';
import { AttributeFields } from './attribute-fields.js';
import { attributeProblem, attributeValue } from './attributes.js';
import { acceptDrops } from './drop.js';
import { bare, before, content, poster } from './content.js';
import { elementStyles } from './style.js';
import { Format } from '../i18n/format.js';
import { DARK, coloursOf, watchStyle } from './host-style.js';
import {
  claimPlace,
  hasRoom,
  markUsed,
  releasePlace,
} from '../run/shared-processor.js';
import { STILL } from '../queries/paced.js';
import { Reads } from '../state/reads.js';
import { leaveRun, placeOf, taken, takeRun } from './left-runs.js';
import { watchPrinting } from './print.js';
import { leaveFocus, onKey } from './shortcuts.js';
import { applyProperties, newApp, pinLast, startingPoint } from './starting-point.js';
import { catalogue } from '../i18n/index.js';
import { languageOf, loadLanguage, withWords } from '../i18n/languages.js';
import { hasAny } from '../state/store.js';
import { emitChanges } from './events.js';
import { KeptFocus } from '../views/shared/kept-focus.js';
import { readableFiles } from '../views/export/open-model.js';
import { viewStateOf } from './view-state.js';
import { watchHeight, watchMedia, watchSight } from './surroundings.js';
import {
  exportedRun,
  pauseAfter,
  register,
  throwIfFailed,
  toError,
} from './methods.js';

/**
 * A small transformer that trains in the page, with every number visible.
 * @tag glass-former
 * @attr {URL} src - Address of a text to train on, the only thing the element fetches by
 *   itself besides its own files. Another site has to send `Access-Control-Allow-Origin`.
 * @attr {string} corpus - The text itself; or `fables` (included), `shakespeare` or
 *   `fierro` (offered; downloaded when the reader chooses it).
 * @attr {preset} preset - Name of a preset.
 * @attr {string} config - The fragment of a link: every setting by name, as from *Copy a
 *   link*.
 * @attr {integer} seed - Overrides the seed of the configuration.
 * @attr {click | visible | none} [autostart=click] - `click`: a poster with a button and
 *   no worker before the click; `visible`: trains when visible; `none`: prepares the model
 *   when visible, trains on request.
 * @attr {lazy | eager} [loading=lazy] - `eager` does not wait until it is visible.
 * @attr {integer} max-steps - Training stops at this step; the reader can continue.
 * @attr {number} max-seconds - Longest training for each press of Train.
 * @attr {auto | 1 … 8} [workers=auto] - Workers that share a step; `auto`: one a core, at
 *   most eight, of which training uses as many as are fastest. The result does not depend on
 *   it.
 * @attr {URL} worker-url - A copy of `dist/worker.js` on the page's own site, for
 *   policies that forbid `blob:` workers.
 * @attr {names} view - Views to show, one under the other with the run bar, instead of the
 *   screen; those of one token with `text`, to choose it in; with `fit` that of the
 *   last token whose next is known.
 * @attr {integer} layer - Selected layer, counted from 1.
 * @attr {integer} head - Selected head, counted from 1.
 * @attr {latest | integer} [step=latest] - Step to show: training stops there first, and
 *   a run that is further shows its snapshot of that step.
 * @attr {string} text - The line to show.
 * @attr {names | none} controls - Controls to show: by default all, or `run` with a
 *   `view`. With `none` the page has to offer a pause.
 * @attr {names} hide - Views to hide; `controls` for all controls.
 * @attr {boolean} readonly - The reader cannot change text, settings and files, nor open
 *   stored runs.
 * @attr {boolean} background - Training continues while the tab is hidden; otherwise it
 *   waits until the tab is visible. The reader can choose.
 * @attr {boolean} fit - With `view`: it is as high as its box, for slides. Pictures take the
 *   room they have, with text of 12 pixels or more; what does not fit scrolls inside.
 * @attr {auto | light | dark} [theme=auto] - `auto` follows the page around: its
 *   `color-scheme`, the theme named by its root or body, then the reader's system.
 * @attr {BCP 47} lang - Language, if there is a catalogue for it (en, es, de); otherwise that
 *   of the page around it.
 * @attr {string} label - Name of the element for assistive technology; makes it a region.
 * @fires {{ mode, workers, simd, exact }} gf-ready - The model is ready. mode: `worker` or
 *   `main`; workers: number that share a step; simd: always true; exact: the same bytes
 *   everywhere, false for the fast engine.
 * @fires {{ state }} gf-state - The state has changed.
 * @fires {{ step, loss, valLoss, accuracy, exactShare, tokensPerSecond }} gf-progress - A
 *   few times a second during training. Losses in nats; valLoss, accuracy and exactShare
 *   only after an evaluation.
 * @fires {{ text, done }} gf-sample - The model generates text.
 * @fires {{ code, key, params, message, hint }} gf-error - An error; the element shows the
 *   same message. key and params: the error as data, key empty for the page's own. code:
 *   `no-wasm-csp`, `no-wasm`, `worker-died`, `out-of-memory`, `bad-config`, `bad-link`,
 *   `bad-text`, `text-too-short`, `no-network`, `bad-checkpoint`, `diverged` or `internal`.
 * @fires {{ height }} gf-resize - The height has changed, in CSS pixels, rounded up.
 * @fires {{ fragment }} gf-link - The link to what is shown has changed, except by a
 *   property of the element.
 * @fires {{ layer, head, row, column, step }} gf-select - The reader has selected a head,
 *   a cell or a step. Counted from 1; row and column null where nothing is pinned.
 * @fires {{ place, panel }} gf-place - The reader has opened a place of the screen (`stage`,
 *   `write`, `learn` or `lab`), or a tab; panel is empty where none is open.
 * @fires {{ kind, step, loss, layer, head }} gf-marker - A milestone of the run:
 *   `unigram`, `bigram`, `trigram` (validation loss below that of the counting model),
 *   `badge` (layer and head have a recognised pattern), `generalization-gap` (validation
 *   loss 0.1 and clearly above training loss), after it `train-unigram`, `train-bigram`, `train-trigram`
 *   (training loss below that of the counting model, which validation loss never was) and
 *   `memorized` (training loss below 0.35 of the validation loss, which is above that of random
 *   guessing). Each once per run.
 * @slot - Shown without JavaScript and on the poster.
 * @slot mark - Name of the page, at the beginning of the bar at the top of the screen.
 * @slot menu - Menu of the page, at the end of that bar.
 * @slot learn - What *Learn* opens, as a `<glass-lessons>`.
 * @slot poster - Replaces the default slot on the poster.
 * @slot caption - Below the model, always.
 * @slot fallback - Below the reason, where the engine cannot run.
 * @csspart app - Everything except the poster and the caption.
 * @csspart poster - The poster with its button.
 * @csspart toolbar - The run bar.
 * @csspart chart - The loss chart.
 * @csspart claim - What the stage shows, as a sentence.
 * @csspart heatmap - The grid of heads, and the enlarged head.
 * @csspart sample - Generated text.
 * @csspart table - Tables of numbers.
 * @csspart cards - The forward pass.
 * @csspart snapshots - The slider of snapshots.
 * @csspart status - The live region, and the reason why the engine cannot run.
 * @cssprop --gf-font - Typeface of text and controls.
 * @cssprop --gf-fg - Text colour.
 * @cssprop --gf-bg - Background of the panes; the page shows between them.
 * @cssprop --gf-accent - Buttons and highlights. Keep a contrast of 4.5:1 to the
 *   background.
 * @cssprop --gf-border - Lines.
 * @cssprop --gf-radius - Corner radius of the panes.
 * @cssprop --gf-sticky-top - Height of what the page keeps at the top of the window; the bar
 *   stays below it.
 * @cssprop --gf-colormap-attention - Attention weight 1; weight 0 has the background
 *   colour.
 * @cssprop --gf-colormap-surprise - Surprisal of 6 bits or more.
 * @cssprop --gf-colormap-diverging-low - Negative end of diverging scales.
 * @cssprop --gf-colormap-diverging-high - Positive end of diverging scales.
 */
export class GlassFormer extends AttributeFields {
  static properties = { dropping: { state: true } };

  /** Version of the package. @readonly */
  static version = version;

  /** The run that a page begins with instead of an untrained model, if it has one.
   * @type {((element: GlassFormer) => Promise<import('../state/run.js').SerializedRun> | undefined)
   *   | undefined} */
  static firstRun;

  static styles = elementStyles;

  /** Ends what it follows when it leaves the page. */
  #leaving = new AbortController();
  /** The run of a suspended element, until an App goes on with it.
   * @type {import('./left-runs.js').LeftRun | undefined} */
  #suspended;
  /** What it was drawn from last. */
  #reads = new Reads();
  /** It has been in sight since it is in the page, or need not be. */
  #seen = false;
  /** The first run of the page is loading; the poster stays meanwhile. */
  #loadsFirst = false;
  /** Where its run is offered to another element, once this one has left the page. */
  #place = '';
  /** Properties set by the host and not applied yet. @type {Set<unknown>} */
  #pendingProperties = new Set();
  /** Resolves when they have been applied. @type {Promise<void> | undefined} */
  #applied;
  /** Counts calls of pause(), which also cancel a start() in progress. */
  #pauses = 0;
  /** Resolves start(). @type {(value?: any) => void} */
  #onTraining = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #limit;

  constructor() {
    super();
    new KeptFocus(this);
    /** A file or text is dragged over the element. */
    this.dropping = false;
    /** @type {import('../app/app.js').App | null} */ this.app = null;
    this.words = catalogue('en');
  }

  connectedCallback() {
    super.connectedCallback();
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    void this.#applyLanguage();
    watchMedia(DARK, signal, () => this.#applyScheme());
    watchMedia(STILL, signal, (still) =>
      this.app?.updateHost({ reducedMotion: still }),
    );
    watchPrinting(signal, (printing) => {
      this.toggleAttribute('printing', printing);
      this.app?.updateHost({ printing });
      this.#applyScheme();
    });
    watchStyle(this, signal, () => {
      this.#applyScheme();
      void this.#applyLanguage();
    });
    watchHeight(this, signal, (height) => this.#emit('gf-resize', { height }));
    acceptDrops(this, signal);
    const suspension = () => this.app?.updateSuspension();
    document.addEventListener('visibilitychange', suspension, { signal });
    this.addEventListener('keydown', (event) => onKey(event, this), { signal });
    this.addEventListener('pointerdown', () => markUsed(this), { signal });
    this.addEventListener('mousedown', (event) => leaveFocus(event, this), { signal });
    // Properties set before the element was defined are known after the first update.
    void this.updateComplete.then(() => signal.aborted || this.#beginInSight(signal));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#leaving.abort();
    this.#seen = false;
    // An element that is moved within the page keeps its model.
    queueMicrotask(() => {
      if (!this.isConnected) this.#leave();
    });
  }

  /** With this method, `moveBefore` does not disconnect and connect. */
  connectedMoveCallback() {}

  // --------------------------------------------------------- begin and end

  /** @param {AbortSignal} signal */
  #beginInSight(signal) {
    const seen = () => {
      this.#seen = true;
      this.#comeBack();
      this.#beginUnasked();
    };
    if (attributeValue(this, 'loading') === 'eager') seen();
    watchSight(this, signal, (isSeen) => {
      this.app?.updateHost({ visible: isSeen });
      if (isSeen && !this.#seen) seen();
    });
  }

  /** A suspended run is restored; others wait where there is no room. */
  #beginUnasked() {
    if (!hasRoom()) return;
    const how = this.#suspended ? 'none' : attributeValue(this, 'autostart');
    if (how === 'visible') void this.start();
    else if (how === 'none') this.#begin();
  }

  /** The App; of others it fetches nothing but `src`, and compiles the engine now. */
  #begin() {
    if (this.app) return this.app;
    this.#place ||= placeOf(this);
    claimPlace(this);
    const suspended = this.#suspended;
    const first = suspended ? undefined : GlassFormer.firstRun?.(this);
    if (suspended) suspended.isTaken = true;
    // A fresh App reads all properties itself.
    else this.#pendingProperties.clear();
    this.#loadsFirst = Boolean(first);
    const app = newApp(this, suspended?.serialized ?? first);
    this.app = app;
    app.store.subscribe((changed) => {
      if (app !== this.app) return;
      const { session, phase } = app.store.state;
      if (session) this.#suspended = undefined;
      if (changed.has('shelved')) claimPlace(this);
      if (changed.has('phase')) this.#onPhase(phase);
      if (hasAny(changed, 'activations', 'pin')) pinLast(this, app);
      if (this.#reads.differ(app.store.state)) this.requestUpdate();
      emitChanges(app, changed, (name, detail) => this.#emit(name, detail));
    });
    this.#applyLimits();
    this.#applyScheme();
    app.updateHost({
      reducedMotion: matchMedia(STILL).matches,
      background: this.background,
      readonly: this.readonly,
    });
    this.#applied = this.#applyPending(app);
    void app.ready.then(() => {
      this.#loadsFirst = false;
      this.requestUpdate();
      this.#reportInvalidAttributes();
    });
    this.requestUpdate();
    return app;
  }

  /** Ends the workers and shows the poster. The run is kept and continues when asked. */
  suspend() {
    const { app } = this;
    releasePlace(this);
    clearTimeout(this.#limit);
    if (!app) return;
    const exportable = this.#run;
    this.app = null;
    const serialized = app.serialize().finally(() => app.close());
    this.#suspended = { serialized, exportable, isTaken: false };
    if (app.store.state.phase !== 'none') this.#emit('gf-state', { state: this.state });
    this.requestUpdate();
  }

  #leave() {
    this.suspend();
    if (this.#suspended) leaveRun(this.#place, this.#suspended);
  }

  /** Back in the page, or in the place of an element that left it. */
  #comeBack() {
    if (this.app) return;
    const own = this.#suspended && taken(this.#suspended);
    if (!own) this.#place = placeOf(this);
    this.#suspended = own ?? takeRun(this.#place);
    this.requestUpdate();
  }

  /** The run in use, or that of a suspended element. */
  get #run() {
    const session = this.app?.store.state.session;
    const own = this.app && session && { session, link: this.app.link };
    return own || this.#suspended?.exportable;
  }

  /** Applies what the host has set, once there is a model. @param {import('../app/app.js').App} app */
  async #applyPending(app) {
    const before = this.#applied;
    await app.ready;
    if (app !== this.app) return;
    const names = this.#pendingProperties;
    this.#pendingProperties = new Set();
    await applyProperties(this, app, names);
    // The element was suspended meanwhile.
    if (app !== this.app) for (const name of names) this.#pendingProperties.add(name);
    await before;
  }

  #applyLimits() {
    const limits = ['max-steps', 'step'].map((name) =>
      Number(attributeValue(this, name)),
    );
    const maxSteps = Math.min(...limits.map((n) => n || Infinity));
    if (maxSteps !== this.app?.store.state.maxSteps) this.app?.updateHost({ maxSteps });
  }

  /** @param {ReadonlyMap<string, unknown>} [changed] */
  #reportInvalidAttributes(changed) {
    const problem = attributeProblem(this, this.words.strings.embed, changed);
    if (problem) this.app?.showProblem(problem.text, problem.hint, 'bad-config');
  }

  /** @param {string} phase */
  #onPhase(phase) {
    clearTimeout(this.#limit);
    if (phase !== 'running') return;
    this.#onTraining();
    markUsed(this);
    const { app } = this;
    const seconds = Number(attributeValue(this, 'max-seconds'));
    if (!app || !(seconds > 0)) return;
    this.#limit = pauseAfter(app, seconds);
  }

  // ------------------------------------------------ what a host may call

  /** `none`, `preparing`, `idle`, `running`, `paused`, `done` or `error`. */
  get state() {
    return this.app?.store.state.phase ?? 'none';
  }

  /** The session of the run in use, or null: training and analyses of its model. It belongs to
   * the element, which closes it. */
  get session() {
    return this.app?.store.state.session ?? null;
  }

  /** What is shown, as a frozen object: phase and step of the run, text, settings, the
   * selection (line, layer, head, pin, heads that are off; counted from 0), the step looked
   * at, messages, samples, and the numbers that pictures are drawn from. Null without a
   * model; read again after a change. */
  get viewState() {
    return this.app && viewStateOf(this.app.store.state);
  }

  /** App and session; rejects with the reason why there is none. */
  async #modelInUse() {
    // Properties set just before apply first.
    const waits = this.hasUpdated ? this.updateComplete : this.#applyLanguage();
    if (waits) await waits;
    const app = this.#begin();
    await app.ready;
    await this.#applied;
    const { session, notice, textProblem } = app.store.state;
    // Where it has been suspended meanwhile, that is the reason, whatever notice there is.
    if (!session) throw toError(app === this.app ? (textProblem ?? notice) : null);
    return { app, session };
  }

  /** Makes the model, untrained, if there is none yet. Rejects with the reason when it
   * cannot.
   * @returns {Promise<void>} */
  async prepare() {
    await this.#modelInUse();
  }

  /** Puts a text into the reader's text field; Train uses it.
   * @param {string} text */
  async offerText(text) {
    const { app } = await this.#modelInUse();
    if (this.readonly) return;
    app.selection.openPlace('stage');
    app.draft.edit(String(text ?? ''));
  }

  /** Trains. Resolves when training has begun (in a hidden tab: when the tab is shown), or
   * when `pause()` was called before that. Rejects with the reason when it cannot; the
   * reader sees it too. */
  start() {
    const begun = this.#start();
    begun.catch(shown); // Whoever does not wait for it leaves no rejection.
    return begun;
  }

  async #start() {
    const pauses = this.#pauses;
    const { app } = await this.#modelInUse();
    if (pauses < this.#pauses) return;
    const training = new Promise((done) => (this.#onTraining = done));
    const begun = Promise.race([training, app.train()]);
    await throwIfFailed(begun, () => app !== this.app);
  }

  /** Pauses. Resolves when training has stopped, and cancels what has not begun: a pending
   * `start()`, a reader’s *Train*. */
  async pause() {
    this.#pauses++;
    await this.app?.pause();
  }

  /** Trains n steps (default 1) and resolves to the measurements of the last, or to null when it
   * was paused before the first.
   * @param {number} [n]
   * @returns {Promise<unknown>} */
  async step(n = 1) {
    return (await this.#modelInUse()).session.step(n);
  }

  /** Starts again with a fresh model of the same text and settings. The last run can be
   * brought back. Rejects with the reason, and changes nothing, when it cannot. */
  async reset() {
    const { app } = await this.#modelInUse();
    await throwIfFailed(app.startAgain(), () => app !== this.app);
  }

  /**
   * Lets the model write: `{ prompt, chars, temperature, topK, topP, minP,
   * repetitionPenalty, greedy, seed, logits }` → `{ text, pieces, tokens, probs, logits, step }`,
   * pieces: the text of each token.
   * @param {import('../../wasm/index.js').SampleOptions} [options]
   * @returns {ReturnType<import('../state/types.js').Session['sample']>}
   */
  async sample(options = {}) {
    const { session } = await this.#modelInUse();
    /** @type {import('../../wasm/index.js').SampleOptions['onText']} */
    const onText = (chunk, text, part) => {
      options?.onText?.(chunk, text, part);
      this.#emit('gf-sample', { text, done: false });
    };
    const isObject = typeof options === 'object';
    const sample = await session.sample(isObject ? { ...options, onText } : options);
    this.#emit('gf-sample', { text: sample.text, done: true });
    return sample;
  }

  /** Resolves to a .safetensors file from which training continues exactly.
   * @returns {Promise<Uint8Array>} */
  async save() {
    const { session } = await this.#modelInUse();
    return session.save();
  }

  /** Continues from such a file, or begins with the files of a model of another program:
   * model.safetensors or pytorch_model.bin, config.json and tokenizer.json of Hugging Face, or a
   * model of llama2.c and then its tokenizer.bin.
   * @param {(Uint8Array | Blob | (Uint8Array | Blob)[])[]} files one after another, or a list */
  async load(...files) {
    const { app } = await this.#modelInUse();
    const opened = app.checkpoint.open(readableFiles(files.flat()));
    await throwIfFailed(opened, () => app !== this.app);
  }

  /** Version, link, step, settings and history as an object for JSON, of a suspended run
   * too; never the text. */
  exportState() {
    const run = this.#run ?? { link: startingPoint(this) };
    return { version, state: this.state, ...exportedRun(run) };
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('theme')) this.#applyScheme();
    if (changed.has('lang')) void this.#applyLanguage();
    if (!this.hasUpdated) return;
    const { app } = this;
    for (const name of changed.keys()) this.#pendingProperties.add(name);
    if (changed.has('autostart'))
      void this.updateComplete.then(() => {
        if (this.#seen && !this.app && !this.#suspended) this.#beginUnasked();
      });
    if (!app) return;
    for (const name of /** @type {const} */ (['background', 'readonly']))
      if (changed.has(name)) app.updateHost({ [name]: this[name] });
    this.#applyLimits();
    if (changed.has('maxSteps')) void app.keepToLimit();
    this.#applied = this.#applyPending(app);
    this.#reportInvalidAttributes(changed);
    pinLast(this, app);
  }

  scheduleUpdate() {
    return withWords(languageOf(this), () => {
      this.#reads = Reads.of(this.app?.store, () => super.scheduleUpdate());
    });
  }

  /** @returns {Promise<void> | void} a promise until the words are there */
  #applyLanguage() {
    const loading = loadLanguage(languageOf(this));
    if (loading) return loading.then(() => this.#applyLanguage());
    const words = catalogue(languageOf(this));
    const { lang, strings } = words;
    if (lang === this.words.lang) return;
    this.words = words;
    this.app?.setLanguage({ ...words, format: new Format(lang, strings.units) });
    this.requestUpdate();
  }

  #applyScheme() {
    const { store } = this.app ?? {};
    const colours = coloursOf(this, store?.state ?? {});
    this.dataset.scheme = colours.scheme;
    store?.set(colours);
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(
      new CustomEvent(name, { detail, bubbles: true, composed: true }),
    );
  }

  // --------------------------------------------------------------- drawing

  render() {
    const { app } = this;
    const inside =
      app && !this.#loadsFirst ? content(this, app) : before(this, this.#poster());
    return html`${inside}<slot name="caption"></slot>`;
  }

  #poster() {
    if (!this.#suspended && attributeValue(this, 'autostart') !== 'click' && hasRoom())
      return bare();
    const { lang, strings } = this.words;
    const label = this.#suspended ? strings.run.resume : strings.run.train;
    return poster(lang, label, () => void this.#resume());
  }

  async #resume() {
    const hadFocus = this.matches(':focus-within');
    await this.start().catch(shown);
    await this.updateComplete;
    if (!hadFocus) return;
    // The focused button has been replaced.
    const bar = this.renderRoot.querySelector('gf-run');
    const train = bar?.shadowRoot?.querySelector('button');
    if (train instanceof HTMLElement) train.focus();
  }

  /** Shows or hides the list of keyboard shortcuts. */
  showKeys() {
    /** @type {import('../views/help/keys.js').Keys | null} */ (
      this.renderRoot?.querySelector('gf-keys') ?? null
    )?.toggle();
  }
}

/** The failure is on the screen already. */
const shown = () => {};

register(GlassFormer);
