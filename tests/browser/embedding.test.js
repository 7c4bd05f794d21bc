// SPDX-License-Identifier: MIT
// What is promised to host pages in writing: the description of the element, the examples,
// the worker file, and the same in Firefox.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readManifest } from '../tools/element-docs.js';
import { serveFolder } from '../tools/static-server.js';
import { NO_FIREFOX, openFirefoxSite } from './firefox.js';
import {
  ELEMENT,
  FOLDER,
  READY,
  ROOT,
  SELF,
  SMALL,
  html,
  meta,
  openCourse,
  until,
  withElement,
  write,
} from './course.js';

/** @type {Awaited<ReturnType<typeof openCourse>>} */ let course;
before(async () => {
  course = await openCourse();
});
after(() => course?.close());

test('custom-elements.json describes the class there is', async () => {
  const page = await course.page(READY);
  await until(page, "e?.state === 'idle'");
  const manifest = readManifest();
  const real = await page.evaluate(() => {
    const element = /** @type {any} */ (customElements.get('glass-former'));
    const base = Object.getPrototypeOf(element);
    const { prototype } = element;
    const fields = Object.getOwnPropertyDescriptors(prototype);
    const properties = [...element.elementProperties.keys()];
    return {
      attributes: element.observedAttributes,
      members: Object.keys(fields).filter(
        (name) =>
          name !== 'constructor' &&
          !(name in base.prototype) &&
          !properties.includes(name),
      ),
      version: element.version,
      defaults: Object.fromEntries(
        properties.map((name) => [name, new element()[name]]),
      ),
    };
  });
  const names = (/** @type {{ name: string }[]} */ list) =>
    list.map(({ name }) => name).sort();
  assert.deepEqual(real.attributes.sort(), names(manifest.attributes));
  assert.deepEqual(
    [...real.members.filter((name) => !name.endsWith('Callback')), 'version'].sort(),
    names(manifest.members),
  );
  for (const { name, fieldName, default: start } of manifest.attributes) {
    const field =
      fieldName ??
      name.replace(/-(.)/g, (/** @type {string} */ _, /** @type {string} */ c) =>
        c.toUpperCase(),
      );
    assert.equal(String(real.defaults[field] || ''), start, name);
  }
  await page.context().close();
});

test('a worker file of the site does where blob: workers are forbidden', async () => {
  write('worker.js', readFileSync(`${ROOT}dist/worker.js`, 'utf8'));
  const policy = meta("script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'");
  const mode = async (/** @type {string} */ attributes) => {
    const body = `<glass-former autostart="none" ${attributes} config="${SMALL}"></glass-former>`;
    const page = await course.page(body, policy + SELF);
    await until(page, "e?.state === 'idle'");
    await withElement(page, (e) => e.step(2));
    const mode = await withElement(page, (e) => e.app.store.state.session.info.mode);
    await page.context().close();
    return mode;
  };
  assert.equal(await mode('worker-url="worker.js"'), 'worker');
  assert.equal(await mode(''), 'main');
});

const EXAMPLES = ['plain', 'view', 'csp', 'iframe', 'many', 'anywidget'];

for (const name of EXAMPLES) {
  test(`examples/${name}.html works`, async () => {
    const server = await serveFolder(ROOT);
    const page = await course.site.newPage(null);
    try {
      await page.goto(`${server.url}examples/${name}.html`);
      const frame = name === 'iframe' ? page.frames()[1] : page;
      await until(frame, 'e?.shadowRoot');
      await withElement(frame, (e) => e.start());
      await until(frame, 's?.session?.steps >= 3');
      await withElement(frame, (e) => e.pause());
      if (name === 'iframe') {
        await page.waitForFunction(
          () => (document.querySelector('iframe')?.clientHeight ?? 0) > 400,
        );
      }
      if (name === 'many') {
        const said = await page.locator('output').textContent();
        assert.match(said ?? '', /^narrow: step \d+, loss \d\.\d\d$/);
      }
      if (name === 'anywidget') {
        const traits = await page.evaluate(
          () => /** @type {any} */ (globalThis).traits,
        );
        assert.equal(traits.state, 'paused');
        assert.ok(traits.progress.loss > 0);
      }
      page.assertQuiet();
    } finally {
      await page.context().close();
      await server.close();
    }
  });
}

test('examples/offline.html leads to the page in one file', async () => {
  const page = await course.site.newPage(null);
  await page.goto(pathToFileURL(`${ROOT}examples/offline.html`).href);
  await page.getByRole('link').click();
  // With the model it brings along.
  await until(page, "e?.state === 'paused' && s.brought > 0");
  page.assertQuiet();
  await page.context().close();
});

test(
  'Firefox: another origin, a strict policy, out and in again',
  { skip: NO_FIREFOX },
  async () => {
    const policy =
      "default-src 'none'; script-src http: 'wasm-unsafe-eval'; worker-src blob:; " +
      "style-src 'self'; img-src data:";
    write('firefox.html', html(ELEMENT, meta(policy) + course.script));
    const firefox = await openFirefoxSite({ folder: FOLDER });
    try {
      const page = await firefox.newPage('firefox.html');
      await page.waitForFunction(() =>
        Boolean(
          document.querySelector('glass-former')?.shadowRoot?.querySelector('button'),
        ),
      );
      const loaded = page.requests.length;
      const result = await page.evaluate(async () => {
        const element = /** @type {any} */ (document.querySelector('glass-former'));
        await element.step(4);
        const { session } = element.app.store.state;
        const before = await session.hash();
        element.remove();
        while (session.state !== 'closed')
          await new Promise((done) => setTimeout(done, 10));
        document.body.append(element);
        while (element.state !== 'paused')
          await new Promise((done) => setTimeout(done, 10));
        const again = element.app.store.state.session;
        const after = await again.hash();
        return { same: before === after, steps: again.steps, mode: again.info.mode };
      });
      assert.deepEqual(result, { same: true, steps: 4, mode: 'worker' });
      assert.equal(page.requests.length, loaded, 'nothing is fetched after load');
      page.assertQuiet();
    } finally {
      await firefox.close();
    }
  },
);
