// SPDX-License-Identifier: MIT
// Whether the page offers published models (published.js), which only some pages have.

let isOffered = false;

/** A page that has the view of published models says so: links to one lead there. */
export const offerPublished = () => void (isOffered = true);
export const offersPublished = () => isOffered;
