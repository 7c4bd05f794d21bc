// SPDX-License-Identifier: MIT
// Whether any text is cut when a reader sets more space than the page does.

/**
 * In the page, with the spacing a reader may set (WCAG 1.4.12): texts that reach beyond
 * what clips them, or beyond the button or the cell they name.
 * @param {any} x
 */
export async function cutText({ inside, settled }) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important;' +
      ' word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  );
  /** @type {Element[]} */ const all = inside(document);
  const roots = [document, ...all.flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  for (const root of roots) root.adoptedStyleSheets.push(sheet);
  await settled();
  /** @type {string[]} */
  const cut = [];
  let texts = 0;
  const look = (/** @type {Element} */ e) => {
    const owns = [...e.childNodes].some(
      (n) => n.nodeType === 3 && n.textContent?.trim(),
    );
    if (!owns || !e.checkVisibility() || e.closest('.hidden, svg')) return;
    // The beginning of a sample, with all of it behind a press.
    if (e.closest('.rung')) return;
    texts++;
    const range = document.createRange();
    range.selectNodeContents(e);
    // Spaces at the end of a line hang over the edge.
    const { firstChild: first, lastChild: last } = e;
    if (last instanceof Text) range.setEnd(last, last.data.trimEnd().length);
    if (first instanceof Text)
      range.setStart(first, first.data.length - first.data.trimStart().length);
    const text = range.getBoundingClientRect();
    /** @type {Element | null} */
    let around = e;
    while (around) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      const whole = around.matches('button, .button, .cell span, td, th');
      const wide = text.right > box.right + 1 || text.left < box.left - 1;
      const high = text.bottom > box.bottom + 1 || text.top < box.top - 1;
      const clips = (/** @type {string} */ o) => whole || /hidden|clip/.test(o);
      if ((wide && clips(overflowX)) || (high && clips(overflowY)))
        cut.push(`${around.localName}.${around.className}: ${e.textContent?.trim()}`);
      const root = /** @type {ShadowRoot} */ (around.getRootNode());
      around = around.parentElement ?? root.host ?? null;
    }
  };
  for (const e of all) look(e);
  const wide = document.documentElement.scrollWidth - innerWidth;
  const strip = document
    .querySelector('glass-former')
    ?.shadowRoot?.querySelector('gf-text');
  const sizes = [...(strip?.shadowRoot?.querySelectorAll('.cell') ?? [])].map(
    (cell) => {
      const { width, height } = cell.getBoundingClientRect();
      return `${width} x ${height}`;
    },
  );
  const spaced = getComputedStyle(document.body).letterSpacing;
  for (const root of roots)
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
  return { cut, texts, wide, sizes: [...new Set(sizes)], spaced };
}
