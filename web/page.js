// SPDX-License-Identifier: MIT
// What only the page around the element does: address, language, theme switch, list of keys.
import './take-link.js';
import { offerLanguages } from './language.js';
import './element.js';

/** @typedef {import('./element.js').GlassFormer} GlassFormer */

const THEMES = ['auto', 'light', 'dark'];
const LINK_SETTLE_MS = 500;

const element = /** @type {GlassFormer | null} */ (
  document.querySelector('glass-former')
);
const themeButton = document.querySelector('#theme');
const keysButton = document.querySelector('#keys');
const languages = /** @type {HTMLSelectElement | null} */ (
  document.querySelector('#language')
);

/** @param {string} theme */
function setTheme(theme) {
  if (!element || !themeButton) return;
  element.theme = theme;
  document.documentElement.dataset.theme = theme;
  themeButton.textContent = element.app?.t.theme[theme] ?? theme;
}

if (element && themeButton && keysButton && languages) {
  themeButton.addEventListener('click', () => {
    setTheme(THEMES[(THEMES.indexOf(element.theme) + 1) % THEMES.length]);
  });
  keysButton.addEventListener('click', () => element.showKeys());
  setTheme('auto');
  offerLanguages(languages, (lang) => {
    element.lang = lang;
    void element.updateComplete.then(() => setTheme(element.theme));
  });
  for (const control of [languages, themeButton, keysButton])
    control.removeAttribute('hidden');

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  element.addEventListener('gf-link', (event) => {
    const { fragment } = /** @type {CustomEvent<{ fragment: string }>} */ (event)
      .detail;
    clearTimeout(timer);
    timer = setTimeout(() => {
      // The plain address stays plain until something differs from the start.
      const hash = fragment === 'v=1' ? '' : `#${fragment}`;
      if (hash !== location.hash) {
        history.replaceState(null, '', hash || location.pathname + location.search);
      }
    }, LINK_SETTLE_MS);
  });
}
