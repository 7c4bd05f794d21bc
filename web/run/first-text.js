// SPDX-License-Identifier: MIT
// What is written unasked where the place for writing opens: one text of a model, after the
// beginning of the line, unless the reader has a prompt.
import { isSpare } from '../queries/budget.js';
import { samplePrompt } from './prompts.js';
import { PACE_MS } from './writing.js';

/** @import { AppStore } from '../state/state.js' */
/** @import { Session } from '../state/types.js' */
/** @typedef {{ store: AppStore, writing: Pick<import('./writing.js').Writing, 'play'> }} Host */

/** Whose prompt the page has put in last. @type {WeakMap<AppStore, Session>} */
const given = new WeakMap();
/** Models that have written. @type {WeakSet<Session>} */
const begun = new WeakSet();

/** The prompt of what a model wrote, else the beginning of the line, until the reader has one.
 * @param {AppStore} store @param {Session} session */
function givePrompt(store, session) {
  const { sampler, givenPrompt, line, completion } = store.state;
  const isReaders = sampler.prompt !== givenPrompt;
  if (given.get(store) === session || isReaders || session.info.form !== 'text') return;
  given.set(store, session);
  const prompt = completion?.tokens.length ? completion.prompt : samplePrompt(line);
  store.set({ sampler: { ...sampler, prompt }, givenPrompt: prompt });
}

/** From when the place is seen. @param {Host} host
 * @returns {() => void} called when it no longer is */
export function writeFirst({ store, writing }) {
  const look = () => {
    const { session, place, line } = store.state;
    if (!session || place !== 'write' || line === '') return;
    givePrompt(store, session);
    const { completion } = store.state;
    if (completion?.busy || completion?.tokens.length) begun.add(session);
    // What comes next is known: the prompt can be read.
    if (begun.has(session) || !completion?.next) return;
    if (!isSpare(store.state, PACE_MS)) return;
    begun.add(session);
    void writing.play();
  };
  const end = store.subscribe(look);
  look();
  return end;
}
