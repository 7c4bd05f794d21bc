// SPDX-License-Identifier: MIT
// Styles that the panels beside an element share: lessons and assignments.
import { css, unsafeCSS } from 'lit';
import { tokensCss } from '../../draw/tokens.data.js';
import { shared, sized } from './style.js';

/** Of a panel beside the element. @param {import('lit').CSSResult} own */
export const styledPanel = (own) =>
  sized(
    unsafeCSS(tokensCss),
    shared,
    css`
      .panel {
        background: var(--pane);
        border: 1px solid var(--line);
        border-radius: 10px;
        overflow: hidden;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: 0.25rem 1rem;
        padding: 0.625rem 1rem;
        background: var(--accent-soft);
      }
      h2 small {
        font: 500 0.8125rem/1.4 var(--sans);
        color: var(--ink-2);
        margin-inline-end: 0.5rem;
      }
      .body {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.625rem;
        justify-items: start;
        overflow-wrap: anywhere;
        padding: 0.75rem 1rem 1rem;
      }
      .body > * {
        max-inline-size: 100%;
      }
      .say {
        font: 400 1.0625rem/1.45 var(--serif);
        max-inline-size: 75ch;
        text-wrap: pretty;
      }
      dl {
        display: grid;
        gap: 0.25rem 0.75rem;
        padding: 0.625rem 0.75rem;
        border-radius: 7px;
        background: var(--sunk);
      }
    `,
    own,
  );
