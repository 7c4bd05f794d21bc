// SPDX-License-Identifier: MIT
// Styles of the grid of heads.
import { css } from 'lit';

export const headsStyle = css`
  .grid {
    display: grid;
    gap: 0.75rem;
    overflow-x: auto;
    padding: 3px;
    margin: 0.5rem -3px;
  }
  .layer {
    display: flex;
    flex-wrap: nowrap;
    gap: 8px;
    scroll-snap-type: x proximity;
  }
  .label {
    font-size: 0.8125rem;
    color: var(--ink-3);
    grid-column: 1;
    margin-block-end: -0.5rem;
  }
  .tile {
    cursor: pointer;
    border-radius: 4px;
    scroll-snap-align: start;
    text-align: center;
    flex: none;
    min-inline-size: 24px;
  }
  canvas {
    display: block;
  }
  .weights {
    border-radius: 3px;
    outline: 1px solid var(--line);
    image-rendering: pixelated;
  }
  .tile:hover .weights {
    outline-color: var(--ink-3);
  }
  .tile[aria-selected='true'] .weights {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  .name {
    font-size: 0.75rem;
    line-height: 1.25rem;
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
    display: block;
  }
  .badge {
    display: block;
    font-size: 0.75rem;
    line-height: 1.0625rem;
    min-block-size: 3.1875rem;
    color: var(--ink-2);
    text-wrap: balance;
  }
  .badge.none {
    color: var(--ink-3);
  }
  .badge b {
    font-weight: 600;
    color: var(--ink);
  }
  .weight {
    display: block;
    block-size: 5px;
    inline-size: 100%;
    margin-block-start: 3px;
  }
  .weight rect {
    fill: var(--ink-3);
  }
  .weight .ground {
    fill: var(--sunk);
  }
  .weight.true rect:last-child {
    fill: var(--warn);
  }
  .tile .importance {
    border: 0;
    display: block;
    inline-size: 100%;
    min-block-size: 24px;
    padding: 0;
  }
  @media (pointer: coarse) {
    .tile .importance {
      min-block-size: 44px;
    }
  }
  .est {
    display: block;
    font-size: 0.75rem;
    line-height: 1.125rem;
    color: var(--ink-3);
  }
  .picture {
    display: block;
    position: relative;
  }
  .off-mark {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    font: 600 0.8125rem/1 var(--sans);
    color: var(--warn);
    background: color-mix(in oklab, var(--pane) 78%, transparent);
    outline: 2px dashed var(--warn);
    outline-offset: -2px;
  }
  :host([frame='fit']) .grid {
    gap: 6px;
    margin-block: 0;
  }
  :host([frame='fit'])
    :is(
      .label,
      .words,
      .spark,
      .tile .importance,
      .row:not(.spread),
      gf-row-of-heads,
      details
    ) {
    display: none;
  }
  .tile[aria-selected='true'] .name {
    color: var(--accent);
    font-weight: 600;
  }
`;
