// SPDX-License-Identifier: MIT
import { css } from 'lit';
import { barStyles } from '../shared/bars.js';
import { styled } from '../shared/style.js';

export const guessingStyles = styled(
  barStyles,
  css`
    .at {
      margin-block-start: 0.5rem;
      font-size: 0.8125rem;
      color: var(--ink-2);
    }
    .passage {
      max-inline-size: 44rem;
      margin-block: 0.25rem 0.5rem;
      padding: 0.5rem 0.75rem;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--pane);
      font: 400 1.125rem/1.6 var(--mono);
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    .passage b {
      font-weight: 700;
      text-decoration: underline;
      text-decoration-color: var(--accent);
      text-underline-offset: 0.25em;
    }
    .passage mark {
      padding-inline: 0.25em;
      border-radius: 3px;
      background: var(--accent);
      color: var(--accent-ink);
    }
    .passage .rest {
      color: var(--ink-3);
    }
    label {
      display: inline-flex;
      align-items: center;
      gap: 0.5rem;
    }
    label input {
      inline-size: 3.5rem;
      font: 600 1.125rem/1.4 var(--mono);
      text-align: center;
    }
    .said {
      min-block-size: 1.5em;
    }
    .keys {
      display: flex;
      flex-wrap: wrap;
      gap: 0.25rem;
      max-inline-size: 44rem;
      margin-block: 0.5rem;
    }
    .keys button {
      min-inline-size: 2rem;
      padding-inline: 0.25rem;
      font-family: var(--mono);
      font-size: 1rem;
    }
    .keys [aria-disabled] {
      text-decoration: line-through;
    }
    .tools {
      margin-block: 0.5rem;
    }
    .look {
      margin-block-start: 0.5rem;
    }
    @container (min-width: 960px) {
      .game {
        display: grid;
        grid-template-columns: minmax(0, 44rem) minmax(22rem, 1fr);
        gap: 1rem 2.5rem;
      }
    }
    @media (pointer: coarse) {
      .keys button {
        min-inline-size: 2.75rem;
      }
    }
  `,
);
