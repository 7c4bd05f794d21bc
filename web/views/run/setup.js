// SPDX-License-Identifier: MIT
// Text and model, each summarised in a line that opens for change; in a tab of their own both
// are open.
import { css, html, nothing } from 'lit';
import { hasSize, settingValue } from '../../run/settings.js';
import { styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';
import './settings-panel.js';
import './text-choice.js';

class Setup extends View {
  static styles = styled(css`
    .both {
      display: grid;
      gap: 0.75rem;
    }
    :host([frame='panel']) .both {
      grid-template-columns: minmax(0, 18rem) minmax(0, 1fr);
      gap: 1.25rem;
    }
    :host(:not([frame='panel'])) details {
      background: var(--pane);
      border: 1px solid var(--line);
      border-radius: var(--radius);
      padding: 0.5rem 1rem;
    }
    summary b {
      margin-inline-end: 0.5rem;
    }
    .quiet {
      font-size: 0.8125rem;
    }
    /* The choice says it, where it is seen. */
    [open] .problem {
      display: none;
    }
    gf-text-choice {
      block-size: 24rem;
      margin-block-start: 0.75rem;
    }
    gf-settings-panel {
      margin-block-start: 0.75rem;
    }
    @container (max-width: 720px) {
      :host([frame='panel']) .both {
        grid-template-columns: minmax(0, 1fr);
      }
    }
  `);

  connectedCallback() {
    super.connectedCallback();
    this.app.pendingConfig.time();
  }

  render() {
    const { t } = this;
    const isTab = this.getAttribute('frame') === 'panel';
    /** @param {string} id @param {string} name @param {unknown} facts @param {unknown} content */
    const part = (id, name, facts, content) =>
      html`<details id=${id} ?open=${isTab}>
        <summary><b>${name}</b><span class="quiet number">${facts}</span></summary>
        ${content}
      </details>`;
    return html`<div class="both">
      ${part('text', t.setup.text, this.#text(), html`<gf-text-choice .app=${this.app} frame="panel"></gf-text-choice>`)}
      ${part(
        'model',
        t.setup.model,
        this.#model(),
        html`<gf-settings-panel
          .app=${this.app}
          frame="panel"
          ?whole=${isTab}
        ></gf-settings-panel>`,
      )}
    </div>`;
  }

  #text() {
    const { text, textProblem } = this.state;
    return textProblem
      ? html`<span class="problem" role="alert">${textProblem.text}</span>`
      : (text?.name ?? this.t.setup.preparing);
  }

  /** Its shape, its size, and the time that it takes. */
  #model() {
    const { t, format } = this;
    const { schema, settings, estimate, configPending, progress } = this.state;
    if (schema.length === 0) return t.setup.preparing;
    const number = (/** @type {string} */ key) =>
      Number(settingValue(schema, settings, key));
    const value = (/** @type {string} */ key) =>
      hasSize(schema, settings, key) ? format.integer(number(key)) : '';
    const shape = t.setup.modelSummary({
      layers: value('n_layer'),
      heads: value('n_head'),
      width: value('n_embd'),
      context: value('block_size'),
    });
    if (!estimate) return shape;
    const { nParam, memoryBytes, msPerStep } = estimate;
    // Measured speed replaces the estimate of the self-test.
    const ms = (!configPending && progress?.msPerStep) || (msPerStep ?? 0);
    const steps = format.integer(number('max_steps'));
    const time = format.duration((ms * number('max_steps')) / 1000);
    return html`${shape};
    ${t.setup.size(format.integer(nParam), format.bytes(memoryBytes))}${ms > 0 ? html`; <span id="time">${t.setup.time(steps, time)}</span>` : nothing}`;
  }
}

define('gf-setup', Setup);
