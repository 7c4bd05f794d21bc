// SPDX-License-Identifier: MIT
// In the frame: every step of a lesson as a statement of xAPI 1.0.3, without the actor, which
// the page around adds. The measures are numbers of the engine, the same for every learner.
const VERB = {
  id: 'http://adlnet.gov/expapi/verbs/answered',
  display: { en: 'answered' },
};
const TYPE = 'http://adlnet.gov/expapi/activities/interaction';

addEventListener('gf-lesson-step', (event) => {
  const { lesson, step, prediction, right, measures } = /** @type {CustomEvent} */ (
    event
  ).detail;
  const page = location.href.replace(/[?#].*/, '');
  const extensions = { [`${page}#measures`]: measures };
  const statement = {
    verb: VERB,
    object: {
      id: `${page}?lesson=${lesson}#step-${step}`,
      definition: { type: TYPE },
    },
    result: {
      completion: true,
      ...(prediction === null ? {} : { response: String(prediction) }),
      ...(right === null ? {} : { success: right }),
      extensions,
    },
  };
  // To a page of this site; write the address of yours if it is another.
  parent.postMessage(
    { type: 'glass-former:statement', v: 1, statement },
    location.origin,
  );
});
