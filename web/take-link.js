// SPDX-License-Identifier: MIT
// The page's address becomes the element's starting point. Imported before the element is
// defined, because an element begins where it is when it is upgraded.
const element = document.querySelector('glass-former');

function take() {
  element?.setAttribute('config', location.hash.slice(1));
}

if (location.hash) take();
// Another link opened in the same tab; addresses the page itself writes fire no event.
addEventListener('hashchange', take);
