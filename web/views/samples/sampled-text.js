// SPDX-License-Identifier: MIT
// Text the model wrote, each token coloured by its probability when it was drawn.
import { css } from 'lit';

/** Bounds of the levels; all keep a contrast of 4.5:1. */
const BOUNDS = [0.1, 0.3, 0.6, 0.9];

/** @param {number} p probability of the token drawn @returns {number} 0 … 4 */
function levelOf(p) {
  let level = 0;
  while (level < BOUNDS.length && p >= BOUNDS[level]) level++;
  return level;
}

/**
 * Neighbours of one level share a span, which keeps a sample to a few dozen nodes. `data-from`
 * is the index of the first token of a span.
 * @param {string | string[]} text or its tokens
 * @param {ArrayLike<number> | null} probs one a token; null while still being written
 * @param {number} [chosen] a token in a span of its own
 * @returns {HTMLElement} made once, for a text that does not change
 */
export function sampled(text, probs, chosen = -1) {
  /** @type {{ level: number, text: string, from: number }[]} */
  const runs = [];
  [...text].forEach((character, n) => {
    const level = levelOf(probs?.[n] ?? 1);
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
    overflow-wrap: anywhere;
    margin-block-start: 0.125rem;
  }
  /* In spans only: the line breaks of the template around them are not the text's. */
  .text span {
    white-space: pre-wrap;
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
