// SPDX-License-Identifier: MIT
// The frame page: takes its address as the element's starting point and tells the page
// around it how high it would like to be.
import './language.js';
import './take-link.js';
import './entry-element.js';

const element = document.querySelector('glass-former');
const parameters = new URLSearchParams(location.search);
/** Chosen by the host, to tell several frames apart. */
const id = parameters.get('id') ?? '';
let last = 0;

for (const name of ['view', 'hide', 'autostart', 'theme', 'lang']) {
  const value = parameters.get(name);
  if (value !== null) element?.setAttribute(name, value);
}

function tell() {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  if (height === last || parent === window) return;
  last = height;
  // A height tells nobody anything about the reader, so any parent may have it.
  parent.postMessage({ type: 'glass-former:size', v: 1, id, height }, '*');
  parent.postMessage({ subject: 'lti.frameResize', height }, '*');
}

new ResizeObserver(tell).observe(document.documentElement);
