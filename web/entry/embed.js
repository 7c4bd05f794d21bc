// SPDX-License-Identifier: MIT
// The frame page: takes its address as the element's starting point and tells the page
// around it how high it would like to be.
import '../element/battery.js';
import '../views/diagnostics/diagnostics.js';
import '../views/loss/sound.js';
import '../views/forward-pass/tiny-model.js';
import '../views/attention/timing.js';
import '../page/language.js';
import { ATTRIBUTES, SWITCHES } from '../element/attributes.js';
import './element.js';

/** What both a link and an attribute may say; the link is asked first. */
const OF_LINKS = ['preset', 'seed', 'layer', 'head', 'text', 'config'];
/** An address in an address is followed on this site only. */
const OF_SITE = ['src', 'worker-url'];

const element = document.querySelector('glass-former');
/** Chosen by the host, to tell several frames apart. */
let id = '';
let last = 0;

/** Attributes come in the fragment beside the link, or in the query. */
function take() {
  const link = new URLSearchParams(location.hash.slice(1));
  const all = new URLSearchParams(location.search);
  for (const [name, value] of link) all.set(name, value);
  id = all.get('id') ?? '';
  link.delete('id');
  // Frames of one page keep their saved runs apart by it.
  if (element && id) element.id = id;
  for (const name of [...Object.keys(ATTRIBUTES), ...SWITCHES]) {
    const value = all.get(name);
    if (value === null || OF_LINKS.includes(name)) continue;
    link.delete(name);
    if (OF_SITE.includes(name) && !isHere(value)) continue;
    element?.setAttribute(name, value);
  }
  element?.setAttribute('config', link.toString());
}

/** @param {string} address */
function isHere(address) {
  try {
    return new URL(address, location.href).origin === location.origin;
  } catch {
    return false;
  }
}

take();
addEventListener('hashchange', take);

function tell() {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  if (height === last || parent === window) return;
  last = height;
  // A height tells nobody anything about the reader, so any parent may have it.
  parent.postMessage({ type: 'glass-former:size', v: 1, id, height }, '*');
  parent.postMessage({ subject: 'lti.frameResize', height }, '*');
}

/** What the parent hears besides: numbers and names, nothing of the text. */
const NEWS = ['state', 'progress', 'select', 'marker', 'error'];

for (const name of NEWS) {
  element?.addEventListener(`gf-${name}`, (event) => {
    if (parent === window) return;
    const detail = { .../** @type {CustomEvent} */ (event).detail };
    delete detail.message;
    delete detail.hint;
    delete detail.params;
    parent.postMessage({ type: `glass-former:${name}`, v: 1, id, ...detail }, '*');
  });
}

new ResizeObserver(tell).observe(document.documentElement);
