// SPDX-License-Identifier: MIT
// Copies the link in the page's address to the element. Imported before the element is
// defined, as the element reads it when it is upgraded.
const element = document.querySelector('glass-former');

function take() {
  // Removed first, so that setting the same link again counts as a change.
  element?.removeAttribute('config');
  element?.setAttribute('config', location.hash.slice(1));
}

if (location.hash) take();
// A link opened in the same tab; replaceState() fires no event.
addEventListener('hashchange', take);
