// SPDX-License-Identifier: MIT
// A field for a step of the run, beside the curve: all views then show the model of that step. Where
// its weights were not kept they show the nearest that were, and training to it is offered. Only in
// our own page.
import { css, html, noChange } from 'lit';
import { runToolsWords } from '../../i18n/run-tools.js';
import { canRepeat, nearestStep, shownStep } from '../../state/selectors.js';
import { screenOnly, styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

/** Between groups of three digits. */
const GROUP = /(?<=\d)[,.\s](?=\d{3}(?!\d))/g;

/** Whether the same steps can be trained once more: the run began here, with nothing.
 * @param {import('../../state/state.js').State} state */
const canTrainAgain = (state) => canRepeat(state) && !state.session?.isLoaded;

class StepField extends View {
  static followsHistory = true;
  static styles = styled(css`
    :host {
      container-type: normal;
    }
    input {
      display: block;
      inline-size: 3.5rem;
      min-block-size: 1.5rem;
      padding: 0 0.25rem;
      font-size: 0.75rem;
      text-align: end;
      appearance: textfield;
    }
    ${screenOnly}
  `);

  render() {
    const { state, t } = this;
    const { label } = runToolsWords.in(state.lang).step;
    const isNone = !state.session?.steps;
    return html`<input
      id="step"
      inputmode="numeric"
      autocomplete="off"
      aria-label=${label}
      title=${isNone ? t.head.noEarlier : label}
      ?disabled=${isNone}
      .value=${this.#isTyping ? noChange : String(shownStep(state))}
      @change=${this.#go}
      @blur=${() => this.requestUpdate()}
      @focus=${(/** @type {any} */ { target }) => target.select()}
      @keydown=${this.#onKey}
    />`;
  }

  /** What is being typed is not replaced by the step that training has come to. */
  get #isTyping() {
    const { activeElement } = /** @type {ShadowRoot} */ (this.renderRoot ?? {});
    return Boolean(activeElement);
  }

  #onKey = (/** @type {KeyboardEvent} */ { key, target }) => {
    if (key === 'Escape') this.#show(/** @type {HTMLInputElement} */ (target));
  };

  #go = (/** @type {any} */ { target }) => {
    this.go(target.value);
    this.#show(target);
  };

  /** The step that is shown, to be typed over. @param {HTMLInputElement} field */
  #show(field) {
    field.value = String(shownStep(this.state));
    field.select();
  }

  /** Shows a step; of a value that is none it says which are, and all stays as it is.
   * @param {string} typed */
  go(typed) {
    const { app, state, format } = this;
    const words = runToolsWords.in(state.lang).step;
    const steps = state.session?.steps ?? 0;
    const digits = typed.trim().replace(GROUP, '');
    const asked = /^\d+$/.test(digits) ? Number(digits) : NaN;
    if (asked === shownStep(state)) return;
    const name = format.integer(asked);
    const act = () => void app.trainTo(asked);
    const offer = { words: words.trainTo(name), act };
    if (asked > steps && asked <= app.plannedSteps)
      return app.showInfo(words.ahead(format.integer(steps)), offer);
    if (!(asked <= steps)) return app.showInfo(words.range(format.integer(steps)));
    // The model in training is there as well.
    const near = Number(nearestStep([...state.snapshots, { step: steps }], asked));
    app.snapshots.go(near === steps ? null : near);
    if (near === asked) return;
    const again = { words: words.trainAgain(name), act };
    app.showInfo(
      words.nearest(name, format.integer(near)),
      canTrainAgain(state) ? again : undefined,
    );
  }
}

define('gf-step-field', StepField);
