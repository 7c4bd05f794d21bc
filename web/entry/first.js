// SPDX-License-Identifier: MIT
// The first script of the page: the others take long enough for what the page itself holds to be
// seen before them.

/** A page that shows nothing (in a tab behind others) is not waited for longer, in ms. */
const LONGEST = 300;

await new Promise((resolve) => {
  new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  setTimeout(resolve, LONGEST);
});
await import('./page.js');
