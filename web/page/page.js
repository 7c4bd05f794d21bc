// SPDX-License-Identifier: MIT
// The page around the element: address, language, theme, list of keys, help, lessons.
import './take-link.js';
import { offerLanguages } from './language.js';
import '../element/glass-former.js';
import { Help } from '../views/help/help.js';
import '../lessons/panel.js';

/** @import { GlassFormer } from '../element/glass-former.js' */
/** @import { GlassLessons } from '../lessons/panel.js' */

const THEMES = ['auto', 'light', 'dark'];
const LINK_SETTLE_MS = 500;

const element = /** @type {GlassFormer | null} */ (
  document.querySelector('glass-former')
);
const themeButton = document.querySelector('#theme');
const keysButton = document.querySelector('#keys');
const lessonsButton = document.querySelector('#lessons');
const lessons = /** @type {GlassLessons | null} */ (
  document.querySelector('glass-lessons')
);
const languages = /** @type {HTMLSelectElement | null} */ (
  document.querySelector('#language')
);

/** @param {string} theme */
function setTheme(theme) {
  if (!element || !themeButton) return;
  element.theme = theme;
  lessons?.setAttribute('theme', theme);
  document.documentElement.dataset.theme = theme;
  themeButton.textContent = element.words.strings.theme[theme];
}

if (element && themeButton && keysButton && languages) {
  themeButton.addEventListener('click', () => {
    setTheme(THEMES[(THEMES.indexOf(element.theme) + 1) % THEMES.length]);
  });
  keysButton.addEventListener('click', () => element.showKeys());
  setTheme('auto');
  offerLanguages(languages, (lang) => {
    element.lang = lang;
    if (lessons) lessons.lang = lang;
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
      // The address has no fragment while nothing differs from the defaults.
      const hash = fragment === 'v=1' ? '' : `#${fragment}`;
      if (hash !== location.hash) {
        history.replaceState(null, '', hash || location.pathname + location.search);
      }
    }, LINK_SETTLE_MS);
  });
}

// ---- help --------------------------------------------------------------------------------

const helpButton = document.querySelector('#help');
if (element && helpButton) {
  helpButton.removeAttribute('hidden');
  helpButton.addEventListener('click', () => {
    const help =
      document.querySelector('gf-help') ?? document.body.appendChild(new Help());
    const { theme } = element;
    Object.assign(help, { lang: element.words.lang, theme });
    void (/** @type {Help} */ (help).open());
  });
}

// ---- lessons: ?lesson=list, or the name of one -----------------------------------------

/** @param {string} lesson '' or 'list': all of them @param {GlassLessons} panel */
function openLessons(lesson, panel) {
  panel.hidden = false;
  panel.folded = false;
  panel.lesson = lesson;
  lessonsButton?.setAttribute('aria-expanded', 'true');
}

/** The address names the lesson that is open. @param {string | null} lesson */
function addressOf(lesson) {
  const url = new URL(location.href);
  if (lesson === null) url.searchParams.delete('lesson');
  else url.searchParams.set('lesson', lesson || 'list');
  history.replaceState(null, '', url);
}

if (lessons && lessonsButton) {
  lessonsButton.removeAttribute('hidden');
  lessonsButton.setAttribute('aria-expanded', 'false');
  lessonsButton.addEventListener('click', () => {
    if (lessons.hidden) openLessons('', lessons);
    else lessons.close();
  });
  lessons.addEventListener('gf-lesson', () => addressOf(lessons.lesson));
  lessons.addEventListener('gf-lesson-closed', () => {
    lessonsButton.setAttribute('aria-expanded', 'false');
    addressOf(null);
  });
  lessons.addEventListener('gf-handout', () =>
    document.body.toggleAttribute('data-handout', lessons.handout),
  );
  const asked = new URLSearchParams(location.search).get('lesson');
  if (asked !== null) openLessons(asked, lessons);
}
