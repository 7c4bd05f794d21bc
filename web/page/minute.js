// SPDX-License-Identifier: MIT
// A first minute on the stage, offered once: to who opens the page for the first time, with the
// model it begins with.
import '../views/minute/minute.js';
import { minuteOf } from '../app/minute.js';
import { rememberedSwitch } from '../state/preferences.js';

/** @import { App } from '../app/app.js' */
/** @import { GlassFormer } from '../element/glass-former.js' */

/** On: it has not been offered yet. */
const offer = rememberedSwitch('glassformer-minute');

/** The reader has done one of the three, or something else. @param {App} app
 * @param {ReadonlySet<string>} changed */
function hasBegun(app, changed) {
  const { ablated, draft, phase, stored } = app.store.state;
  return (
    (changed.has('pin') && app.applying === 0) ||
    ['session', 'line', 'place', 'panel', 'stageMode'].some((key) =>
      changed.has(key),
    ) ||
    ablated.length > 0 ||
    draft !== null ||
    phase === 'running' ||
    stored.list.length > 0
  );
}

/** Puts the line below the headline, until it is pressed or the reader has begun.
 * @param {GlassFormer} element */
export async function invite(element) {
  if (!offer.on) return;
  await element.prepare();
  const { app } = element;
  if (!app) return;
  const { pretrained, guide, place } = app.store.state;
  const isIdle = !hasBegun(app, new Set());
  if (!pretrained || guide || place !== 'stage' || !isIdle) return;
  app.store.set({ guide: { step: 0, i: 0, head: { layer: 0, head: 0 }, guess: '' } });
  const end = app.store.subscribe((changed) => {
    const { guide } = app.store.state;
    if (guide?.step === 0 && !hasBegun(app, changed)) return;
    end();
    offer.on = false;
    if (guide?.step === 0) app.store.set({ guide: null });
  });
}

/** @param {GlassFormer} element */
export async function begin(element) {
  offer.on = false;
  await element.prepare();
  if (element.app) await minuteOf(element.app).begin();
}
