// SPDX-License-Identifier: MIT
// On a low battery pictures change once a second, as with reduced motion; training goes on.
// Only Chromium has the Battery API. Part of the page and of frames.
import '../i18n/diagnostics.js';
import { STILL } from '../queries/paced.js';

/** Below this charge, unless it is charging. */
const LOW = 0.2;

/** @typedef {EventTarget & { charging: boolean, level: number }} Battery */
/** @import { App } from '../app/app.js' */

const elements = () =>
  /** @type {NodeListOf<import('./glass-former.js').GlassFormer>} */ (
    document.querySelectorAll('glass-former')
  );

/** @param {App} app @param {boolean} low */
function spare(app, low) {
  app.updateHost({ reducedMotion: low || matchMedia(STILL).matches });
  if (low) app.showInfo(app.t.battery.low);
}

/** Applies to every element of the page, present and future. @param {Battery} battery */
function watch(battery) {
  const isLow = () => !battery.charging && battery.level < LOW;
  let low = isLow();
  const look = () => {
    if (low === isLow()) return;
    low = isLow();
    for (const { app } of elements()) if (app) spare(app, low);
  };
  for (const name of ['levelchange', 'chargingchange'])
    battery.addEventListener(name, look);
  const begin = (/** @type {App | null | undefined} */ app) =>
    low && app?.store.state.session && spare(app, low);
  document.addEventListener('gf-ready', ({ target }) =>
    begin(/** @type {import('./glass-former.js').GlassFormer} */ (target).app),
  );
  for (const { app } of elements()) begin(app);
}

const { getBattery } = /** @type {{ getBattery?: () => Promise<Battery> }} */ (
  navigator
);
// Frames may not be permitted to use it.
getBattery?.call(navigator).then(watch, () => {});
