// SPDX-License-Identifier: MIT
// Copies the link in the page's address to the element. Imported before the element is
// defined, as the element reads it when it is upgraded.
const element = document.querySelector('glass-former');

/** @param {string} address */
function take(address) {
  // Removed first, so that setting the same link again counts as a change.
  element?.removeAttribute('config');
  element?.setAttribute('config', new URL(address).hash.slice(1));
}

if (location.hash) take(location.href);
// A link opened in the same tab; replaceState() fires no event, and may have come between.
addEventListener('hashchange', ({ newURL }) => take(newURL));
