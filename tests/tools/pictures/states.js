// SPDX-License-Identifier: MIT
// The states of the page that pictures are taken of, each reached as a reader would.

/** @typedef {import('playwright-core').Page} Page */

const PRETRAINED = 'v=1&text=grimm&pretrained=1';
/** A character late in the opening line. */
const PLACE = 28;

/** @param {number} seconds */
export const sleep = (seconds) =>
  new Promise((done) => setTimeout(done, 1000 * seconds));

/** Runs in the page. */
function hasAnswer() {
  const element = /** @type {any} */ (document.querySelector('glass-former'));
  const { activations, line, headReport } = element?.viewState ?? {};
  return activations?.text === line && Boolean(headReport);
}

/** @param {Page} page */
async function answered(page) {
  // The page's policy forbids waitForFunction's eval.
  while (!(await page.evaluate(hasAnswer))) await sleep(0.1);
  await sleep(0.5);
}

/** @param {Page} page @param {string} [link] */
export async function open(page, link) {
  await page.goto(link ? `index.html#${link}` : 'index.html');
  await answered(page);
}

/** @param {Page} page @param {number} seconds */
async function train(page, seconds) {
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await sleep(seconds);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await answered(page);
}

/** A text of the reader's own, by the element's attribute.
 * @param {Page} page @param {string} text @param {number} seconds of training */
async function ownText(page, text, seconds) {
  await open(page, 'v=1');
  await page.evaluate((words) => {
    document.querySelector('glass-former')?.setAttribute('corpus', words);
  }, text);
  await sleep(1);
  await answered(page);
  await train(page, seconds);
}

const FIVE_LINES = `The cat sat on the mat.
The dog sat on the log.
The fox sat in a box.
The hen sat in the pen.
The bee sat in the tree.
`;

/** The Iroha, a poem with every syllable once, and verses by Bashō. */
const JAPANESE = `いろはにほへとちりぬるを
わかよたれそつねならむ
うゐのおくやまけふこえて
あさきゆめみしゑひもせす
古池や蛙飛びこむ水の音
閑さや岩にしみ入る蝉の声
夏草や兵どもが夢の跡
五月雨をあつめて早し最上川
荒海や佐渡によこたふ天の河
旅に病んで夢は枯野をかけ廻る
`;

const ARABIC = `كان الثعلب يمشي في الغابة فرأى الغراب على الشجرة.
قال الثعلب للغراب: ما أجمل صوتك يا صديقي.
فتح الغراب فمه وغنى فسقطت الجبنة من فمه.
أخذ الثعلب الجبنة وقال: شكرا يا صديقي الغراب.
ثم مشى الثعلب في الغابة فرأى الأرنب تحت الشجرة.
قال الأرنب للثعلب: لا أغني لك ولا أعطيك شيئا.
`;

/** Each leaves the page as its pictures show it.
 * @type {Record<string, (page: Page) => Promise<void>>} */
export const STATES = {
  trained: (page) => open(page),
  untrained: (page) => open(page, 'v=1&text=grimm'),
  'after-2-s': async (page) => {
    await open(page, 'v=1&text=grimm');
    await train(page, 2);
  },
  'after-20-s': async (page) => {
    await open(page, 'v=1&text=grimm');
    await train(page, 20);
  },
  pinned: (page) => open(page, `${PRETRAINED}&pin=${PLACE}`),
  'head-isolated': (page) => open(page, `${PRETRAINED}&isolated=2.1`),
  'head-off': (page) => open(page, `${PRETRAINED}&pin=${PLACE}&ablated=1.1,2.1`),
  past: async (page) => {
    await open(page, 'v=1&text=grimm');
    await train(page, 12);
    const curve = page.getByRole('slider', { name: /step/i }).first();
    await curve.focus();
    await page.keyboard.press('Home');
    for (let k = 0; k < 3; k++) await page.keyboard.press('ArrowRight');
    await answered(page);
  },
  'two-texts': async (page) => {
    await open(page, 'v=1&preset=seq2seq-reverse');
    await train(page, 15);
  },
  'five-lines': (page) => ownText(page, FIVE_LINES, 8),
  japanese: (page) => ownText(page, JAPANESE, 12),
  arabic: (page) => ownText(page, ARABIC, 12),
};
