// SPDX-License-Identifier: MIT
// Style of a first minute: a band over the caption of the stage; where the columns stand below the
// stage, a sheet at the bottom of the window.
import { css } from 'lit';

export const minuteStyles = css`
  :host {
    grid-area: 2 / 2;
    align-self: start;
    z-index: 2;
    container-type: normal;
    padding-block-start: 4px;
  }
  section {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    align-items: center;
    gap: 0 16px;
    block-size: 60px;
    padding-inline: 14px 6px;
    border-radius: 10px;
    background: var(--accent-soft);
  }
  .dots {
    display: flex;
    gap: 6px;
  }
  .dots i {
    inline-size: 8px;
    block-size: 8px;
    border: 1.5px solid var(--accent);
    border-radius: 4px;
  }
  .dots .past {
    background: var(--accent);
  }
  .dots .now {
    inline-size: 20px;
    background: var(--accent);
  }
  h2 {
    overflow: hidden;
    text-overflow: ellipsis;
    font: 400 1.1875rem/1.4375rem var(--serif);
    white-space: nowrap;
  }
  h2:focus {
    outline: none;
  }
  .says p {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    font-size: 0.8125rem;
    line-height: 1rem;
    color: var(--ink-2);
  }
  q {
    padding: 0 4px;
    border-radius: 4px;
    background: var(--pane);
    font: 600 0.8125rem/1 var(--mono);
    quotes: none;
    white-space: pre;
    unicode-bidi: isolate;
  }
  .press,
  .keys,
  .writing {
    display: none;
  }
  .keys {
    grid-column: 1 / -1;
    grid-template-columns: repeat(auto-fill, minmax(44px, 1fr));
    gap: 3px;
    margin-inline-end: 6px;
  }
  .keys button {
    min-inline-size: 0;
    min-block-size: 44px;
    padding: 0;
    font: 500 1.0625rem/1 var(--mono);
  }
  .acts {
    display: flex;
    gap: 6px;
  }
  .acts button {
    border-radius: 17px;
    white-space: nowrap;
  }
  .acts .plain {
    color: var(--ink-2);
  }
  .close {
    min-inline-size: 34px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--ink-2);
  }
  @media (pointer: coarse) {
    :host {
      padding-block-start: 6px;
    }
    section {
      block-size: 70px;
    }
    :is(button, .close) {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
    .acts button {
      border-radius: 22px;
    }
  }
  @container (max-width: 1380px) {
    section {
      column-gap: 12px;
    }
    h2 {
      font-size: 1.0625rem;
    }
    .acts button {
      padding-inline: 0.6875rem;
    }
  }
  @container (max-width: 1180px) {
    h2 {
      font-size: 1.1875rem;
      white-space: normal;
    }
    :host {
      grid-area: 7 / 1 / 8 / -1;
      position: sticky;
      inset-block-end: var(--foot, 0px);
      align-self: end;
      z-index: 6;
      margin-inline: -16px;
      padding: 0;
    }
    section {
      grid-template-rows: auto;
      row-gap: 10px;
      block-size: auto;
      padding: 10px 10px 12px 16px;
      border-radius: 14px 14px 0 0;
      border-block-start: 1px solid var(--line-strong);
      box-shadow: 0 -8px 24px -12px rgb(0 0 0 / 0.25);
    }
    .writing {
      grid-column: 1 / -1;
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
      gap: 6px 20px;
      min-block-size: 92px;
    }
    .writing h3 {
      font-size: 0.75rem;
      color: var(--ink-2);
    }
    .writing gf-written-text {
      display: block;
      block-size: 72px;
      --written: 1rem/1.5;
    }
  }
  @container (max-width: 700px) {
    :host {
      --foot: calc(2.75rem + 3px + max(2px, env(safe-area-inset-bottom)));
      grid-area: auto;
      order: 3;
      margin-inline: -12px;
      margin-block-end: -12px;
    }
    section {
      grid-template-columns: auto 1fr auto;
      row-gap: 8px;
      padding: 6px 8px 10px 14px;
    }
    .acts {
      justify-content: end;
    }
    .says {
      grid-row: 2;
      grid-column: 1 / -1;
      padding-inline-end: 6px;
    }
    .says :is(h2, p) {
      display: block;
      text-wrap: pretty;
    }
    .type {
      display: none;
    }
    .press {
      display: inline;
    }
    .keys {
      display: grid;
    }
    .writing {
      margin-inline-end: 6px;
    }
  }
  @media (pointer: coarse) {
    @container (max-width: 1180px) {
      .type {
        display: none;
      }
      .press {
        display: inline;
      }
      .keys {
        display: grid;
      }
    }
  }
`;
