// SPDX-License-Identifier: MIT
// The side of the learning management system: takes statements from its frame alone, adds who
// is signed in, and would now store them, by xAPI in its learning record store.
const frame = document.querySelector('iframe');
const list = document.querySelector('ol');

/** Whoever is signed in; the lesson does not know. */
const ACTOR = {
  objectType: 'Agent',
  account: { homePage: location.origin, name: '27' },
};

addEventListener('message', ({ source, origin, data }) => {
  if (!frame || source !== frame.contentWindow || origin !== location.origin) return;
  if (data?.type !== 'glass-former:statement' || data.v !== 1) return;
  const { verb, object, result } = data.statement;
  const statement = { actor: ACTOR, verb, object, result };
  const item = document.createElement('li');
  item.textContent = JSON.stringify(statement);
  list?.append(item);
});
