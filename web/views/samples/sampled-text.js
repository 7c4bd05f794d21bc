// SPDX-License-Identifier: MIT
// Text the model wrote, each character inked by how likely it was when it was chosen.
import { css } from 'lit';

/** Below the first bound the ink is palest; every level stays readable at 4.5:1. */
const BOUNDS = [0.1, 0.3, 0.6, 0.9];

/** @param {number} p probability of the character chosen @returns {number} 0..4 */
function sureness(p) {
  let level = 0;
  while (level < BOUNDS.length && p >= BOUNDS[level]) level++;
  return level;
}

/**
 * Neighbours of one level share a span: a sample is a few dozen nodes, not hundreds.
 * Each tells in `data-from` which character it begins with.
 * @param {string | string[]} text, or its pieces
 * @param {ArrayLike<number> | null} probs one a piece; null while still being written
 * @param {number} [chosen] a character in a span of its own
 * @returns {HTMLElement} made once, for a text that does not change
 */
export function sampled(text, probs, chosen = -1) {
  /** @type {{ level: number, text: string, from: number }[]} */
  const runs = [];
  [...text].forEach((character, n) => {
    const level = sureness(probs?.[n] ?? 1);
    const last = runs.at(-1);
    const apart = n === chosen || n === chosen + 1;
    if (last?.level === level && !apart) last.text += character;
    else runs.push({ level, text: character, from: n });
  });
  const whole = document.createElement('span');
  for (const { level, text: words, from } of runs) {
    const span = document.createElement('span');
    span.className = `p${level} ${from === chosen ? 'chosen' : ''}`;
    span.dataset.from = String(from);
    span.textContent = words;
    whole.append(span);
  }
  return whole;
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
  .chosen {
    outline: 2px solid var(--pin);
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
