// SPDX-License-Identifier: MIT
// An open lesson as it is drawn: a step (what it is about, the prediction, the button, what came
// of it, the reader's words), or the question at the end.
import { html, nothing } from 'lit';
import { filled, rightOf, wordsIn } from './lesson.js';
import { markdown } from './markdown.js';
import { bytesOf, publishedModel } from '../run/published/models.js';
import { MODEL_FILES } from '../run/model-files.js';

/** @import { Format } from '../i18n/format.js' */
/** @import { Lesson, Option, Step, Words } from './lesson.js' */
/** @import { Lessons } from './runner.js' */

/**
 * What drawing needs.
 * @typedef {object} Look
 * @property {Lessons} lessons
 * @property {typeof import('./en.js').default} t
 * @property {Format} format
 * @property {string} lang two letters, of the lesson's words
 * @property {(files?: FileList) => void} act carries out the step, with the files of its model
 */

/** Those that are known. @param {Format} format @param {Record<string, number>} values */
export function formatted(format, values) {
  const text = (/** @type {number} */ x) => {
    if (Number.isInteger(x)) return format.integer(x);
    return Math.abs(x) < 0.01 ? format.small(x) : format.loss(x);
  };
  const known = Object.entries(values).filter(([, x]) => Number.isFinite(x));
  return Object.fromEntries(
    known.flatMap(([k, x]) => [
      [k, text(x)],
      [`${k}%`, format.percent(x)],
    ]),
  );
}

/** The result of a step in words; where a claim does not hold, only what was measured. Of
 * what the reader measures, that is not what an earlier step kept: its name is the file's.
 * @param {Step} step @param {import('./progress.js').Outcome} outcome
 * @param {Pick<Look, 't' | 'format' | 'lang'>} look */
export function resultOf(step, { values, held }, { t, format, lang }) {
  const shown = formatted(format, values);
  if (held.every(Boolean)) return filled(wordsIn(step.see, lang), shown);
  const named = Object.keys(values)
    .filter((name) => !step.yours || t.measures[name])
    .map((name) => `${t.measures[name] ?? name} ${shown[name] ?? '–'}`);
  return `${t.ui.measured} ${named.join('; ')}.`;
}

/** @param {Look} look */
export function drawStep(look) {
  const { t, lessons, lang, format } = look;
  const { busy, needed, progress } = lessons;
  const step = /** @type {Step} */ (lessons.step);
  const kept = formatted(format, progress.kept);
  return html`${step.yours ? html`<p class="badge">${t.ui.yours}</p>` : nothing}
    <div class="say">${markdown(filled(wordsIn(step.say, lang), kept))}</div>
    ${step.ask ? prediction(look, step, step.ask) : nothing}
    ${
      needed < 0
        ? nothing
        : html`<p>
            <button class="plain" id="needed" @click=${() => lessons.goTo(needed)}>
              ${t.ui.first(format.integer(needed + 1))}
            </button>
          </p>`
    }
    <button
      id="do"
      class="primary"
      ?disabled=${!lessons.mayDo}
      @click=${() => look.act()}
    >
      ${wordsIn(step.act, lang)}
    </button>
    <div role="status" class="result">
      ${
        busy === 'working'
          ? working(look)
          : busy === 'paused'
            ? t.ui.paused
            : outcomeOf(look, step)
      }
    </div>
    ${lessons.offline ? files(look, lessons.offline) : nothing}
    ${progress.outcomes[lessons.at] && !busy ? ownWords(look, t.ui.explain) : nothing}`;
}

/** @param {Look} look */
function working({ t, format, lessons: { download } }) {
  const model = download && publishedModel(download.id);
  if (!model) return t.ui.working;
  const [got, all] = [download.received, bytesOf(model)].map((n) => format.bytes(n));
  return t.ui.fetchingModel(model.id, got, all);
}

/** A published model that could not be downloaded: its files can be chosen.
 * @param {Look} look @param {string} id */
function files({ t, act }, id) {
  const names = (publishedModel(id)?.files ?? []).map(({ url }) =>
    url.split('/').pop(),
  );
  return html`<p class="problem" role="alert" id="offline">
      ${t.ui.offline(id, names.join(', '))}
    </p>
    <label class="own"
      >${t.ui.choose}
      <input
        type="file"
        id="files"
        multiple
        accept=${MODEL_FILES}
        @change=${(/** @type {any} */ { target }) => act(target.files)}
      />
    </label>`;
}

/** @param {Look} look @param {Step} step @param {Words} ask */
function prediction({ t, lessons, lang }, { options }, ask) {
  const { at } = lessons;
  const { predictions, outcomes } = lessons.progress;
  const fixed = lessons.busy === 'working' || outcomes[at];
  const typed = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    lessons.predict(String(new FormData(form).get('typed')).trim());
  };
  return html`<fieldset>
    <legend><b>${t.ui.predict}:</b> ${markdown(wordsIn(ask, lang))}</legend>
    ${
      options
        ? options.map(
            ({ words }, n) =>
              html`<label class="check"
                ><input
                  type="radio"
                  name="option-${at}"
                  ?disabled=${fixed}
                  .checked=${predictions[at] === n}
                  @change=${() => lessons.predict(n)}
                /><span>${markdown(wordsIn(words, lang))}</span></label
              >`,
          )
        : html`<form class="row" @submit=${typed}>
            <input
              id="typed"
              name="typed"
              maxlength="200"
              aria-label=${t.ui.typed}
              ?disabled=${fixed}
              .value=${predictions[at] ?? ''}
            />
            <button class="small" ?disabled=${fixed}>${t.ui.keep}</button>
          </form>`
    }
  </fieldset>`;
}

/** @param {Look} look @param {Step} step */
function outcomeOf(look, step) {
  const { t, lessons, lang } = look;
  const { predictions, outcomes } = lessons.progress;
  const outcome = outcomes[lessons.at];
  if (!outcome) return nothing;
  const mine = predictions[lessons.at];
  const option = typeof mine === 'number' ? step.options?.[mine] : undefined;
  const said = option ? markdown(wordsIn(option.words, lang)) : mine;
  const isHeld = outcome.held.every(Boolean);
  return html`<dl data-held=${isHeld}>
    ${
      said === undefined
        ? nothing
        : html`<dt>${t.ui.said}</dt>
            <dd id="prediction">${said}</dd>`
    }
    <dt>${t.ui.came}</dt>
    <dd id="outcome">
      ${markdown(resultOf(step, outcome, look))} ${verdict(look, step, isHeld, option)}
    </dd>
    ${
      outcome.wrote
        ? html`<dt>${t.ui.wrote}</dt>
            <dd class="wrote" dir="auto" id="wrote">${outcome.wrote}</dd>`
        : nothing
    }
  </dl>`;
}

/** What the result says of the prediction, or of the model.
 * @param {Look} look @param {Step} step @param {boolean} isHeld
 * @param {Option | undefined} option */
function verdict({ t, lang }, step, isHeld, option) {
  if (!isHeld) return step.yours ? t.ui.notYet : t.ui.odd;
  if (rightOf(step) < 0 || !option) return nothing;
  return option.right
    ? html`<b>${t.ui.hit}</b>`
    : html`${t.ui.miss}
        <span id="why">${markdown(wordsIn(option.why ?? '', lang))}</span>`;
}

/** @param {Look} look @param {string} label */
function ownWords({ lessons }, label) {
  const { at, progress } = lessons;
  return html`<label class="own"
    >${label}
    <textarea
      id="words"
      rows="2"
      maxlength="1000"
      .value=${progress.words[at] ?? ''}
      @change=${(/** @type {Event} */ event) =>
        lessons.explain(/** @type {HTMLTextAreaElement} */ (event.target).value.trim())}
    ></textarea>
  </label>`;
}

/** @param {Look} look @param {Lesson} lesson */
export function drawQuestion(look, { question, answer }) {
  const { t, lessons, lang, format } = look;
  const { missing } = lessons;
  return html`<div class="say">${markdown(wordsIn(question, lang))}</div>
    ${ownWords(look, t.ui.explain)}
    <details id="answer">
      <summary>${t.ui.show}</summary>
      ${markdown(wordsIn(answer, lang))}
    </details>
    <p id="done" class="quiet">
      ${
        missing.length === 0
          ? t.ui.allDone
          : html`${t.ui.undone}
            ${missing.map(
              (n) =>
                html`<button class="small" @click=${() => lessons.goTo(n)}>
                  ${format.integer(n + 1)}
                </button> `,
            )}`
      }
    </p>`;
}
