// SPDX-License-Identifier: MIT
// The page's address becomes the element's starting point. Imported before the element is
// defined, because an element begins where it is when it is upgraded.
const element = document.querySelector('glass-former');

function take() {
  // The same link again leads back to where it led: not equal to what is there.
  element?.removeAttribute('config');
  element?.setAttribute('config', location.hash.slice(1));
}

if (location.hash) take();
// Another link opened in the same tab; addresses the page itself writes fire no event.
addEventListener('hashchange', take);
