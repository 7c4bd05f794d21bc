// SPDX-License-Identifier: MIT
// Fine-tuning of the model in use on another text: all weights, or low-rank changes (LoRA; Hu et
// al. 2021). Step 0 is the model as it was, so before and after are two steps of one run; the
// file of the original is kept for the way back. Only in our own page.
import { css, html, nothing } from 'lit';
import { fineTuneWords } from '../../i18n/fine-tune.js';
import { visible } from '../../i18n/format.js';
import { checkText, linesOf } from '../../run/texts.js';
import { headName } from '../../state/selectors.js';
import { button, numberField, select } from '../shared/controls.js';
import { download } from '../shared/save.js';
import { cells } from '../shared/cells.js';
import { pairs, styled } from '../shared/style.js';
import { scrolling, table } from '../shared/tables.js';
import { define, View } from '../shared/view.js';
import { RATES, lossOn, settingsFor, stepsFor } from './recipe.js';

/** @import { Session, TextInUse } from '../../state/types.js' */
/** @import { Table } from '../../../wasm/index.js' */

/** 0: all weights. */
const RANKS = [0, 2, 4, 8, 16];
/** The same for both models, so that only the weights differ. */
const SAMPLE = {
  prompt: '',
  chars: 160,
  seed: 1,
  temperature: 0.8,
  pauseTraining: false,
};
const CELL_PX = 6;
/** Of the text in use before: the last lines of it, no more than a model reads at once. */
const LINES = 16;
const EARLIER_SHARE = 0.1;

/** What a run was fine-tuned from.
 * @typedef {{ bytes: Uint8Array, text: TextInUse, steps: number }} Original */

/** @type {WeakMap<Session, Original>} */
const originals = new WeakMap();

/** Both models at one step of the run; `earlier`: their losses on the text in use before.
 * @typedef {{ session: Session, step: number, layer: number, head: number, line: string,
 *   samples: string[], patterns: Table[], earlier: number[] }} Comparison */

/** @param {Session} session @param {Original} original @param {TextInUse | null} own */
function earlierLines({ info: { blockSize } }, { text: { text, characters } }, own) {
  if (!own || own.text === text) return [];
  const nHeld = Math.ceil(characters * EARLIER_SHARE);
  return linesOf(text, blockSize, nHeld).slice(0, LINES);
}

class FineTune extends View.withState({
  rank: 8,
  /** @type {number | null} null: as RATES has it */ rate: null,
  /** @type {number | null} null: as many as the text wants */ steps: null,
  /** Characters of the text that was typed. */ typed: 0,
  /** @type {Comparison | null} */ comparison: null,
  busy: false,
}) {
  static followsHistory = true;
  static styles = styled(
    pairs,
    css`
      :host {
        margin-block-start: 1rem;
      }
      textarea {
        min-block-size: 5rem;
        margin-block: 0.5rem;
      }
      p {
        font-size: 0.8125rem;
        margin-block: 0.375rem;
      }
    `,
  );

  get w() {
    return fineTuneWords.in(this.state.lang);
  }

  /** Those that it can be trained with: LoRA changes queries and values. */
  get #ranks() {
    return this.state.session?.info.structure.kv_heads ? RANKS : [0];
  }

  get #rank() {
    return this.#ranks.includes(this.rank) ? this.rank : 0;
  }

  get #rate() {
    return this.rate ?? (this.#rank ? RATES.lora : RATES.all);
  }

  get #steps() {
    const { session, text } = this.state;
    if (this.steps !== null || !session || !text) return this.steps ?? 0;
    return stepsFor(session, text, this.typed || text.characters);
  }

  render() {
    const { t, w } = this;
    const { session, phase } = this.state;
    if (!session || session.info.form !== 'text') return nothing;
    const original = originals.get(session);
    return html`<h2>${w.title}</h2>
      <p>${w.look}</p>
      <textarea
        id="own"
        aria-label=${w.text}
        placeholder=${w.inUse}
        rows="4"
        @input=${(/** @type {any} */ { target }) => (this.typed = [...target.value.trim()].length)}
      ></textarea>
      <div class="row">
        ${select({
          id: 'rank',
          label: w.trained,
          value: this.#rank,
          options: this.#ranks.map((r) => [
            r,
            r ? w.lora(this.format.integer(r)) : w.all,
          ]),
          change: (rank) => (this.rank = rank),
        })}
        ${numberField({
          id: 'rate',
          label: t.settings.labels.learning_rate,
          value: this.#rate,
          min: 1e-6,
          max: 1,
          step: 'any',
          change: (rate) => (this.rate = rate),
        })}
        ${numberField({
          id: 'steps',
          label: t.settings.labels.max_steps,
          value: this.#steps,
          min: 1,
          max: 100_000,
          change: (steps) => (this.steps = steps),
        })}
        ${button(w.start, () => void this.#start(), { id: 'start', disabled: this.busy })}
      </div>
      ${original ? this.#outcome(session, original, phase !== 'running') : nothing}`;
  }

  /** @param {Session} session @param {Original} original @param {boolean} isPaused */
  #outcome(session, original, isPaused) {
    const { format, t, w } = this;
    const { bytes, text, steps } = original;
    const goBack = () => this.app.checkpoint.open([bytes], {}, {}, text);
    const { nTrained, nParam } = session.info;
    const { valStep, valLoss } = session.history;
    const loss = (/** @type {number | undefined} */ x, step = session.steps) => {
      const when = ` (${t.snapshots.step(format.integer(step))})`;
      return x === undefined
        ? ''
        : format.loss(x) + (step === session.steps ? '' : when);
    };
    const compared = this.comparison?.session === session ? this.comparison : null;
    const [before, after] = compared?.earlier ?? [];
    return html`${scrolling(
        w.title,
        table({
          id: 'outcome',
          head: ['', w.before, w.after(format.integer(session.steps))],
          rows: [
            [w.loss, loss(valLoss[0]), loss(valLoss.at(-1), valStep.at(-1))],
            ...(after >= 0
              ? [[w.earlier, loss(before), loss(after, compared?.step)]]
              : []),
          ],
        }),
      )}
      <p id="trained">
        ${w.parameters(format.integer(nTrained), format.integer(nParam))}
      </p>
      <div class="row">
        ${button(w.compare, () => void this.#compare(session, original), {
          id: 'compare',
          disabled: !isPaused || this.busy || session.snapshots[0]?.step !== 0,
        })}
        ${button(w.back(format.integer(steps)), goBack, { id: 'back' })}
        ${
          nTrained < nParam
            ? [
                button(w.saveAdapter, () => void this.#save('adapter'), {
                  id: 'adapter',
                }),
                button(w.saveMerged, () => void this.#save('merged'), { id: 'merged' }),
              ]
            : nothing
        }
      </div>
      ${compared ? this.#pair(compared) : nothing}`;
  }

  /** @param {Comparison} comparison */
  #pair({ step, layer, head, line, samples, patterns }) {
    const { format, w } = this;
    const { activations } = this.state;
    const tokens = activations?.text === line ? activations.attentions[layer] : null;
    const names = [w.before, w.after(format.integer(step))];
    return html`<div class="pair">
      ${samples.map(
        (text, n) =>
          html`<div>
            <h3>${names[n]}</h3>
            <p class="text" dir="auto">${text}</p>
            ${patterns.slice(n, n + 1).map((numbers) =>
              cells(this, {
                numbers,
                rows: tokens?.queries.map(visible) ?? [],
                columns: tokens?.keys.map(visible) ?? [],
                ...{ signed: false, least: CELL_PX, largest: CELL_PX },
                label: `${w.head(headName({ layer, head }))}, ${names[n]}`,
                describe: (_, __, x) => format.percent(x),
              }),
            )}
          </div>`,
      )}
    </div>`;
  }

  async #start() {
    const { session, text } = this.state;
    const field = /** @type {HTMLTextAreaElement | null} */ (this.find('#own'));
    if (!session || !text) return;
    this.busy = true;
    try {
      const own = field?.value.trim()
        ? checkText({ id: 'own', name: this.t.corpus.names.own, text: field.value })
        : text;
      const from = { bytes: await session.save(), text, steps: session.steps };
      const settings = settingsFor(session, this.#rank, this.#rate, this.#steps);
      const options = { fineTune: true, settings };
      const failed = await this.app.checkpoint.open([from.bytes], {}, options, own);
      const tuned = this.state.session;
      if (failed || !tuned || tuned === session) return;
      originals.set(tuned, originals.get(session) ?? from);
      this.requestUpdate();
      void this.app.train();
    } catch (error) {
      this.app.report(error);
    } finally {
      this.busy = false;
    }
  }

  /** @param {Session} session @param {Original} original */
  async #compare(session, original) {
    const { layer, head, line, text } = this.state;
    const lines = earlierLines(session, original, text);
    const of = { session, step: session.steps, layer, head, line };
    this.busy = true;
    try {
      /** @type {string[]} */ const samples = [];
      /** @type {Table[]} */ const patterns = [];
      /** @type {number[]} */ const earlier = [];
      for (const model of [session.at(0), session]) {
        samples.push((await model.sample(SAMPLE)).text);
        if (session.info.structure.attentions.length > 0)
          patterns.push(await model.pattern({ layer, head, text: line }));
        if (lines.length > 0) earlier.push(await lossOn(model, lines));
      }
      this.comparison = { ...of, samples, patterns, earlier };
    } catch (error) {
      this.app.report(error);
    } finally {
      this.busy = false;
    }
  }

  /** @param {'adapter' | 'merged'} form */
  async #save(form) {
    const { session } = this.state;
    if (!session) return;
    try {
      const bytes = await session.save({ form });
      const name = `glassformer-${form}-step-${session.steps}.safetensors`;
      download(bytes, name, 'application/octet-stream');
      this.app.showInfo(this.t.export.saved(name));
    } catch (error) {
      this.app.report(error);
    }
  }
}

define('gf-fine-tune', FineTune);
