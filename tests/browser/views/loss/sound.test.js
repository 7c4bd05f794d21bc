// SPDX-License-Identifier: MIT
// Loss as pitch in a real Chromium: silent until it is switched on, then the pitch of the run's
// loss, and silent while paused or hidden. And a low battery. How far tones are apart is in
// pitch.test.js, how far pictures are in attention-loop.test.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pitchOf } from '../../../../web/views/loss/pitch.js';
import words from '../../../../web/i18n/en/diagnostics.js';
import { inPage, until } from '../../support/page-queries.js';
import { openTestSite } from '../../support/harness.js';

const LONG =
  'n_layer=2&n_head=3&n_embd=48&block_size=40&batch_size=16&max_steps=100000';

const site = await openTestSite();

/** Takes down what is made and scheduled, and lets it happen. */
function listenIn() {
  const heard = { contexts: /** @type {AudioContext[]} */ ([]), tones: [0] };
  heard.tones.pop();
  Object.assign(globalThis, { heard });
  globalThis.AudioContext = class extends AudioContext {
    constructor() {
      super();
      heard.contexts.push(this);
    }
  };
  const { setValueAtTime } = AudioParam.prototype;
  AudioParam.prototype.setValueAtTime = function (
    /** @type {number} */ value,
    /** @type {number} */ time,
  ) {
    if (value > 20) heard.tones.push(value);
    return setValueAtTime.call(this, value, time);
  };
}

test('loss as pitch: silent until it is switched on, then while it trains', async () => {
  const page = await site.newPage(null, { viewport: { width: 1200, height: 1000 } });
  await page.addInitScript(listenIn);
  await page.goto(`views.html#v=1&${LONG}`);
  await inPage(page, ({ app }) => app.ready);
  const contexts = () =>
    page.evaluate(() =>
      /** @type {any} */ (globalThis).heard.contexts.map(
        (/** @type {any} */ c) => c.state,
      ),
    );
  /** @returns {Promise<number[]>} Hz */
  const tones = () => page.evaluate(() => /** @type {any} */ (globalThis).heard.tones);
  const train = () => inPage(page, ({ app }) => void app.train());
  await train();
  await until(page, 'session.steps > 3');
  assert.deepEqual(await contexts(), [], 'nobody asked for sound');

  const hear = page.getByRole('checkbox', { name: 'Hear the loss' });
  assert.match(
    await page.locator('gf-sound #heard').innerText(),
    /lower pitch means lower loss\..* 880 Hz\..* 220 Hz\./,
  );
  await hear.press('Space');
  await page.waitForFunction(
    () => /** @type {any} */ (globalThis).heard.tones.length > 4,
  );
  // The tones first: training goes on between the two questions.
  const sung = await tones();
  const { losses, baselines } = await inPage(page, ({ session }) => ({
    losses: session.history.loss,
    baselines: session.info.baselines,
  }));
  const pitches = new Set(
    losses.map((/** @type {number} */ loss) => Math.fround(pitchOf(loss, baselines))),
  );
  for (const hz of sung)
    assert.ok(pitches.has(Math.fround(hz)), `${hz} Hz is no loss of this run`);
  assert.equal((await contexts()).length, 1);

  await inPage(page, ({ app }) => app.pause());
  const isResting = () =>
    page.waitForFunction(
      () => /** @type {any} */ (globalThis).heard.contexts[0].state === 'suspended',
    );
  await isResting();
  const before = (await tones()).length;
  // So that no tone would be left out for coming too soon after the last.
  await page.evaluate(() => {
    const { now } = performance;
    performance.now = () => now.call(performance) + 60_000;
  });
  await inPage(page, ({ session, settled }) => session.evaluate().then(settled));
  assert.equal((await tones()).length, before, 'paused');
  await inPage(page, ({ app }) => app.stepOnce());
  const quiet = before + 1;
  assert.equal((await tones()).length, quiet, 'a step by hand has its tone');
  await isResting();

  // A hidden tab that goes on training makes no sound.
  await inPage(page, ({ element }) => (element.background = true));
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await train();
  const { steps } = await inPage(page, ({ session }) => ({ steps: session.steps }));
  await until(page, `session.steps > ${steps} + 20`);
  assert.equal((await tones()).length, quiet, 'hidden');
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForFunction(
    (quiet) => /** @type {any} */ (globalThis).heard.tones.length > quiet,
    quiet,
  );

  await hear.press('Space');
  await page.waitForFunction(
    () => /** @type {any} */ (globalThis).heard.contexts[0].state === 'closed',
  );
});

test('a low battery slows the pictures down with a notice, until it charges', async () => {
  const page = await site.newPage(null);
  // The machine of this test has none; the page sees what a draining one would tell it.
  await page.addInitScript(() => {
    const battery = Object.assign(new EventTarget(), { charging: false, level: 0.4 });
    Object.assign(globalThis, { battery });
    Object.assign(navigator, { getBattery: async () => battery });
  });
  await page.goto(`views.html#v=1&${LONG}`);
  await inPage(page, ({ app }) => app.ready);
  const change = (/** @type {object} */ to, /** @type {string} */ name) =>
    page.evaluate(
      ([to, name]) => {
        const { battery } = /** @type {any} */ (globalThis);
        Object.assign(battery, to).dispatchEvent(new Event(String(name)));
      },
      [to, name],
    );
  const said = () => inPage(page, ({ state }) => state.notice?.text ?? '');
  /** The views are told to change once a second, or no longer. @param {boolean} isStill */
  const untilStill = (isStill) =>
    inPage(
      page,
      async ({ deep, session, show, until }, isStill) => {
        if (session.steps === 0) await session.step(2);
        await show('gf-samples gf-written-text');
        await until('told', () => {
          const sample = deep('gf-samples gf-written-text');
          return sample.hasAttribute('still') === isStill;
        });
      },
      isStill,
    );
  assert.equal(await said(), '');
  await untilStill(false);
  await change({ level: 0.19 }, 'levelchange');
  assert.equal(await said(), words.battery.low);
  await untilStill(true);
  // An element that begins now begins so.
  await page.evaluate((config) => {
    const more = document.createElement('glass-former');
    more.setAttribute('config', config);
    more.setAttribute('autostart', 'none');
    more.setAttribute('loading', 'eager');
    more.setAttribute('view', 'samples');
    document.body.prepend(more);
  }, LONG);
  await until(page, 'session');
  await untilStill(true);
  await change({ charging: true }, 'chargingchange');
  await untilStill(false);
});
