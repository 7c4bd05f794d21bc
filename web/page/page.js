// SPDX-License-Identifier: MIT
// The page around the element: address, language, theme, help, lessons.
import { comesToLearn, hasContent } from './address.js';
import { leave, openPlace } from './beside.js';
import { address } from './take-link.js';
import { offerLanguages, shortName } from './language.js';
import '../element/glass-former.js';
import { help, lessons as lessonsFile, views, withViews } from './later.js';

/** @import { GlassFormer } from '../element/glass-former.js' */
/** @import { GlassLessons } from '../lessons/panel.js' */
/** @import { Help } from '../views/help/help.js' */

const THEMES = ['auto', 'light', 'dark'];

const element = /** @type {GlassFormer | null} */ (
  document.querySelector('glass-former')
);
const lessons = /** @type {GlassLessons | null} */ (
  document.querySelector('glass-lessons')
);
const themeButton = document.querySelector('#theme');
const helpButton = document.querySelector('#help');
const languages = /** @type {HTMLSelectElement | null} */ (
  document.querySelector('#language')
);

/** What stands beside the model. @returns {NodeListOf<HTMLElement>} */
const panels = () => document.querySelectorAll('glass-lessons, glass-assignment');

/** @param {string} theme */
function setTheme(theme) {
  if (!element || !themeButton) return;
  element.theme = theme;
  for (const panel of panels()) panel.setAttribute('theme', theme);
  document.documentElement.dataset.theme = theme;
  const words = element.words.strings.theme[theme];
  themeButton.setAttribute('aria-label', words);
  themeButton.setAttribute('title', words);
}

/** @param {string} lang */
function setLanguage(lang) {
  if (!element || !languages) return;
  element.lang = lang;
  for (const panel of panels()) panel.lang = lang;
  const label = languages.parentElement?.firstElementChild;
  if (label) label.textContent = shortName();
  void element.updateComplete.then(() => setTheme(element.theme));
}

if (element && lessons && themeButton && helpButton && languages) {
  themeButton.addEventListener('click', () => {
    setTheme(THEMES[(THEMES.indexOf(element.theme) + 1) % THEMES.length]);
  });
  offerLanguages(languages, setLanguage);
  setLanguage(document.documentElement.lang);
  setTheme('auto');
  helpButton.addEventListener('click', () => shown(openHelp(element, languages)));
  for (const control of [languages.parentElement, themeButton, helpButton])
    control?.removeAttribute('hidden');

  element.addEventListener('gf-link', (event) => {
    address.show(
      /** @type {CustomEvent<{ fragment: string }>} */ (event).detail.fragment,
    );
  });
  followLessons(element, lessons);
  if (address.parameter('assign') !== null)
    shown(
      import('./assignment.js').then(({ followAssignment }) =>
        followAssignment(element, lessons),
      ),
    );
  withViews(({ invite }) => isFree(element) && invite(element).catch(() => {}));
  document.addEventListener('paste', (event) => takePaste(event, element));
  // The browser asks whether to leave, in its own words.
  addEventListener('beforeunload', (event) => {
    if (element.app?.storedRuns.isLost) event.preventDefault();
  });
}

/** Whoever follows a link to something, or has a lesson or an assignment, came for that. A
 * language, or what a site adds to an address, is nothing to look at.
 * @param {GlassFormer} element */
const isFree = ({ config }) =>
  !hasContent(config) && !comesToLearn(location.search) && parent === window;

/** A file of the page that cannot be fetched is told of. @param {Promise<unknown>} wanted */
function shown(wanted) {
  wanted.catch((error) => element?.app?.report(error));
}

/** A text pasted anywhere but into a field.
 * @param {ClipboardEvent} event @param {GlassFormer} element */
function takePaste(event, element) {
  const isField = event
    .composedPath()
    .some(
      (node) =>
        node instanceof HTMLElement &&
        node.matches('input, textarea, select, [contenteditable]'),
    );
  const text = event.clipboardData?.getData('text') ?? '';
  if (isField || text === '') return;
  event.preventDefault();
  // The page says why, if no model can be made.
  element.offerText(text).catch(() => {});
}

/** @param {GlassFormer} element @param {HTMLSelectElement} languages */
async function openHelp(element, languages) {
  const { Help } = await help();
  const dialog =
    document.querySelector('gf-help') ?? made(new Help(), element, languages);
  const { theme, words } = element;
  Object.assign(dialog, { lang: words.lang, theme });
  await /** @type {Help} */ (dialog).open();
}

/** On a phone the language is chosen there.
 * @param {Help} dialog @param {GlassFormer} element @param {HTMLSelectElement} languages */
function made(dialog, element, languages) {
  dialog.addEventListener('gf-minute', () =>
    shown(views().then(({ begin }) => begin(element))),
  );
  dialog.addEventListener('gf-language', (event) => {
    languages.value = /** @type {CustomEvent<{ lang: string }>} */ (event).detail.lang;
    languages.dispatchEvent(new Event('change'));
  });
  document.body.append(dialog);
  return dialog;
}

// ---- lessons: ?lesson=list, or the name of one; ?lessons=ADDRESSES of files --------------

/** The place Learn shows them; the address names the one that is open.
 * @param {GlassFormer} element @param {GlassLessons} lessons */
function followLessons(element, lessons) {
  const write = (/** @type {string | null} */ lesson) =>
    address.setParameters({ lesson: lesson === '' ? 'list' : lesson });
  element.addEventListener('gf-place', (event) => {
    const { place } = /** @type {CustomEvent<{ place: string }>} */ (event).detail;
    if (place === 'learn') shown(lessonsFile());
    write(place === 'learn' && !lessons.hidden ? lessons.lesson : null);
  });
  lessons.addEventListener('gf-lesson', () => write(lessons.lesson));
  lessons.addEventListener('gf-lesson-closed', () => {
    lessons.hidden = false;
    void leave(element);
  });
  lessons.addEventListener('gf-handout', () => {
    document.body.toggleAttribute('data-handout', lessons.handout);
    // A handout stands alone, in the place of the element.
    if (lessons.handout) element.after(lessons);
    else element.append(lessons);
  });
  const [src, lesson] = ['lessons', 'lesson'].map((name) => address.parameter(name));
  lessons.src = src ?? '';
  lessons.lesson = lesson ?? '';
  if (lesson === null && src === null) return;
  shown(lessonsFile());
  void openPlace(element, 'learn');
}
