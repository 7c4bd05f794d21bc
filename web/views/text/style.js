// SPDX-License-Identifier: MIT
// Styles of the line of text: equal cells, each with a bar that repeats its shade.
import { css, unsafeCSS } from 'lit';
import { SHADES } from '../shared/shades.js';
import { striped } from '../shared/style.js';

/** Height of the bar at the darkest shade. */
const BAR_PX = 7;

const bars = Array.from(
  { length: SHADES },
  (_, n) => `.b${n}::after{block-size:${((n / (SHADES - 1)) * BAR_PX).toFixed(1)}px}`,
).join('');

export const textStyles = [
  css`
    .stage {
      position: relative;
      margin-block: 0.5rem 0.75rem;
    }
    .arcs {
      position: absolute;
      inset: 0;
      inline-size: 100%;
      block-size: 100%;
      pointer-events: none;
      border: 0;
    }
    .cells {
      display: flex;
      flex-wrap: wrap;
      row-gap: 0.875rem;
      padding-block-start: 1.5rem;
    }
    .cell {
      position: relative;
      flex: none;
      inline-size: 1.5rem;
      block-size: 2.5rem;
      min-block-size: 0;
      min-inline-size: 0;
      padding: 0 1px 0 0;
      border: 0;
      border-radius: 0;
      cursor: pointer;
      background: none;
      color: var(--ink);
      /* Shades are data: they stay where a system sets its own colours. */
      forced-color-adjust: none;
    }
    .cell span {
      display: block;
      font: 400 1rem/1.8125rem var(--mono);
      block-size: 1.875rem;
      background: var(--shade, var(--sunk));
      color: var(--on-shade, inherit);
      border-radius: 2px;
    }
    .cell::after {
      content: '';
      display: block;
      block-size: 0;
      margin-block-start: 2px;
      background: var(--ink-3);
    }
    .cell:hover:not(:disabled) {
      background: none;
    }
    .cell:hover span {
      outline: 1px solid var(--ink-2);
    }
    .cell[aria-pressed='true'] {
      background: none;
    }
    .cell[aria-pressed='true'] span {
      outline: 2px solid var(--pin);
    }
    .cell:focus-visible {
      outline: none;
    }
    .cell:focus-visible span {
      outline: 3px solid var(--accent);
      outline-offset: 1px;
    }
    .cell.future span {
      color: var(--ink-3);
      background: ${striped('line-strong')};
    }
    .cell.future b {
      background: var(--pane);
    }
    /* As the held-out line of the loss: dashed. */
    .cell.held {
      border-block-start: 2px dashed var(--ink-2);
    }
    .cell b {
      font-weight: 400;
    }
    .cell.blank span {
      color: var(--on-shade, var(--ink-3));
    }
    .controls {
      display: flex;
      flex-wrap: wrap;
      gap: 0.5rem 0.75rem;
      align-items: end;
    }
    .field {
      flex: 1 1 16rem;
    }
    .field input {
      inline-size: 100%;
      font-family: var(--mono);
    }
    .field label {
      display: block;
      color: var(--ink-3);
      font-size: 0.8125rem;
    }
    .modes {
      display: flex;
      flex-wrap: wrap;
      gap: 0.25rem;
    }
    @media (pointer: coarse) {
      .cell {
        block-size: 3.375rem;
      }
      .cell span {
        block-size: 2.75rem;
        line-height: 2.6875rem;
      }
    }
    .line + .line {
      margin-block-start: 0.75rem;
    }
    .line h3 {
      font-size: 0.8125rem;
      font-weight: 400;
      color: var(--ink-3);
    }
    .cell.long {
      inline-size: auto;
    }
    .cell.long span {
      padding-inline: 0.375rem;
    }
    .tagged .cell {
      block-size: 4rem;
    }
    .cell i {
      display: block;
      block-size: 1.25rem;
      font: 400 0.75rem/1.25rem var(--sans);
      color: var(--ink-2);
    }
    /* Not text of the button: its name says it in words. */
    .cell [data-label]::before {
      content: attr(data-label);
    }
    .cell i.wrong {
      color: var(--warn);
      font-weight: 600;
      text-decoration: line-through;
    }
    .cell i u {
      outline: 1px solid var(--ink);
      text-decoration: none;
      display: inline-block;
      margin-inline-start: 0.25rem;
      padding-inline: 0.125rem;
      color: var(--ink);
    }
    .cell.minus::after {
      background: repeating-linear-gradient(
        90deg,
        var(--ink-3) 0 2px,
        transparent 2px 4px
      );
    }
  `,
  unsafeCSS(bars),
];
