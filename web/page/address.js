// SPDX-License-Identifier: MIT
// The address of the page; nothing else writes it. After # stands the link to what is shown,
// which the reader may also change: by following a link in this tab, or with Back.
//
// A link that is followed is in the address at once; the page hears of it later (hashchange).
// Therefore a link is written only over the one that was last read or written here, and none
// from before the followed link has been applied.

/** Milliseconds without a change after which the link is written. */
const SETTLE_MS = 500;
/** The link to where a visit begins. */
export const START = 'v=2&pretrained=1';
/** The address shows none of them. */
const PLAIN = ['v=2', START];
/** Parameters of who comes for a lesson or an assignment. */
const LEARN = ['lesson', 'lessons', 'assign'];

/** Whether a link says what to look at. @param {string} link */
export const hasContent = (link) => link !== '' && !PLAIN.includes(link);

/** Whether the address asks for a lesson or an assignment: those make models of their own.
 * @param {string} search of the address */
export const comesToLearn = (search) => {
  const query = new URLSearchParams(search);
  return LEARN.some((name) => query.has(name));
};

export class Address {
  #page;
  #known;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Followed links that are being applied. */
  #applying = 0;
  /** Something else was to be shown meanwhile. */
  #isMissed = false;

  /** @param {Window} page */
  constructor(page) {
    this.#page = page;
    this.#known = page.location.hash;
  }

  /** Of the page itself: ?name=value. @param {string} name @returns {string | null} */
  parameter(name) {
    return new URLSearchParams(this.#page.location.search).get(name);
  }

  /** @param {Record<string, string | null>} values null: without it */
  setParameters(values) {
    const url = new URL(this.#page.location.href);
    for (const [name, value] of Object.entries(values))
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    this.#replace(url.href);
  }

  /** The link without #, or ''. */
  get link() {
    return this.#page.location.hash.slice(1);
  }

  /** @param {(link: string) => Promise<string | undefined>} apply called with each link that is
   *   followed; settles when it has been applied, with the link to what is shown, or rejected */
  onFollow(apply) {
    this.#page.addEventListener('hashchange', async ({ newURL }) => {
      clearTimeout(this.#timer);
      const { hash } = new URL(newURL);
      this.#known = hash;
      if (this.#applying++ === 0) this.#isMissed = false;
      const shown = await apply(hash.slice(1)).catch(() => undefined);
      if (--this.#applying === 0 && this.#isMissed && shown) this.show(shown);
    });
  }

  /** Writes the link to what is shown, once it no longer changes. @param {string} link */
  show(link) {
    clearTimeout(this.#timer);
    this.#isMissed = this.#applying > 0;
    if (this.#isMissed) return;
    this.#timer = setTimeout(() => {
      const { hash, pathname, search } = this.#page.location;
      // Another link has been followed; the page has not heard of it yet.
      if (hash !== this.#known) return;
      const shown = hasContent(link) ? `#${link}` : '';
      this.#replace(shown || pathname + search);
      this.#known = this.#page.location.hash;
    }, SETTLE_MS);
  }

  /** @param {string} address */
  #replace(address) {
    const { history, location } = this.#page;
    if (new URL(address, location.href).href !== location.href)
      history.replaceState(null, '', address);
  }
}
