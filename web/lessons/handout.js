// SPDX-License-Identifier: MIT
// All lessons as a printable handout: tasks, predictions, lines to write on, and the answers at
// the end.
import { html, nothing } from 'lit';
import { filled, wordsIn } from './lesson.js';
import { markdown } from './markdown.js';

/** @import { Step, Words } from './lesson.js' */
/** @import { Entry } from './runner.js' */
/** @import { Look } from './step-view.js' */

/** @param {Entry[]} list @param {Look} look @param {() => void} close */
export function drawHandout(list, look, close) {
  const { t, format, lang } = look;
  const say = (/** @type {Words} */ words) => wordsIn(words, lang);
  return html`<article class="sheet" aria-labelledby="title">
    <div class="row">
      <button class="primary" @click=${() => print()}>${t.ui.print}</button>
      <button id="close-handout" @click=${close}>${t.ui.close}</button>
    </div>
    <h1 id="title" tabindex="-1">${t.ui.handoutTitle}</h1>
    <p>${t.ui.name}: <span class="write"></span></p>
    ${list.map(
      ({ lesson: { minutes, title, goal, steps, question } }, n) =>
        html`<section>
          <h2>
            ${format.integer(n + 1)}. ${say(title)}
            (${t.ui.minutes(format.integer(minutes))})
          </h2>
          <p>${say(goal)}</p>
          <ol>
            ${steps.map((step) => html`<li>${task(step, look)}</li>`)}
          </ol>
          <p>
            <b>${markdown(say(question))}</b> <span class="write"></span
            ><span class="write"></span>
          </p>
        </section>`,
    )}
    <section>
      <h2>${t.ui.answers}</h2>
      <ol>
        ${list.map(({ lesson }) => html`<li>${markdown(say(lesson.answer))}</li>`)}
      </ol>
    </section>
  </article>`;
}

/** @param {Step} step @param {Look} look */
function task({ say, ask, options, act, yours }, { t, lang }) {
  return html`${yours ? html`<b>${t.ui.yours}.</b> ` : nothing}
    ${markdown(filled(wordsIn(say, lang), {}))}
    ${
      ask
        ? html`<p><b>${t.ui.predict}:</b> ${markdown(wordsIn(ask, lang))}</p>
            ${
              options
                ? options.map(
                    ({ words }) =>
                      html`<p class="box">${markdown(wordsIn(words, lang))}</p>`,
                  )
                : html`<span class="write"></span>`
            }`
        : nothing
    }
    <p><b>${wordsIn(act, lang)}.</b> ${t.ui.observed} <span class="write"></span></p>`;
}
