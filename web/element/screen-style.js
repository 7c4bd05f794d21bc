// SPDX-License-Identifier: MIT
// Measures of the screen, by the width of the element. A column's views fill it; nothing moves
// while a model trains. --below is what a message leaves free at the lower edge of the window.
import { css } from 'lit';

export const screenStyles = css`
  .screen {
    --bar-height: 3.5rem;
    --tabs: 2.875rem;
    --fold: clamp(620px, 100vh - var(--bar-height) - var(--tabs), 1040px);
    --below: 3.375rem;
    --left: 12.75rem;
    --right: 15.75rem;
    display: grid;
    grid-template-columns: var(--left) minmax(0, 1fr) var(--right);
    grid-template-rows: auto var(--fold) auto;
    column-gap: 18px;
    padding-inline: 20px 16px;
    position: relative;
  }
  .screen > * {
    min-inline-size: 0;
  }
  .screen > :is(gf-status, gf-keys) {
    position: absolute;
  }
  .screen > :is(gf-run, .bar) {
    grid-area: 1 / 1 / 2 / -1;
    margin-inline: -20px -16px;
    position: sticky;
    inset-block-start: var(--sticky-top);
    z-index: 5;
  }
  .screen > .bar {
    display: flex;
    align-items: center;
    block-size: var(--bar-height);
    padding-inline: 1.25rem 1rem;
    border-block-end: 2px solid var(--line);
  }
  .bar > [name='menu'] {
    margin-inline-start: auto;
  }
  .screen > .center {
    grid-area: 2 / 2;
    padding-block: 12px 8px;
  }
  .center > gf-stage {
    block-size: 100%;
    --gf-stage-height: 100%;
  }
  /* As high as with the tabs: nothing below moves when they come. */
  .screen.empty {
    grid-template-rows: auto var(--fold) var(--tabs);
  }
  .empty > .center {
    grid-column: 1 / -1;
  }
  .left,
  .right {
    display: flex;
    flex-direction: column;
    gap: 16px;
    min-block-size: 0;
    /* Room for what is drawn around the one with the focus. */
    padding: 12px 4px 8px;
    margin-inline: -4px;
    overflow: auto;
    scrollbar-width: thin;
  }
  .left {
    grid-area: 2 / 1;
  }
  .right {
    grid-area: 2 / 3;
  }
  .right > :is(gf-loss, gf-sum) {
    flex: none;
  }
  /* The sum behind a prediction takes the place of the samples. */
  @container (min-width: 1180.02px) {
    .right > gf-sum:not([hidden]) ~ gf-samples {
      display: none;
    }
  }
  .right > gf-samples {
    flex: 1 1 0;
    min-block-size: 0;
  }
  /* Its list of other texts lies over nothing: the column scrolls. */
  .left > gf-text-choice {
    flex: 1 1 0;
    min-block-size: min-content;
  }
  /* The answer stands in the text. */
  .screen[data-guide='1'] gf-text-choice {
    visibility: hidden;
  }
  /* Where the text's column is out of sight, a notice says what is wrong with it. */
  @container (min-width: 1180.02px) {
    .screen:is([data-place='stage'], [data-place='write']):not([data-guide='1']) {
      --text-problem: none;
    }
  }
  .learn {
    grid-area: 2 / 1 / 4 / 2;
    position: sticky;
    inset-block-start: var(--bar-height);
    align-self: start;
    block-size: calc(100vh - var(--bar-height));
    padding-block: 12px;
    overflow: auto;
  }
  .screen > gf-inspector {
    --strip-top: calc(var(--bar-height) + var(--sticky-top));
    grid-area: 3 / 1 / 4 / -1;
    margin-inline: -20px -16px;
    padding-inline: 20px 16px;
    border-block-start: 1px solid var(--line);
  }
  .screen > gf-run-notes {
    grid-area: 3 / 1 / 4 / -1;
    justify-self: end;
    align-self: start;
    z-index: 1;
  }

  /* Places: in the bar, on a phone at the foot. */
  .places {
    display: flex;
    gap: 2px;
    margin-inline: auto 0.5rem;
  }
  .places button {
    min-block-size: 2rem;
    padding: 0 0.75rem;
    border: 0;
    border-radius: 1rem;
    background: none;
    color: var(--ink-2);
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  .places button:hover {
    background: var(--sunk);
    color: var(--ink);
  }
  .places button[aria-current] {
    background: var(--accent-soft);
    color: var(--accent);
    font-weight: 600;
  }
  .places.foot {
    display: none;
  }

  .screen[data-place='learn'] {
    --left: 21.25rem;
  }
  .screen[data-place='learn'] > :is(gf-inspector, gf-run-notes) {
    grid-column-start: 2;
    margin-inline-start: 0;
    padding-inline-start: 0;
  }
  .screen[data-place='write'] > gf-inspector {
    grid-area: 2 / 2;
    margin: 0;
    padding: 4px 0 8px;
    border: 0;
    overflow: auto;
  }
  .screen[data-place='lab'] {
    grid-template-rows: auto 0 minmax(calc(100vh - var(--bar-height)), auto);
  }
  .screen[data-place='lab'] > gf-inspector {
    border: 0;
  }

  @container (min-width: 1700px) {
    .screen {
      --left: 16rem;
      --right: 20rem;
    }
  }
  @container (max-width: 1380px) {
    .screen {
      --left: 11.75rem;
      --right: 14.25rem;
      column-gap: 14px;
    }
    .screen[data-place='learn'] {
      --left: 18.75rem;
    }
  }
  /* The tabs scroll where the notes beside them take the room. */
  @container (min-width: 1180.02px) {
    .screen {
      --strip-end: var(--notes);
    }
  }
  /* Beside the stage's few tabs they take two lines, and no tab is out of sight. */
  @container (min-width: 1180.02px) and (max-width: 1310px) {
    .screen[data-place='stage'] > gf-run-notes {
      max-inline-size: 24.5rem;
    }
  }
  /* The stage between two columns is never as narrow as on a phone. */
  @container (max-width: 1240px) {
    .screen[data-place='learn'] {
      --left: 16.5rem;
    }
  }
  @container (max-width: 1180px) {
    .screen,
    .screen[data-place='lab'] {
      --fold: min(680px, 100vh - 130px);
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      grid-template-rows: auto;
      grid-auto-rows: auto;
      column-gap: 20px;
      padding-inline: 16px;
    }
    .screen > :is(gf-run, .bar, gf-inspector) {
      margin-inline: -16px;
    }
    .screen > :is(gf-inspector) {
      padding-inline: 16px;
    }
    .screen > .center {
      grid-area: 2 / 1 / 3 / -1;
      block-size: var(--fold);
      min-block-size: 540px;
    }
    .left {
      grid-area: 3 / 1;
    }
    .left,
    .right {
      overflow: visible;
    }
    .left > gf-text-choice {
      flex: 1 0 18rem;
    }
    .right {
      grid-area: 3 / 2;
    }
    .right > gf-samples {
      flex: none;
      block-size: 25rem;
      overflow: auto;
    }
    /* A sheet too: what a lesson speaks of stays in sight above it. */
    .learn {
      grid-area: 7 / 1 / 8 / -1;
      inset-block: auto var(--foot, 0);
      z-index: 5;
      block-size: auto;
      max-block-size: 46vh;
      margin-inline: -16px;
      padding: 0;
      background: var(--ground);
      box-shadow: 0 -8px 24px -12px rgb(0 0 0 / 0.25);
    }
    .screen[data-place='learn'] > .right {
      grid-area: 4 / 1 / 5 / -1;
      flex-direction: row;
    }
    .screen[data-place='learn'] > .right > * {
      flex: 1 1 0;
    }
    .screen > gf-run-notes {
      grid-area: 5 / 1 / 6 / -1;
    }
    /* A sheet at the bottom of the window, so that the line stays in sight above it. */
    .screen:is([data-place='stage'], [data-place='learn']) > gf-inspector {
      grid-area: 6 / 1 / 7 / -1;
      margin-inline: -16px;
      padding-inline: 16px;
    }
    .screen[data-place='stage'] > gf-inspector {
      --strip-top: 0;
      position: sticky;
      inset-block-end: 0;
      z-index: 4;
      max-block-size: 56vh;
      overflow: auto;
      background: var(--ground);
    }
    .screen[data-place='stage'] > gf-inspector[open] {
      box-shadow: 0 -8px 24px -12px rgb(0 0 0 / 0.25);
    }
    .screen:is([data-place='write'], [data-place='lab']) > gf-inspector {
      grid-area: 2 / 1 / 3 / -1;
    }
  }
  @container (max-width: 900px) {
    .places {
      margin-inline-end: 0;
    }
    .places button {
      padding-inline: 0.5rem;
    }
  }
  @container (max-width: 700px) {
    .screen,
    .screen[data-place='lab'] {
      --bar-height: 3.25rem;
      --below: 3.625rem;
      grid-template-columns: minmax(0, 1fr);
      gap: 12px;
      padding-inline: 12px;
    }
    .screen > :is(gf-run, .bar, gf-inspector) {
      margin-inline: -12px;
    }
    .screen > .center {
      grid-area: auto;
      block-size: auto;
      min-block-size: 0;
      padding-block: 0;
    }
    .center > gf-stage {
      block-size: auto;
      --gf-stage-height: 540px;
    }
    .right,
    .screen[data-place='learn'] > .right {
      grid-area: auto;
      order: 1;
      flex-direction: column;
    }
    .screen[data-place='learn'] > .right > * {
      flex: none;
    }
    .left {
      grid-area: auto;
      order: 2;
    }
    .learn {
      --foot: calc(2.75rem + 3px + max(2px, env(safe-area-inset-bottom)));
      grid-area: auto;
      order: 3;
      margin-inline: -12px;
    }
    /* What is looked at closer comes below the stage. */
    .screen > gf-run-notes,
    .screen > gf-inspector {
      grid-area: auto !important;
    }
    .screen > gf-inspector,
    .screen[data-place] > gf-inspector {
      position: static;
      max-block-size: none;
      padding-inline: 12px;
      margin-inline: -12px;
    }
    .screen[data-place] > gf-inspector[open] {
      box-shadow: none;
    }
    .places {
      display: none;
    }
    .places.foot {
      order: 3;
      position: sticky;
      inset-block-end: 0;
      z-index: 4;
      display: grid;
      grid-auto-flow: column;
      grid-auto-columns: 1fr;
      gap: 0;
      margin: 0 -12px;
      padding: 2px 8px max(2px, env(safe-area-inset-bottom));
      border-block-start: 1px solid var(--line);
      background: var(--ground);
    }
    .places.foot button {
      min-block-size: 2.75rem;
      padding: 0;
      /* Large text has no more room than the window. */
      font-size: min(0.8125rem, 4.0625vw);
    }
    /* In a narrow frame of another page: the model, and where there is more. */
    .screen[data-part='true'] > :is(.left, .right, gf-inspector, gf-run-notes) {
      display: none;
    }
  }
  @container (max-width: 384px) {
    .screen,
    .screen[data-place='lab'] {
      --bar-height: 6rem;
    }
  }
  /* With text of twice the size the bar has three rows on a phone, and scrolls away. */
  @container (max-width: 240px) {
    .screen > gf-run {
      position: static;
    }
    .screen > gf-inspector {
      --strip-top: 0;
    }
  }
  /* Text enlarged until the window is this low: the lesson stands above the stage, and nothing
   covers what is read. */
  @media (max-height: 300px) {
    @container (max-width: 700px) {
      .screen > :is(gf-run, .learn, .places.foot) {
        position: static;
        max-block-size: none;
      }
      .screen > .learn {
        order: 0;
      }
      .screen > gf-inspector {
        --strip-top: 0;
      }
    }
  }
  .whole {
    display: none;
  }
  @container (max-width: 700px) {
    .whole {
      display: block;
      padding-block: 0.25rem 0.75rem;
      font-size: 0.8125rem;
      color: var(--accent);
    }
  }
  @media (pointer: coarse) {
    .places button {
      min-block-size: 2.75rem;
      border-radius: 1.375rem;
    }
    .skip {
      min-block-size: 2.75rem;
    }
  }

  .skip {
    position: absolute;
    inset-block-start: 8px;
    inset-inline-start: 8px;
    z-index: 7;
    padding: 0.625rem 1rem;
    border-radius: 7px;
    background: var(--pane);
    color: var(--accent);
  }
  .skip:not(:focus) {
    clip-path: inset(50%);
    pointer-events: none;
  }
  .center:focus {
    outline: none;
  }
`;
