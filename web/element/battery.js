// SPDX-License-Identifier: MIT
// A battery that runs out: pictures change once a second, as for readers who asked for
// less motion, and training goes on. Only Chromium tells a page of the battery, and no
// browser of its battery saver. Part of the page and of frames.
import { STILL } from '../queries/paced.js';

/** Below this share of its charge, and nothing charges it. */
const LOW = 0.2;

/** @typedef {EventTarget & { charging: boolean, level: number }} Battery */
/** @typedef {import('../app/app.js').App} App */

const elements = () =>
  /** @type {NodeListOf<import('./glass-former.js').GlassFormer>} */ (
    document.querySelectorAll('glass-former')
  );

/** @param {App} app @param {boolean} low */
function spare(app, low) {
  app.updateHost({ reducedMotion: low || matchMedia(STILL).matches });
  if (low) app.showInfo(app.t.battery.low);
}

/** Every element of this page, now and when it begins. @param {Battery} battery */
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
// Frames may be refused it: then nothing is spared.
getBattery?.call(navigator).then(watch, () => {});
