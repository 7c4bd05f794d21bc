// SPDX-License-Identifier: MIT
// The page's address becomes the element's starting point. Imported before the element is
// defined, because an element begins where it is when it is upgraded.
const fragment = location.hash.slice(1);
const element = document.querySelector('glass-former');
if (fragment && element) element.setAttribute('config', fragment);
