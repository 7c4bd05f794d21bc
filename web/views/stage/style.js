// SPDX-License-Identifier: MIT
// Style of the stage. Only panes are boxes.
import { css } from 'lit';
import { dialog } from '../shared/style.js';
import { edgeStyles } from './edge-style.js';

const picture = css`
  .stage {
    --row: 32px;
    position: relative;
    display: flex;
    flex-direction: column;
    block-size: var(--gf-stage-height, 44rem);
    min-block-size: 0;
  }
  /* Their rows are so many pixels, as letters of the picture are: no root makes words larger, and
   there is as much room for them. */
  :host {
    font-size: 15px;
  }
  .caption,
  .caption *,
  .label,
  .heads,
  .legend,
  .tools {
    --rem: 16px;
  }
  .picture {
    position: relative;
    flex: 1;
    min-block-size: 0;
    border-radius: 12px;
    cursor: crosshair;
    touch-action: pan-y;
    user-select: none;
    -webkit-user-select: none;
  }
  .picture::before {
    content: '';
    position: absolute;
    inset: 0;
    background: radial-gradient(52% 46% at 48% 44%, var(--glow), transparent);
    pointer-events: none;
  }
  .past .picture {
    outline: 2px dashed var(--line-strong);
    outline-offset: -1px;
  }
  .failed .picture {
    opacity: 0.6;
  }
  .picture > canvas {
    position: absolute;
    inset: 0;
    pointer-events: none;
  }
  .blank :is(canvas, .caption) {
    visibility: hidden;
  }
  .glass {
    position: absolute;
    border: 1px solid var(--pane-edge);
    border-radius: 10px;
    background: var(--glass);
    box-shadow:
      inset 0 1px 0 var(--pane-light),
      var(--shadow);
  }
  .cursor {
    position: absolute;
    border-radius: 4px;
  }
  .move {
    position: absolute;
    inline-size: 24px;
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--ink-2);
    font-weight: 600;
  }
  .legend {
    position: absolute;
    inset-block-start: 6px;
    right: 6px;
    inline-size: 130px;
    display: grid;
    gap: 3px;
    font-size: 0.75rem;
    line-height: 15px;
    color: var(--ink-3);
    pointer-events: none;
  }
  .legend i {
    block-size: 6px;
    margin-block-end: 5px;
    border-radius: 3px;
    --low: color-mix(in srgb, var(--shade) 3%, transparent);
    --half: color-mix(in srgb, var(--shade) 42%, transparent);
    --more: color-mix(in srgb, var(--shade) 77%, transparent);
    background: linear-gradient(
      90deg,
      var(--low),
      var(--half) 50%,
      var(--more) 50%,
      var(--shade)
    );
    forced-color-adjust: none;
  }
  .legend .lit {
    --shade: var(--lit);
  }
  .legend .hot {
    --shade: var(--surprise);
  }
`;

const caption = css`
  /* What changes has a fixed place. */
  .caption {
    position: relative;
    flex: none;
    display: grid;
    grid-template:
      'main main splits modes' var(--row)
      'more now now now' 1fr / minmax(0, 1fr) auto auto auto;
    align-items: start;
    gap: 0 14px;
    block-size: calc(var(--row) + 20px);
    padding-inline-start: 8px;
    overflow: hidden;
  }
  .main {
    grid-area: main;
    overflow: hidden;
    text-overflow: ellipsis;
    font: 400 1.1875rem/32px var(--serif);
    white-space: nowrap;
  }
  .main q {
    font: 600 1rem/1 var(--mono);
    quotes: none;
    background: var(--sunk);
    border-radius: 4px;
    padding: 1px 5px;
    white-space: pre;
    unicode-bidi: isolate;
  }
  .main b {
    font-weight: 600;
  }
  .main .right {
    color: var(--accent);
  }
  .main .wrong {
    color: var(--held);
  }
  .splits {
    grid-area: splits;
  }
  .modes {
    grid-area: modes;
  }
  .choice {
    display: flex;
    margin: 2px 2px 0 0;
    padding: 2px;
    border-radius: 14px;
    background: var(--sunk);
  }
  .choice button {
    min-block-size: 24px;
    padding: 0 10px;
    border: 0;
    border-radius: 12px;
    background: none;
    color: var(--ink-2);
    font-size: 0.75rem;
    white-space: nowrap;
  }
  .modes button {
    min-inline-size: 74px;
  }
  .choice [aria-pressed='true'] {
    background: var(--pane);
    color: var(--accent);
    font-weight: 600;
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
  .more {
    grid-area: 2 / 1 / 3 / -1;
    min-inline-size: 0;
    font-size: 0.8125rem;
    line-height: 1.125rem;
    color: var(--ink-3);
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 1;
    overflow: hidden;
  }
  .past .more {
    grid-area: more;
  }
  #now {
    grid-area: now;
    justify-self: end;
    margin-block-start: -4px;
    margin-inline-end: 2px;
    border-radius: 14px;
    color: var(--accent);
    white-space: nowrap;
  }
`;

const labels = css`
  .label {
    position: absolute;
    max-inline-size: 92px;
    min-block-size: 0;
    min-inline-size: 0;
    padding: 0;
    border: 0;
    border-radius: 3px;
    background: none;
    font: 400 0.75rem/16px var(--sans);
    color: var(--ink-3);
    text-align: start;
    cursor: help;
  }
  /* Larger to hit than to see. */
  button.label {
    min-inline-size: 28px;
    max-inline-size: 100px;
    padding: 4px;
    margin: -4px;
  }
  button.label:hover:not(:disabled) {
    background: none;
    color: var(--ink);
  }
  .label.strong {
    font-weight: 600;
    color: var(--ink);
  }
  span.label {
    cursor: default;
  }
  .compact .label {
    max-inline-size: none;
  }
  .gloss {
    position: absolute;
    z-index: 6;
    padding: 8px 10px;
    border: 1px solid var(--line-strong);
    border-radius: 8px;
    background: var(--pane);
    color: var(--ink);
    font-size: 0.8125rem;
    line-height: 1.125rem;
    box-shadow: var(--shadow);
    pointer-events: none;
  }
`;

const narrow = css`
  @container (max-width: 1000px) {
    .main {
      font-size: 1.0625rem;
    }
    .split .main {
      font-size: 0.9375rem;
    }
  }
  @container (max-width: 799.98px) {
    .main {
      font-size: 1rem;
    }
    .main q {
      font-size: 0.9375rem;
    }
  }
  @container (min-width: 680.02px) and (max-width: 740px) {
    .main {
      font-size: 0.9375rem;
    }
    .main q {
      font-size: 0.875rem;
    }
  }
  @container (min-width: 620px) and (max-width: 680px) {
    .main,
    .main q {
      font-size: 0.875rem;
    }
  }
  @container (min-width: 620px) and (max-width: 1199.98px) {
    /* Two switches, one below the other: the sentence has room for its last word. */
    .split .caption {
      grid-template:
        'main main main modes' calc(var(--row) - 6px)
        'more now splits splits' 1fr / minmax(0, 1fr) auto auto auto;
    }
    .split .main {
      line-height: 26px;
    }
    .split .more {
      grid-area: more;
      font-size: 0.75rem;
      line-height: 13px;
      -webkit-line-clamp: 2;
    }
    .split .choice {
      margin-block-start: 0;
      padding-block: 1px;
      justify-self: end;
    }
  }
  @container (max-width: 619.98px) {
    .stage {
      --caption: 154px;
      --height: var(--gf-stage-height, 33.75rem);
      block-size: auto;
      /* Room for the heads and tools that come with the first picture. */
      min-block-size: calc(var(--height) + var(--caption) + 112px);
    }
    .picture {
      flex: none;
      block-size: var(--height);
    }
    .split {
      --caption: 202px;
    }
    .caption {
      grid-template:
        'main main' 52px 'splits splits' auto 'modes modes' 48px
        'more now' 54px / minmax(0, 1fr) auto;
      gap: 0 10px;
      block-size: var(--caption);
      padding: 1px 0;
    }
    .more {
      grid-area: more;
      -webkit-line-clamp: 3;
    }
    .choice {
      justify-self: stretch;
      margin: 0 0 4px;
      padding: 0;
      border-radius: 22px;
    }
    .choice button {
      flex: 1;
      min-block-size: 44px;
      border-radius: 22px;
      font-size: 0.8125rem;
    }
    .main {
      font-size: 1.0625rem;
      line-height: 26px;
      white-space: normal;
      max-block-size: 52px;
    }
    .legend {
      display: none;
    }
  }
  :host([frame='fit']) .stage {
    --caption: 34px;
    block-size: 100%;
    min-block-size: 0;
  }
  :host([frame='fit']) .picture {
    flex: 1 0 150px;
    block-size: auto;
  }
  :host([frame='fit']) .compact .more {
    display: none;
  }
  :host([frame='fit']) .compact .caption {
    grid-template-rows: 34px;
  }
  :host([frame='fit']) .compact .main {
    font-size: 1rem;
    line-height: 32px;
    white-space: nowrap;
  }
  @media (pointer: coarse) {
    #line {
      block-size: 44px;
      margin-block-start: -6px;
    }
    .stage {
      --row: 48px;
    }
    @container (min-width: 620px) and (max-width: 799.98px) {
      .split .caption {
        block-size: 92px;
        grid-template-rows: 46px 46px;
      }
      /* Beside large buttons the sentence has two lines. */
      .split .main {
        line-height: 23px;
        white-space: normal;
      }
    }
    .switch,
    .move,
    .lines,
    .choice button {
      min-block-size: 44px;
    }
    .switch,
    .move {
      inline-size: 44px;
    }
  }
`;

const replay = css`
  dialog {
    inline-size: min(54rem, 94vw);
  }
  .replay {
    display: grid;
    place-items: center;
    aspect-ratio: 1200 / 630;
    margin-block: 0.75rem;
  }
  .replay canvas {
    inline-size: 100%;
    border-radius: 8px;
  }
`;

export const stageStyles = [
  dialog,
  replay,
  picture,
  caption,
  labels,
  edgeStyles,
  narrow,
];
