// SPDX-License-Identifier: MIT
// Style of the stage. Only panes are boxes.
import { css, unsafeCSS } from 'lit';
import { hueOf } from './lines.js';

/** Colours of the heads, by number in their layer. */
const hues = unsafeCSS(
  Array.from({ length: 8 }, (_, h) => `.${hueOf(h)}{--hue:var(--${hueOf(h)})}`).join(
    '',
  ),
);

const picture = css`
  .stage {
    position: relative;
    display: flex;
    flex-direction: column;
    block-size: var(--gf-stage-height, 44rem);
    min-block-size: 0;
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
  .picture > .waiting {
    padding: 1rem;
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
  }
  .legend .lit {
    --shade: var(--lit);
  }
  .legend .hot {
    --shade: var(--surprise);
  }
`;

const caption = css`
  .caption {
    position: relative;
    flex: none;
    display: flex;
    align-items: center;
    gap: 14px;
    block-size: 36px;
    padding-inline-start: 8px;
    overflow: hidden;
  }
  .main {
    flex: none;
    max-inline-size: 100%;
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
  .more {
    min-inline-size: 0;
    font-size: 0.8125rem;
    line-height: 1rem;
    color: var(--ink-3);
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  #now {
    flex: none;
    margin-inline-start: auto;
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
  button.label::after {
    content: '';
    position: absolute;
    inset: -4px -6px;
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

const heads = css`
  .heads {
    position: absolute;
    z-index: 2;
    display: grid;
    grid-auto-rows: minmax(0, 1fr);
    cursor: default;
  }
  .card {
    display: flex;
    align-items: center;
    min-block-size: 0;
    min-inline-size: 0;
    border-radius: 8px;
  }
  .lines {
    flex: 1;
    display: flex;
    align-items: center;
    gap: 5px;
    min-inline-size: 24px;
    min-block-size: 24px;
    padding: 2px 0 2px 2px;
    border: 0;
    border-radius: 8px;
    background: none;
    text-align: start;
    overflow: hidden;
  }
  .lines[aria-pressed='true'] {
    background: none;
    box-shadow: inset 0 0 0 2px var(--hue);
  }
  .thumb {
    flex: none;
    inline-size: 40px;
    block-size: 40px;
    image-rendering: pixelated;
    border: 0;
    border-left: 2px solid var(--hue);
    border-block-end: 1px solid var(--pane-edge);
  }
  .name {
    display: grid;
    min-inline-size: 0;
    line-height: 15px;
  }
  .name b {
    font-size: 0.8125rem;
    font-weight: 600;
  }
  .says {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    font-size: 0.75rem;
    line-height: 13px;
    font-weight: 400;
    color: var(--ink-3);
  }
  .off .name b {
    text-decoration: line-through;
  }
  .switch {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 24px;
    min-inline-size: 24px;
    block-size: 24px;
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: none;
  }
  .switch i {
    position: relative;
    inline-size: 22px;
    block-size: 12px;
    border-radius: 6px;
    background: var(--line-strong);
  }
  .switch i::after {
    content: '';
    position: absolute;
    inset-block-start: 2px;
    left: 2px;
    inline-size: 8px;
    block-size: 8px;
    border-radius: 4px;
    background: var(--ground);
  }
  .switch[aria-checked='true'] i {
    background: var(--hue);
  }
  .switch[aria-checked='true'] i::after {
    left: 12px;
  }
  .low .thumb {
    inline-size: 32px;
    block-size: 32px;
  }
  .tight {
    grid-template-columns: 1fr 1fr;
    grid-auto-rows: minmax(24px, 44px);
    align-content: center;
  }
  .tight .thumb {
    inline-size: 26px;
    block-size: 26px;
  }
  .mini {
    grid-template-columns: repeat(4, minmax(0, 1fr));
    grid-auto-rows: minmax(24px, 52px);
    align-content: center;
    overflow-y: auto;
  }
  .mini .lines {
    flex-direction: column;
    gap: 1px;
    padding: 1px;
  }
  .mini .thumb {
    inline-size: 24px;
    block-size: 20px;
  }
  .mini .name b {
    font-size: 0.75rem;
    line-height: 14px;
  }
  .tight .says,
  .tight .switch,
  .mini .says,
  .mini .switch,
  .bare .name {
    display: none;
  }
  .chips {
    display: flex;
    gap: 6px;
    overflow-x: auto;
    padding: 8px 2px 4px;
  }
  .chips .heads {
    position: static;
    display: flex;
    gap: 6px;
  }
  .chips .card {
    flex: none;
    padding-inline-end: 6px;
    border: 1px solid var(--pane-edge);
  }
  .chips .switch {
    inline-size: 44px;
    block-size: 44px;
  }
`;

const tools = css`
  .tools {
    position: absolute;
    right: 6px;
    z-index: 3;
    display: flex;
    gap: 3px;
  }
  .tools button {
    min-block-size: 28px;
    min-inline-size: 24px;
    padding: 0 7px;
    border-radius: 14px;
    background: var(--ground);
    font-size: 0.75rem;
    white-space: nowrap;
  }
  .compact .tools {
    position: static;
    inline-size: auto;
    flex-wrap: wrap;
    padding-block: 4px;
  }
  .compact .tools .move {
    position: static;
    inline-size: 44px;
    border: 1px solid var(--line-strong);
    font-size: 1rem;
  }
  .compact .tools button {
    min-block-size: 44px;
    padding-inline: 14px;
    font-size: 0.8125rem;
  }
  .menu {
    position: absolute;
    inset-block-end: calc(100% + 4px);
    right: 0;
    z-index: 7;
    display: grid;
    min-inline-size: 12rem;
    padding: 4px;
    border: 1px solid var(--line-strong);
    border-radius: 10px;
    background: var(--pane);
    box-shadow: var(--shadow);
  }
  .tools .menu button {
    min-block-size: 32px;
    border: 0;
    border-radius: 6px;
    background: none;
    font-size: 0.8125rem;
    text-align: start;
  }
  .tools .menu button:hover {
    background: var(--sunk);
  }
  .opener {
    position: relative;
  }
  #line {
    position: absolute;
    z-index: 4;
    block-size: 32px;
    min-block-size: 32px;
    max-inline-size: none;
    padding: 0 6px;
    border: 2px solid var(--accent);
    border-radius: 6px;
    background: var(--ground);
    font: 400 16px/1 var(--mono);
  }
`;

const narrow = css`
  @container (max-width: 619.98px) {
    .stage {
      block-size: auto;
    }
    .picture {
      flex: none;
      block-size: var(--gf-stage-height, 33.75rem);
    }
    .caption {
      flex-wrap: wrap;
      align-content: start;
      gap: 0 10px;
      block-size: 86px;
      padding: 4px 0;
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
  @media (pointer: coarse) {
    .switch,
    .lines {
      min-block-size: 44px;
    }
    .switch {
      inline-size: 44px;
    }
    button.label {
      min-block-size: 0;
      min-inline-size: 0;
    }
    button.label::after {
      inset: -14px -6px;
    }
  }
`;

export const stageStyles = [hues, picture, caption, labels, heads, tools, narrow];
