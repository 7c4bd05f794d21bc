// SPDX-License-Identifier: MIT
// All lessons as a printable handout: tasks, predictions, lines to write on, and the answers at
// the end.
import { html, nothing } from 'lit';
import { LESSONS } from './data.js';

/**
 * @param {typeof import('./en.js').default} t
 * @param {import('../i18n/format.js').Format} format
 * @param {() => void} close
 */
export function drawHandout(t, format, close) {
  return html`<article class="sheet" aria-labelledby="sheet">
    <div class="row">
      <button class="primary" @click=${() => print()}>${t.ui.print}</button>
      <button id="close-handout" @click=${close}>${t.ui.close}</button>
    </div>
    <h1 id="sheet">${t.ui.handoutTitle}</h1>
    <p>${t.ui.name}: <span class="write"></span></p>
    ${LESSONS.map(({ id, minutes }, n) => {
      const words = t.lessons[id];
      return html`<section>
        <h2>
          ${format.integer(n + 1)}. ${words.title}
          (${t.ui.minutes(format.integer(minutes))})
        </h2>
        <p>${words.goal}</p>
        <ol>
          ${words.steps.map(
            (step) =>
              html`<li>
                ${step.say}
                ${
                  step.ask
                    ? html`<p><b>${t.ui.predict}:</b> ${step.ask}</p>
                        ${
                          step.options
                            ? step.options.map(
                                (option) => html`<p class="box">${option}</p>`,
                              )
                            : html`<span class="write"></span>`
                        }`
                    : nothing
                }
                <p><b>${step.act}.</b> ${t.ui.observed} <span class="write"></span></p>
              </li>`,
          )}
        </ol>
        <p>
          <b>${words.question}</b> <span class="write"></span
          ><span class="write"></span>
        </p>
      </section>`;
    })}
    <section>
      <h2>${t.ui.answers}</h2>
      <ol>
        ${LESSONS.map(({ id }) => html`<li>${t.lessons[id].answer}</li>`)}
      </ol>
    </section>
  </article>`;
}
