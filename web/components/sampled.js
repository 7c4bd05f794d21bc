// SPDX-License-Identifier: MIT
// Text the model wrote, each character inked by how likely it was when it was chosen.
import { css, html } from 'lit';

/** Below the first bound the ink is palest; every level stays readable at 4.5:1. */
const BOUNDS = [0.1, 0.3, 0.6, 0.9];

/** @param {number} p probability of the character chosen @returns {number} 0..4 */
export function sureness(p) {
  let level = 0;
  while (level < BOUNDS.length && p >= BOUNDS[level]) level++;
  return level;
}

/**
 * Neighbours of one level share a span: a sample is a few dozen nodes, not hundreds.
 * @param {string} text
 * @param {ArrayLike<number> | null} probs one a character; null while still being written
 */
export function sampled(text, probs) {
  if (!probs) return html`<span class="p4">${text}</span>`;
  /** @type {{ level: number, text: string }[]} */
  const runs = [];
  let n = 0;
  for (const character of text) {
    const level = sureness(probs[n++] ?? 1);
    const last = runs.at(-1);
    if (last?.level === level) last.text += character;
    else runs.push({ level, text: character });
  }
  return runs.map((run) => html`<span class="p${run.level}">${run.text}</span>`);
}

sampled.styles = css`
  .text {
    font: 400 1rem/1.5 var(--serif);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    margin-block-start: 0.125rem;
  }
  .given {
    color: var(--accent);
  }
  .p0 {
    color: var(--ink-3);
    text-decoration: underline dotted 1px;
    text-underline-offset: 0.25em;
  }
  .p1 {
    color: var(--ink-3);
  }
  .p2 {
    color: var(--ink-2);
  }
  .p3,
  .p4 {
    color: var(--ink);
  }
`;
