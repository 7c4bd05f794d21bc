// SPDX-License-Identifier: MIT
// What tests of the page ask the page, in either browser.
import assert from 'node:assert/strict';

/**
 * What tests use of a page: one of Playwright's Chromium, or of firefox.js.
 * @typedef {object} Page
 * @property {(text: string) => Promise<any>} evaluate an expression
 * @property {(path: string) => Promise<any>} goto
 * @property {{ press(key: string): Promise<any>, type(text: string): Promise<any> }} keyboard
 * @property {{ move(x: number, y: number): Promise<any>, click(x: number, y: number): Promise<any> }} mouse
 * @property {(text: string) => Promise<any>} waitForFunction until an expression is true
 * @property {string[]} errors
 * @property {string[]} requests
 * @property {() => Promise<Uint8Array>} pdf the page on paper
 * @property {() => void} assertQuiet
 * @property {() => Promise<unknown>} close with all it stored
 */

/** Where a page is, for whoever reads that something on it did not happen. */
const WHEREABOUTS = `(() => {
  const element = document.querySelector('glass-former');
  const { viewState: state, session, app } = element ?? {};
  const { visible, depths, viewedSnapshot } = app?.store.state ?? {};
  const { phase, place, panel, viewedStep, notice, textProblem, text, line } = state ?? {};
  return JSON.stringify({
    address: location.href, phase, step: session?.steps, viewedStep, place, panel, text: text?.id,
    line, activations: state?.activations?.step, notice: notice?.text,
    problem: textProblem?.text, hidden: document.hidden, visible, depths,
    snapshot: viewedSnapshot?.step, config: session?.info.config,
  });
})()`;
let pictures = 0;

/**
 * @param {Pick<Page, 'evaluate'> & Partial<Page> & { picture?: (name: string) => Promise<unknown> }} page
 * @param {string} what did not happen
 */
async function giveUp(page, what) {
  const where = await page.evaluate(WHEREABOUTS).catch(String);
  const name = `gave-up-${process.pid}-${++pictures}`;
  const picture = page.picture && (await page.picture(name).catch(String));
  assert.fail(
    [what, where, ...(page.errors ?? []), ...(picture ? [String(picture)] : [])].join(
      '\n',
    ),
  );
}

/** What the tests of a view check, by sentence and in order.
 * @typedef {Record<string, (page: Page) => Promise<void>>} Checks */

const POLL_MS = 30;
/** In the page, where asking costs less. */
const POLL_INSIDE_MS = 10;

/** Names that what runs in the page may use. */
const PRELUDE = `
  const element = document.querySelector('glass-former');
  // The page itself shows what it holds before it begins.
  while (document.querySelector('[src="first.js"]') && !element.app)
    await new Promise((done) => setTimeout(done, ${POLL_INSIDE_MS}));
  const { app } = element;
  // The first that fits at every shadow root on the way: 'gf-head gf-matrix gf-cells .raster'.
  const deep = (path) => path.split(' ').reduce((root, name) =>
    root && (root.shadowRoot ?? root).querySelector(name), element);
  // All elements within, through shadow roots.
  const inside = (root) => [...root.querySelectorAll('*')].flatMap((e) =>
    [e, ...(e.shadowRoot ? inside(e.shadowRoot) : [])]);
  // What is in front at a place, through shadow roots.
  const topAt = (x, y, root = document) => {
    const top = root.elementFromPoint(x, y);
    const inner = top?.shadowRoot && top !== root.host;
    return inner ? (topAt(x, y, top.shadowRoot) ?? top) : top;
  };
  const words = (e) => e.textContent.replace(/\\s+/g, ' ').trim();
  const rows = (table) => [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(words));
  const pixels = (canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    return { width, height, data: new Uint32Array(data.buffer) };
  };
  // The middle pixel of every cell of a picture of n rows and m columns.
  const cells = (canvas, n, m) => {
    const { width, height, data } = pixels(canvas);
    return Array.from({ length: n * m }, (_, k) => {
      const y = Math.floor((Math.floor(k / m) + 0.5) * (height / n));
      return data[y * width + Math.floor(((k % m) + 0.5) * (width / m))];
    });
  };
  // The nine pixels round a place.
  const around = (canvas, x, y) => [...new Uint32Array(canvas.getContext('2d')
    .getImageData(Math.round(x) - 1, Math.round(y) - 1, 3, 3).data.buffer)];
  const tensor = async (...names) => {
    const { tensors } = await element.session.runWithCache(
      { text: element.viewState.line, attention: false, logits: false, tensors: names });
    return names.map((name) => tensors[name].data);
  };
  const frame = () => new Promise(requestAnimationFrame);
  const pending = () => inside(element.shadowRoot).some((e) => e.isUpdatePending);
  // Observers of size and sight speak once a frame, and what they change is drawn then.
  const settled = async () => {
    for (let calm = 0; calm < 2; calm = pending() ? 0 : calm + 1)
      await frame();
  };
  // What a measure is once it is the same for ten frames.
  const steady = async (measure) => {
    let last = '';
    for (let calm = 0; calm < 10; await frame()) {
      const now = JSON.stringify(measure());
      calm = now === last ? calm + 1 : 0;
      last = now;
    }
    return JSON.parse(last);
  };
  const until = async (what, ask) => {
    const end = Date.now() + 30_000;
    while (!ask()) {
      if (Date.now() > end) throw new Error('still not: ' + what);
      await new Promise((done) => setTimeout(done, ${POLL_INSIDE_MS}));
    }
    await settled();
  };
  // Views ask the engine for what they show; this waits until that is about 'subject'
  // and about the model as it is now.
  const answered = async (name, ...subject) => {
    await until(name + ' of ' + subject, () => {
      const { answers, viewedStep, step } = element.viewState;
      const answer = answers[name];
      return answer && answer.step === (viewedStep ?? step) &&
        JSON.stringify(JSON.parse(answer.key)[0]) === JSON.stringify(subject);
    });
    return element.viewState.answers[name].value;
  };
  // Views hear from an observer that they can be seen; a later one hears it after them.
  // What is drawn meanwhile above may push them out of sight again.
  const inSight = async (path) => {
    for (let seen = false; !seen; ) {
      deep(path).scrollIntoView({ block: 'center' });
      await settled();
      seen = await new Promise((done) => {
        const observer = new IntersectionObserver(([{ isIntersecting }]) => {
          observer.disconnect();
          done(isIntersecting && !pending());
        });
        observer.observe(deep(path));
      });
    }
  };
  // A view that was never in sight holds nothing yet.
  const show = async (path) => {
    const [view] = path.split(' ');
    for (const part of new Set([view, path])) {
      await until(part, () => deep(part));
      await inSight(part);
    }
  };
`;

/**
 * Runs in the page with the names of the prelude; tables of numbers come back as arrays.
 * Passed as text: the page's policy forbids eval, the debugger's does not.
 * @param {Pick<Page, 'evaluate'>} page
 * @param {(x: any, argument: any) => any} work
 * @param {unknown} [argument]
 * @returns {Promise<any>}
 */
export async function inPage(page, work, argument) {
  const answer = await page
    .evaluate(
      `(async () => { ${PRELUDE}
    const answer = await (${work})({ element, app, deep, inside, words, rows, pixels, cells,
      around, tensor, settled, steady, topAt, until, answered, show, state: element.viewState,
      session: element.session }, ${JSON.stringify(argument ?? null)});
    return JSON.stringify([answer], (_, value) =>
      ArrayBuffer.isView(value) ? Array.from(value) : value);
  })()`,
    )
    .catch((error) => {
      if (!/still not: /.test(error.message)) throw error;
      return giveUp(page, error.message);
    });
  return JSON.parse(answer)[0];
}

/**
 * Waits for a condition of `state`, the element's view state, and its `session`. Asked from
 * outside, as above.
 * @param {Pick<Page, 'evaluate'>} page @param {string} condition
 */
export async function until(page, condition, timeout = 60_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const answer = await page.evaluate(
      `(() => { const element = document.querySelector('glass-former');` +
        ` const { viewState: state, session } = element ?? {};` +
        ` return Boolean(state && (${condition})); })()`,
    );
    if (answer) return;
    if (Date.now() > end) await giveUp(page, `still not: ${condition}`);
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** A script that keeps the workers of a page, in the order of their beginning. */
export const KEEP_WORKERS = `
  globalThis.workers = [];
  globalThis.Worker = class extends Worker {
    constructor(...how) {
      super(...how);
      globalThis.workers.push(this);
    }
  };`;

/** The `waitForFunction` that pages of Playwright have and those of other drivers lack.
 * @param {(body: string | (() => unknown)) => Promise<unknown>} evaluate */
export const waitingBy =
  (evaluate) => async (/** @type {string | (() => unknown)} */ body) => {
    const end = Date.now() + 30_000;
    while (!(await evaluate(body))) {
      if (Date.now() > end) throw new Error(`still not: ${body}`);
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  };

/**
 * Puts the focus on something and presses keys, one after another.
 * @param {Page} page @param {string} path through all shadow roots @param {string[]} keys
 */
export async function press(page, path, ...keys) {
  await inPage(
    page,
    async ({ deep, until }, path) => {
      await until(path, () => deep(path));
      deep(path).focus();
    },
    path,
  );
  for (const key of keys) await page.keyboard.press(key);
}

/** Goes to a place. @param {Pick<Page, 'evaluate'>} page @param {string} place */
export const openPlace = (page, place) =>
  inPage(
    page,
    ({ app, settled }, place) => {
      app.selection.openPlace(place);
      return settled();
    },
    place,
  );

/** Pastes where no field has the focus. @param {Pick<Page, 'evaluate'>} page @param {string} text */
export const paste = (page, text) =>
  inPage(
    page,
    (_, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      const options = { clipboardData, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new ClipboardEvent('paste', options));
    },
    text,
  );

/** Nothing reaches beyond the window. @param {Pick<Page, 'evaluate'>} page @param {string} where */
export async function checkWidth(page, where) {
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(over <= 0, `${where}: ${over} px too wide`);
}

/** What has the focus, by the elements around it.
 * @param {Pick<Page, 'evaluate'>} page @returns {Promise<string>} */
export const focused = (page) =>
  inPage(page, () => {
    const path = [];
    for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement ?? null)
      path.push(at.id ? `#${at.id}` : at.localName);
    return path.slice(-2).join(' ');
  });

/** Boxes of parts of the screen, by path through all shadow roots.
 * @param {Pick<Page, 'evaluate'>} page @param {string[]} paths
 * @returns {Promise<Record<string, DOMRect>>} */
export const boxes = (page, paths) =>
  inPage(
    page,
    async ({ deep, settled }, paths) => {
      await settled();
      return Object.fromEntries(
        paths.map((/** @type {string} */ path) => [
          path,
          deep(path).getBoundingClientRect().toJSON(),
        ]),
      );
    },
    paths,
  );
