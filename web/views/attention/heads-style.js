// SPDX-License-Identifier: MIT
// Styles of the grid of heads. Where the words of a tile stand: tile-size.js.
import { css } from 'lit';

export const headsStyle = css`
  .tools {
    gap: 0.5rem 1rem;
  }
  .grid {
    display: grid;
    grid-template-columns: 4rem minmax(0, 1fr);
    gap: 6px 0;
    align-items: center;
    overflow-x: auto;
    padding: 3px;
    margin: 0.5rem -3px;
  }
  .grid.sorted {
    grid-template-columns: minmax(0, 1fr);
  }
  .layer,
  .numbers {
    grid-column: -2 / -1;
    display: flex;
    gap: 6px;
  }
  .label {
    font: 600 0.75rem/1rem var(--sans);
    color: var(--ink-2);
    padding-inline-end: 0.5rem;
  }
  @container (max-width: 700px) {
    .grid {
      grid-template-columns: minmax(0, 1fr);
    }
    .label {
      margin-block-start: 0.25rem;
    }
  }
  .tile {
    --words: auto;
    position: relative;
    display: grid;
    grid-template: 'picture meter' auto / auto 8px;
    gap: 2px 4px;
    flex: 1 0 0;
    min-inline-size: min-content;
    justify-content: start;
    align-content: start;
    padding: 3px;
    border-radius: 6px;
    cursor: pointer;
    scroll-snap-align: start;
    font-size: 0.75rem;
    line-height: 1.0625rem;
    color: var(--ink-2);
  }
  .tile:hover {
    background: var(--sunk);
  }
  .tile[aria-selected='true'] {
    background: var(--pane);
    box-shadow: 0 0 0 1.5px var(--ink);
  }
  .pale {
    opacity: 0.3;
  }
  .weights {
    image-rendering: pixelated;
  }
  .picture {
    grid-area: picture;
    position: relative;
    inline-size: max-content;
    border-inline-start: 2px solid var(--hue);
    outline: 1px solid var(--line);
  }
  .meter {
    grid-area: meter;
    /* As high as the picture. */
    block-size: 0;
    min-block-size: 100%;
    inline-size: 8px;
    background: var(--sunk);
  }
  .meter rect {
    fill: var(--surprise);
  }
  .meter.measured rect {
    fill: var(--held);
  }
  .name {
    grid-area: name;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    color: var(--ink);
  }
  .words {
    grid-area: words;
  }
  .spark {
    grid-area: spark;
  }
  .spark.none {
    display: none;
  }
  /* The head beside the grid says it. */
  .claim {
    display: var(--gf-claim, block);
  }
  .tile .importance {
    grid-area: importance;
    text-align: start;
    border: 0;
    padding: 0;
    min-block-size: 24px;
    font: 400 0.75rem/1.125rem var(--sans);
    color: var(--ink-3);
  }
  @media (pointer: coarse) {
    .tile .importance {
      min-block-size: 44px;
    }
  }
  .badge.none {
    color: var(--ink-3);
  }
  .badge b {
    font-weight: 600;
    color: var(--ink);
  }
  [data-kind='card'] .tile {
    grid-template:
      'name words words' auto
      'picture picture meter' auto
      'spark spark spark' auto
      'importance importance importance' auto / auto minmax(0, 1fr) 8px;
    padding: 8px 10px;
    border: 1px solid var(--pane-edge);
    background: var(--pane);
    border-radius: 10px;
  }
  [data-kind='card'] .words {
    text-align: end;
  }
  [data-kind] .chance,
  [data-kind='slim'] .spark {
    display: none;
  }
  :is([data-kind='side'], [data-kind='slim']) .tile {
    grid-template:
      'picture meter name' auto
      'picture meter words' auto
      'picture meter spark' 1fr
      'picture meter importance' auto / auto 8px minmax(0, 1fr);
    gap: 0 6px;
    padding: 6px;
    border: 1px solid var(--pane-edge);
    background: var(--pane);
    border-radius: 8px;
  }
  [data-kind='tile'] .tile {
    grid-template:
      'picture meter .' auto
      'name name name' auto
      'words words words' 2.125rem
      'spark spark spark' auto
      'importance importance importance' auto / max-content 8px 1fr;
  }
  [data-kind='mini'] :is(.words, .spark, .importance),
  [data-kind='mini']:not(.sorted) .name,
  .grid:is(.sorted, :not([data-kind='mini'])) > .numbers,
  .grid:not([data-kind='mini']) .glyph {
    display: none;
  }
  [data-kind='mini'] .name {
    position: absolute;
    inset: auto 14px 2px auto;
  }
  .numbers span {
    flex: 1 0 0;
    padding-inline-start: 6px;
    font-size: 0.75rem;
    line-height: 0.875rem;
    color: var(--ink-3);
  }
  .glyph {
    grid-area: picture;
    place-self: start end;
    z-index: 1;
    padding-inline: 2px;
    font: 600 0.75rem/1rem var(--sans);
    color: var(--ink);
  }
  .found {
    flex: 1 1 20rem;
    display: flex;
    gap: 0.375rem;
    min-inline-size: 0;
    min-block-size: 2.125rem;
    padding-inline-end: 0.75rem;
  }
  .found button {
    flex: none;
    border-radius: 1rem;
  }
  .found [aria-pressed='true'] {
    color: var(--accent);
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
    margin-block: 0;
  }
  :host([frame='fit']) :is(.tools > :not(.title, #compact), gf-row-of-heads, details) {
    display: none;
  }
`;
