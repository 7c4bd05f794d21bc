// SPDX-License-Identifier: MIT
// The address and the link that a reader follows, in every order of their events: the address
// changes, the page hears of it, the link has been applied; and somewhere the time to write.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Address, comesToLearn, hasContent } from '../../../web/page/address.js';

/** A window with nothing but an address. */
class Page extends EventTarget {
  constructor(address = 'https://glass.test/page/?lang=es#v=2&n_layer=1') {
    super();
    this.location = new URL(address);
    this.history = {
      replaceState: (/** @type {unknown} */ _, /** @type {string} */ __, to = '') =>
        void (this.location = new URL(to, this.location)),
    };
  }

  /** The reader follows a link. @returns {() => void} then the page hears of it */
  follow(/** @type {string} */ link) {
    const newURL = new URL(`#${link}`, this.location).href;
    this.location = new URL(newURL);
    return () => this.dispatchEvent(Object.assign(new Event('hashchange'), { newURL }));
  }
}

/** Lets promises settle; the timers are held. */
const settle = async () => {
  for (let i = 0; i < 5; i++) await null;
};

/** @type {Page} */ let page;
/** @type {Address} */ let address;
/** @type {string[]} */ let applied;
/** @type {(outcome?: Error | string) => void} */ let finish;

afterEach(() => mock.timers.reset());
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  page = new Page();
  address = new Address(/** @type {any} */ (page));
  applied = [];
  address.onFollow((link) => {
    applied.push(link);
    return new Promise((done, fail) => {
      finish = (outcome) => (outcome instanceof Error ? fail(outcome) : done(outcome));
    });
  });
});

const OWN = 'v=2&n_layer=2';
const FOLLOWED = 'v=2&n_layer=3';
const write = () => mock.timers.tick(500);

test('what is shown is in the address once it no longer changes', () => {
  address.show('v=2&n_layer=4');
  mock.timers.tick(499);
  address.show(OWN);
  mock.timers.tick(499);
  assert.equal(address.link, 'v=2&n_layer=1');
  mock.timers.tick(1);
  assert.equal(page.location.href, `https://glass.test/page/?lang=es#${OWN}`);
  for (const plain of ['v=2', 'v=2&pretrained=1']) {
    address.show(plain);
    write();
    assert.equal(page.location.href, 'https://glass.test/page/?lang=es');
  }
});

for (const when of ['before', 'after'])
  test(`a followed link stays: written ${when} the page hears of it`, async () => {
    address.show(OWN);
    const hear = page.follow(FOLLOWED);
    for (const act of when === 'before' ? [write, hear] : [hear, write]) act();
    assert.equal(address.link, FOLLOWED);
    finish();
    await settle();
    write();
    assert.deepEqual([address.link, applied], [FOLLOWED, [FOLLOWED]]);
  });

test('what was shown before a followed link is not written, what comes after it is', async () => {
  page.follow(FOLLOWED)();
  address.show(OWN);
  write();
  assert.equal(address.link, FOLLOWED);
  finish();
  await settle();
  address.show(OWN);
  write();
  assert.equal(address.link, OWN);
});

test('what is chosen while a followed link is applied is written once it has been', async () => {
  page.follow(FOLLOWED)();
  address.show(OWN);
  finish(OWN);
  await settle();
  assert.equal(address.link, FOLLOWED);
  write();
  assert.equal(address.link, OWN);
  // The next one stays where nothing else is chosen.
  page.follow(FOLLOWED)();
  finish(OWN);
  await settle();
  write();
  assert.equal(address.link, FOLLOWED);
});

test('two links in a row: nothing is written until both have been applied', async () => {
  page.follow(FOLLOWED)();
  const first = finish;
  page.follow(`${FOLLOWED}&n_head=2`)();
  first();
  await settle();
  address.show(OWN);
  write();
  assert.equal(address.link, `${FOLLOWED}&n_head=2`);
  finish();
  await settle();
  address.show(OWN);
  write();
  assert.equal(address.link, OWN);
});

test('after a link that is rejected the address follows what is shown again', async () => {
  page.follow('v=9')();
  finish(new Error('bad link'));
  await settle();
  address.show(OWN);
  write();
  assert.equal(address.link, OWN);
});

test('parameters of the page leave the link as it is', () => {
  const hear = page.follow(FOLLOWED);
  address.setParameters({ lesson: 'list', lang: null });
  assert.equal(page.location.href, `https://glass.test/page/?lesson=list#${FOLLOWED}`);
  assert.equal(address.parameter('lesson'), 'list');
  assert.equal(address.parameter('lang'), null);
  hear();
  assert.deepEqual(applied, [FOLLOWED]);
});

test('a language or a mark of a site is nothing to look at; a text, a setting or a lesson is', () => {
  for (const plain of ['', 'v=2', 'v=2&pretrained=1'])
    assert.equal(hasContent(plain), false, plain);
  for (const link of ['v=2&pretrained=1&pin=9', 'v=2&own_text=c81', 'v=2&n_layer=1'])
    assert.equal(hasContent(link), true, link);
  for (const search of ['', '?lang=es', '?utm_source=mail&lang=en'])
    assert.equal(comesToLearn(search), false, search);
  for (const search of ['?lesson=list', '?lang=es&lessons=a.json', '?assign=x'])
    assert.equal(comesToLearn(search), true, search);
});
