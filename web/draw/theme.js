// SPDX-License-Identifier: MIT
// The colours of the page, for style sheets (tokens.data.js), canvases and the contrast test. Light
// values stand on #f1f5f4 and #ffffff, dark ones on #0c0f11 and #14161a.

/** name → [light, dark] */
export const TOKENS = /** @type {const} */ ({
  ground: ['#f1f5f4', '#0c0f11'],
  pane: ['#ffffff', '#14161a'],
  'pane-edge': ['#d3dcd9', '#2a3236'],
  'pane-light': ['#ffffff', '#3a4549'],
  sunk: ['#e3ebe8', '#171c1f'],
  ink: ['#14211f', '#e8eeec'],
  'ink-2': ['#43504c', '#b3bdb9'],
  'ink-3': ['#5b6763', '#939e9a'],
  line: ['#d9e1de', '#252c30'],
  'line-strong': ['#7f8b87', '#6a7679'],
  accent: ['#0a6b60', '#5fd0ba'],
  'accent-ink': ['#ffffff', '#06211d'],
  'accent-soft': ['#e1efec', '#14302b'],
  // The model in one picture: guesses, surprise, what connects them.
  lit: ['#34bda6', '#5fd0ba'],
  'on-lit': ['#06211d', '#06211d'],
  bar: ['#14907f', '#5fd0ba'],
  surprise: ['#f28a45', '#ef9650'],
  held: ['#b93c00', '#ff9d52'],
  thread: ['#cfd9d6', '#2b3438'],
  mark: ['#a9b5b1', '#566164'],
  // Attention heads, by their number in a layer.
  'head-1': ['#0080cc', '#61c0ff'],
  'head-2': ['#bb7400', '#feb354'],
  'head-3': ['#bc267f', '#ec84b7'],
  'head-4': ['#5935be', '#a99cff'],
  'head-5': ['#428824', '#83c66c'],
  'head-6': ['#c52c2a', '#f6857a'],
  'head-7': ['#3e7181', '#7aaebf'],
  'head-8': ['#6e401e', '#c59a7c'],
  warn: ['#9c3d00', '#f0a36b'],
  'warn-soft': ['#fdf0e6', '#2e2118'],
  hatch: ['#767676', '#8a8f98'],
  pin: ['#5a0a0a', '#d93a3a'],
  query: ['#126df5', '#127eee'],
  key: ['#c05008', '#d95c4b'],
  value: ['#4b0750', '#febcef'],
  negative: ['#b35806', '#b35806'],
  positive: ['#2166ac', '#2166ac'],
});

/** @typedef {'light' | 'dark'} Scheme */

/** Stops of the colour scales; between them, straight lines in OKLab. */
export const RAMPS = {
  attention: {
    light: ['#ffffff', '#cfe1f2', '#93c3df', '#4b96c8', '#1b62a5', '#08306b'],
    dark: ['#14161a', '#16314f', '#1d5384', '#3a83bd', '#83bbe4', '#eef7ff'],
  },
  surprise: {
    light: ['#ffffff', '#fdd0a2', '#d94801'],
    dark: ['#14161a', '#7a3a10', '#ff9d52'],
  },
  diverging: {
    light: ['#b35806', '#f7f7f7', '#2166ac'],
    dark: ['#e08a3c', '#23272c', '#5b9bdc'],
  },
};

/** @typedef {Record<keyof typeof RAMPS, string[]>} Ramps  stops, "#rrggbb" each */

/**
 * The scales, with the ends a host page has set: --gf-colormap-attention,
 * --gf-colormap-surprise, --gf-colormap-diverging-low and --gf-colormap-diverging-high.
 * @param {Scheme} scheme @param {(name: string) => string} [host] its colour, '' for ours
 * @returns {Ramps}
 */
export function rampsOf(scheme, host = () => '') {
  const end = (/** @type {string} */ name) => host(`--gf-colormap-${name}`);
  const own = (/** @type {'attention' | 'surprise'} */ name) => {
    const stops = RAMPS[name][scheme];
    return end(name) ? [stops[0], end(name)] : stops;
  };
  const [low, middle, high] = RAMPS.diverging[scheme];
  return {
    attention: own('attention'),
    surprise: own('surprise'),
    diverging: [end('diverging-low') || low, middle, end('diverging-high') || high],
  };
}
