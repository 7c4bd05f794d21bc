// SPDX-License-Identifier: MIT
// Tabs in one line; below 1180 px a sheet at the bottom of the window.
import { css } from 'lit';
import { fading, styled } from '../shared/style.js';

export const inspectorStyles = styled(css`
  ${fading}
  .strip {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    block-size: calc(2.875rem - 1px);
    margin-inline-end: var(--strip-end, 0);
  }
  .strip h2 {
    flex: none;
    font: 600 0.8125rem/1.25rem var(--sans);
  }
  [role='tablist'] {
    display: flex;
    gap: 2px;
  }
  [role='tab'] {
    flex: none;
    min-block-size: 2rem;
    padding: 0 0.75rem;
    border: 0;
    border-radius: 1rem;
    background: none;
    color: var(--ink-2);
    font: 400 0.8125rem/1.25 var(--sans);
    white-space: nowrap;
  }
  [role='tab']:hover {
    background: var(--sunk);
    color: var(--ink);
  }
  [role='tab'][aria-selected='true'] {
    background: var(--accent-soft);
    color: var(--accent);
    font-weight: 600;
  }
  [role='tab']:focus-visible {
    outline-offset: -2px;
  }
  .panel {
    position: relative;
    display: grid;
    gap: 1rem;
    align-content: start;
    min-block-size: 60vh;
    padding-block: 0.5rem 3rem;
  }
  .seat {
    display: contents;
  }
  gf-line-strip {
    position: sticky;
    inset-block-start: var(--strip-top, 0);
    z-index: 3;
    min-inline-size: 0;
  }
  /* The grid of heads and the head chosen in it: all in one window. */
  @container (min-width: 1100px) {
    .pair {
      grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr) 400px;
      gap: 0 1.5rem;
      block-size: calc(100vh - var(--bar-height, 3.5rem) - 2.875rem);
      padding-block: 0;
    }
    .even {
      grid-template-columns: 1fr 1fr;
    }
    .pair > :is(.off, gf-line-strip) {
      grid-column: 1 / -1;
    }
    .pair > .seat {
      grid-row: 3;
      display: grid;
      gap: 1rem;
      align-content: start;
      overflow: auto;
      scrollbar-width: thin;
      padding-block: 0.5rem 1rem;
      padding-inline-end: 4px;
    }
    .pair > .seat:first-of-type {
      --gf-claim: none;
    }
    .pair > .seat + .seat {
      --gf-claim: block;
      border-inline-start: 1px solid var(--line);
      padding-inline-start: 1.5rem;
    }
    /* The second below the first. */
    .stack > .seat:nth-of-type(1) {
      grid-row: 2;
    }
    .stack > .seat:nth-of-type(2) {
      border: 0;
      padding-inline-start: 0;
    }
    .stack > .seat:nth-of-type(3) {
      grid-row: 2 / 4;
    }
  }
  /* The tab is named after the first alone. */
  .stack > .seat + .seat {
    --gf-title: block;
  }
  .off {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
    padding-inline-start: 0.625rem;
    border-inline-start: 3px solid var(--held);
    font-size: 0.875rem;
  }
  #close {
    flex: none;
  }
  @media (pointer: coarse) {
    [role='tab'] {
      min-block-size: 2.75rem;
    }
  }
`);
