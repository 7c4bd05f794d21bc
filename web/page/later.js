// SPDX-License-Identifier: MIT
// What the first screen does without is in files of its own, beside the page: they are fetched when
// they are wanted, or else when the page is idle, so that it also works without a network from then
// on.
import { loadLanguage } from '../i18n/languages.js';
import { builtInText } from '../run/built-in.js';
import { offerPublished } from '../run/offers.js';
import { keep, keptFiles } from '../run/published/kept.js';
import { loadMore } from '../views/more-file.js';
import { LATER } from '../views/registry.data.js';
import { offerLater } from '../views/shared/render-view.js';

/** Parts of views. */
const PARTS = [
  'head-scores', 'pretrained-note', 'both-samples', 'drawn-from', 'another-rate', 'step-field', 'line-strip',
]; // oxfmt-ignore

const code = () => import('../views/code/code.js');
const fables = () => builtInText('fables');
export const views = () => import('./more-views.js');
export const help = () => import('../views/help/help.js');
export const lessons = () => import('../lessons/panel.js');

offerLater([...LATER, ...PARTS], views);
offerLater(['code'], code);
offerPublished({ keep, keptFiles });

/** Safari has no such call. @type {(then: () => void) => unknown} */
const whenIdle = globalThis.requestIdleCallback ?? ((then) => setTimeout(then));

/** @type {(module: Awaited<ReturnType<typeof views>>) => void} */
let then = () => {};

/** What follows when the views are there. @param {typeof then} act */
export const withViews = (act) => (then = act);

/** One after another; without a network each is tried again when it is wanted. */
async function fetchAll() {
  await views().then(
    (module) => void then(module),
    () => {},
  );
  for (const load of [loadMore, code, fables, lessons, help])
    await load().catch(() => {});
  await loadLanguage(document.documentElement.lang);
}

const later = () => whenIdle(() => void fetchAll());
if (document.readyState === 'complete') later();
else addEventListener('load', later, { once: true });
