// SPDX-License-Identifier: MIT
// Form controls as templates.
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';

/**
 * @param {object} box @param {string} box.id @param {string} box.label
 * @param {boolean} box.checked
 * @param {(on: boolean, box: HTMLInputElement) => unknown} box.change
 * @param {string} [box.describedBy]
 * @param {string} [box.name] spoken name, where the label is not shown
 */
export const checkbox = ({ id, label, checked, change, describedBy, name }) =>
  html`<label class="check"
    ><input
      type="checkbox"
      id=${id}
      aria-describedby=${describedBy ?? nothing}
      aria-label=${name ?? nothing}
      .checked=${checked}
      @change=${(/** @type {any} */ { target }) => change(target.checked, target)}
    />${label}</label
  >`;

/**
 * @template {string | number} T
 * @param {object} list @param {string} list.id @param {string} [list.label] beside it
 * @param {T} list.value
 * @param {readonly (readonly [T, string, boolean?])[]} list.options value, words, disabled
 * @param {(value: T) => unknown} list.change @param {string} [list.describedBy]
 */
export function select({ id, label, value, options, change, describedBy }) {
  const field = html`<select
    id=${id}
    aria-describedby=${describedBy ?? nothing}
    @change=${(/** @type {any} */ { target }) => change(options[target.selectedIndex][0])}
  >
    ${options.map(
      ([option, words, disabled = false]) =>
        html`<option
          value=${option}
          ?disabled=${disabled}
          .selected=${option === value}
        >
          ${words}
        </option>`,
    )}
  </select>`;
  return label === undefined ? field : html`<label>${label} ${field}</label>`;
}

/**
 * A field that holds numbers within bounds only, once the reader has left it.
 * @param {object} field @param {string} field.id
 * @param {string} [field.label] beside it
 * @param {number} field.value @param {number} field.min @param {number} field.max
 * @param {number | 'any'} [field.step] 1: whole numbers
 * @param {(value: number) => unknown} field.change @param {string} [field.describedBy]
 * @param {boolean} [field.disabled]
 */
export function numberField({
  id,
  label,
  value,
  min,
  max,
  step = 1,
  change,
  describedBy,
  disabled = false,
}) {
  const field = html`<input
    type="number"
    id=${id}
    aria-describedby=${describedBy ?? nothing}
    min=${min}
    max=${max}
    step=${step}
    .value=${String(value)}
    ?disabled=${disabled}
    @change=${(/** @type {any} */ { target }) => {
      const typed = target.value === '' ? NaN : Number(target.value);
      const whole = step === 1 ? Math.round(typed) : typed;
      const held = Number.isFinite(typed) ? Math.min(max, Math.max(min, whole)) : value;
      change(held);
      target.value = String(held);
    }}
  />`;
  return label === undefined ? field : html`<label>${label} ${field}</label>`;
}

/**
 * @param {unknown} words @param {(event: MouseEvent) => unknown} act
 * @param {object} [more] @param {string} [more.id] @param {string} [more.kind] classes
 * @param {string} [more.label] spoken name @param {string} [more.title]
 * @param {boolean} [more.pressed] of a switch @param {string} [more.current] of a step
 * @param {boolean} [more.disabled]
 */
export const button = (
  words,
  act,
  { id, kind = 'small', label, title, pressed, current, disabled = false } = {},
) =>
  html`<button
    type="button"
    class=${kind || nothing}
    id=${id ?? nothing}
    aria-label=${label ?? nothing}
    title=${title ?? nothing}
    aria-pressed=${pressed ?? nothing}
    aria-current=${current || nothing}
    ?disabled=${disabled}
    @click=${act}
  >
    ${words}
  </button>`;

/** @param {string} id @param {string} words @param {() => unknown} act @param {boolean} [disabled] */
export const smallButton = (id, words, act, disabled) =>
  button(words, act, { id, disabled });

/**
 * A slider; its label is another element's.
 * @param {object} field @param {string} [field.id]
 * @param {number} field.value @param {number} field.min @param {number} field.max
 * @param {number} field.step @param {(value: number) => unknown} field.change as it moves
 * @param {string} [field.label] spoken name, where no label names the id
 * @param {string} [field.words] spoken value, where the number is not the value
 * @param {boolean} [field.disabled]
 */
export const slider = ({
  id,
  value,
  min,
  max,
  step,
  change,
  label,
  words,
  disabled = false,
}) =>
  html`<input
    type="range"
    id=${id ?? nothing}
    aria-label=${label ?? nothing}
    aria-valuetext=${words ?? nothing}
    min=${min}
    max=${max}
    step=${step}
    .value=${live(String(value))}
    ?disabled=${disabled}
    @input=${(/** @type {any} */ { target }) => change(Number(target.value))}
  />`;

/**
 * A field out of sight, which a button beside it opens.
 * @param {object} field @param {string} field.id @param {string} field.accept
 * @param {boolean} [field.multiple] @param {(files: File[]) => unknown} field.take
 */
export const fileField = ({ id, accept, multiple = false, take }) =>
  html`<input
    type="file"
    id=${id}
    class="hidden"
    tabindex="-1"
    aria-hidden="true"
    accept=${accept}
    ?multiple=${multiple}
    @change=${(/** @type {any} */ { target }) => {
      const files = [...target.files];
      // Choosing the same file again must fire `change`.
      target.value = '';
      if (files.length > 0) take(files);
    }}
  />`;
