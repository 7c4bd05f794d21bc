// SPDX-License-Identifier: MIT
// The frame page: configures the element from the address, and sends its height and events
// to the parent page.
import '../views/code/code.js';
import '../views/forward-pass/by-hand.js';
import '../views/forward-pass/tiny-model.js';
import '../views/attention/masks.js';
import '../views/of-page.js';
import '../page/language.js';
import { ATTRIBUTES, SWITCHES } from '../element/attributes.js';
import { loadMore } from '../views/more-file.js';
import './element.js';

/** Keys of links that are attributes too; they stay in the link. */
const OF_LINKS = ['preset', 'seed', 'layer', 'head', 'text', 'config'];
/** URLs, accepted for this origin only. */
const OF_SITE = ['src', 'worker-url'];

const element = document.querySelector('glass-former');
/** Set by the host to identify the frame. */
let id = '';
let last = 0;

/** Reads attributes from the query and the fragment, and the link from the rest of it. */
function take() {
  const link = new URLSearchParams(location.hash.slice(1));
  const all = new URLSearchParams(location.search);
  for (const [name, value] of link) all.set(name, value);
  id = all.get('id') ?? '';
  link.delete('id');
  // Stored runs are identified by it.
  if (element && id) element.id = id;
  for (const name of [...Object.keys(ATTRIBUTES), ...SWITCHES]) {
    if (OF_LINKS.includes(name)) continue;
    const value = all.get(name);
    // What another site has is left in the link, whose reader is told.
    if (value === null || (OF_SITE.includes(name) && !isHere(value))) {
      element?.removeAttribute(name);
      continue;
    }
    link.delete(name);
    element?.setAttribute(name, value);
  }
  element?.setAttribute('config', link.toString());
  // What is around the element has its colours.
  document.documentElement.dataset.theme = element?.getAttribute('theme') ?? '';
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
// The frame has it in itself.
void loadMore();

function sendHeight() {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  if (height === last || parent === window) return;
  last = height;
  // The height says nothing about the reader, so any parent may receive it.
  parent.postMessage({ type: 'glass-former:size', v: 1, id, height }, '*');
  parent.postMessage({ subject: 'lti.frameResize', height }, '*');
}

/** Events sent to the parent, without any text. */
const EVENTS = ['state', 'progress', 'select', 'marker', 'error'];

for (const name of EVENTS) {
  element?.addEventListener(`gf-${name}`, (event) => {
    if (parent === window) return;
    const detail = { .../** @type {CustomEvent} */ (event).detail };
    delete detail.message;
    delete detail.hint;
    delete detail.params;
    parent.postMessage({ type: `glass-former:${name}`, v: 1, id, ...detail }, '*');
  });
}

new ResizeObserver(sendHeight).observe(document.documentElement);
