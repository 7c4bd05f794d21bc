// SPDX-License-Identifier: MIT
// Layout of the element, by its own width (container queries).
import { css, unsafeCSS } from 'lit';
import { styled } from '../views/shared/style.js';
import { tokensCss } from '../draw/tokens.data.js';
import { screenStyles } from './screen-style.js';

export const elementStyles = styled(
  unsafeCSS(tokensCss),
  screenStyles,
  css`
    /* The height limits the layout shift when the model appears. The width is for places that
     ask how wide their content is: flex rows, floats, cells of a table, dialogs. The size of text
     is that of all it shows: the widths it asks for are in it. */
    :host {
      min-block-size: 10rem;
      contain-intrinsic-inline-size: min(40rem, 100vw);
      font-size: 0.9375rem !important;
      max-inline-size: 100%;
      isolation: isolate;
    }
    /* What the page around would pass on. */
    .app,
    .poster {
      letter-spacing: normal;
      word-spacing: normal;
      text-align: start;
      text-indent: 0;
      text-shadow: none;
      text-transform: none;
      white-space: normal;
      font-variant: normal;
      cursor: auto;
    }
    .app:not(.screen) {
      display: grid;
      gap: 0.875rem;
      position: relative;
    }
    /* Own layers, clipped near their edges (shadows and outlines reach beyond), so that a
     change in one view, which moves others, does not repaint them. */
    .app:not(.screen) > *,
    .row-a > * {
      will-change: transform;
    }
    @supports (overflow-clip-margin: 2rem) {
      .app:not(.screen) > *,
      .row-a > * {
        contain: paint;
        overflow-clip-margin: 2rem;
      }
    }
    .app:not(.screen) > gf-run {
      position: sticky;
      inset-block-start: var(--sticky-top);
      z-index: 5;
    }
    .app:not(.screen) > gf-notice {
      position: static;
      justify-content: flex-start;
    }
    @media (max-height: 480px) {
      .app:not(.screen) > gf-run {
        position: static;
      }
    }
    .row-a {
      display: grid;
      grid-template-columns: minmax(0, 1.05fr) minmax(0, 1.25fr) minmax(0, 0.95fr);
      gap: 0.875rem;
    }
    .row-a.n1 {
      grid-template-columns: minmax(0, 1fr);
    }
    .row-a.n2 {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
    .poster {
      display: grid;
      gap: 0.875rem;
      justify-items: start;
      align-content: center;
      min-block-size: 10rem;
    }
    .drop {
      position: absolute;
      inset: -0.5rem;
      z-index: 10;
      display: grid;
      place-items: start center;
      padding-block-start: 30vh;
      border: 2px dashed var(--accent);
      border-radius: 14px;
      background: color-mix(in oklab, var(--accent-soft) 92%, transparent);
      font: 400 1.5rem/1.3 var(--serif);
      pointer-events: none;
    }
    /* As high as its box: the run bar, and views that share what is left. */
    @media screen {
      :host([fit]) {
        display: flex;
        flex-direction: column;
        block-size: 100%;
      }
      :host([fit]) :is(.app:not(.screen), .poster) {
        flex: 1 1 0;
        display: flex;
        flex-direction: column;
        gap: 0.375rem;
        min-block-size: 0;
        background: var(--ground);
      }
      :host([fit]) .app:not(.screen) > :is(gf-run, gf-notice) {
        flex: none;
        padding: 0;
        position: relative;
        overflow: visible;
      }
      :host([fit]) .app > :is(gf-status, gf-keys) {
        position: absolute;
      }
      :host([fit]) .poster {
        overflow: auto;
        justify-content: safe center;
        align-items: start;
      }
      :host([fit]) .row-a {
        flex: 1 1 0;
        min-block-size: 0;
        grid-auto-rows: minmax(0, 1fr);
      }
    }
    @media print {
      gf-presets,
      gf-run-notes,
      gf-setup,
      gf-export,
      gf-stored-runs,
      gf-keys {
        display: none;
      }
      /* Blocks allow page breaks; pictures keep their width. */
      .app:not(.screen),
      .row-a {
        display: block;
      }
      .app * {
        margin-block-end: 0.875rem;
      }
    }
    @container (max-width: 1080px) {
      .row-a {
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      }
      gf-loss {
        grid-column: 1 / -1;
      }
    }
    @container (max-width: 640px) {
      .row-a,
      .row-a.n2 {
        grid-template-columns: minmax(0, 1fr);
      }
      .app:not(.screen),
      .row-a {
        gap: 0.625rem;
      }
    }
  `,
);
