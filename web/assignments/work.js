// SPDX-License-Identifier: MIT
// A learner's work on an assignment: the ID, the answers, and training the model with the App of
// a <glass-former>. Nothing here draws.
import { readPreference, writePreference } from '../state/preferences.js';
import { headName, isAblated } from '../state/selectors.js';
import {
  carryOut,
  fingerprint,
  idOf,
  isAnswered,
  isOfSettings,
  recipeOf,
  seedOf,
} from './assignment.js';
import { has, isObject, isText, listOf, parsed } from '../run/fields.js';
import { DocumentError } from '../run/fetch-document.js';
import { experimentFor, outcomeOfRuns } from './experiment.js';
import { handInOf } from './hand-in.js';
import { MEASURES } from './measures.js';

/** @import { App } from '../app/app.js' */
/** @import { Session } from '../state/types.js' */
/** @import { Assignment, Outcome, Question } from './assignment.js' */
/** @import { Answers, HandIn } from './hand-in.js' */

const KEY = 'glassformer.assignment';
const isOutcome = has({
  weights: isText,
  measures: isObject,
  lastLosses: listOf(Number.isFinite),
});
/** Longest answer that is stored. */
const MAX_ANSWER = 4000;

export class Work extends EventTarget {
  /** ID of the learner; '' until it is known. */
  who = '';
  seed = 0;
  /** @type {Answers} */ said = {};
  /** Predictions stay as they are once training has begun. */
  begun = false;
  /** Answers stay as they are once the file, with every measure, has been shown. */
  final = false;
  /** @type {Outcome | null} */ outcome = null;
  /** @type {'' | 'training' | 'paused'} */ busy = '';
  /** The outcome is of this visit, so its model is there. */ isFresh = false;
  /** The model being trained for it. @type {Session | null} */ #session = null;
  /** Where its answers are stored. */ #key = '';
  /** The trained model, while it is that of the page. @type {Session | null} */ model =
    null;
  /** What was measured of it for a question, and with which heads off, as "layer.head".
   * @type {Record<string, { of: Record<string, number>, off: string[] }>} */ measured =
    {};
  isMeasuring = false;

  /** @param {Assignment} assignment */
  constructor(assignment) {
    super();
    this.assignment = assignment;
  }

  /** Begins, or goes on, as this learner. @param {string} who */
  async use(who) {
    const { assignment } = this;
    const id = idOf(who);
    if (id === '') return;
    this.#key = `${KEY}.${(await fingerprint(assignment)).slice(0, 16)}.${id}`;
    const before = stored(this.#key);
    const seed = await seedOf(assignment.name, id);
    Object.assign(this, before, { who: id, seed, isFresh: false });
    this.#changed();
  }

  /** @param {string} id of the question @param {number | string | undefined} answer */
  answer(id, answer) {
    const kept = typeof answer === 'string' ? answer.slice(0, MAX_ANSWER) : answer;
    this.#catchUp();
    const said = { ...this.said };
    if (kept === undefined || kept === '') delete said[id];
    else said[id] = kept;
    this.said = said;
    this.#store();
  }

  /** Answers stay from now on.
   * @returns {Promise<HandIn | null>} the file with them; null: no model is trained yet */
  async finish() {
    this.#catchUp();
    this.final = true;
    this.#store();
    const { assignment, who, said, outcome } = this;
    return outcome && handInOf(assignment, who, said, outcome);
  }

  /** Questions of one time, or of both, without an answer. @param {Question['when']} [time] */
  missing(time) {
    return this.assignment.questions.filter(
      (question) =>
        (time ?? question.when) === question.when &&
        !isAnswered(question, this.said[question.id]),
    );
  }

  get mayTrain() {
    return (
      this.who !== '' && this.busy !== 'training' && this.missing('before').length === 0
    );
  }

  /** Trains and measures; goes on where training was paused. Throws what the engine says of
   * the settings. @param {App} app */
  async train(app) {
    if (!this.mayTrain) return;
    this.#catchUp();
    this.begun = true;
    this.outcome = null;
    this.measured = {};
    this.busy = 'training';
    this.#store();
    let isWhole = true;
    const end = app.store.subscribe((changed) => {
      if (changed.has('ablated') && app.store.state.ablated.length > 0) isWhole = false;
    });
    try {
      if (this.assignment.experiment) {
        this.outcome = await this.#trainRuns(app);
        isWhole = true;
      } else this.outcome = await this.#trainModel(app, () => isWhole);
      const { outcome } = this;
      this.isFresh = outcome !== null;
      this.busy = outcome || !this.begun ? '' : 'paused';
    } catch (error) {
      this.busy = '';
      // Others may be chosen: with these there will never be a model.
      if (isOfSettings(error)) this.begun = false;
      throw error;
    } finally {
      end();
      if (this.busy !== 'paused') this.#session = null;
      this.#store();
    }
  }

  /** @param {App} app @param {() => boolean} isWhole no head was off meanwhile
   * @returns {Promise<Outcome | null>} */
  async #trainModel(app, isWhole) {
    const session = this.#resumed(app) ?? (await this.#begin(app));
    const outcome = session && (await carryOut(session, this.assignment));
    if (!isWhole()) throw new DocumentError('headsOff');
    if (session && outcome) this.#follow(app, session);
    return outcome;
  }

  /** The runs of the experiment, in its place in the lab, where they can be stopped.
   * @param {App} app @returns {Promise<Outcome | null>} null: stopped */
  async #trainRuns(app) {
    await app.ready;
    const { experimentsOf } = await import('../experiments/experiments.js');
    const experiment = await experimentFor(this.assignment, this.who, this.said);
    const all = experimentsOf(app);
    await all.ready;
    const isOpen = await all.open(JSON.stringify(experiment));
    app.selection.openPlace('lab');
    app.selection.openPanel('experiments');
    if (!isOpen) {
      // What is wrong with it is said there.
      this.begun = false;
      return null;
    }
    const { runner } = all.chosen;
    await all.start();
    const [failure] = runner.failures.values();
    if (failure) throw failure;
    if (!runner.isDone) return null;
    const results = runner.runs.flatMap((run) => runner.results.get(run) ?? []);
    const engine = app.store.state.session?.info.version ?? '';
    return outcomeOfRuns(experiment, results, engine);
  }

  /** The paused model, if it is still the one in use and has not gone too far. @param {App} app */
  #resumed({ store }) {
    const { session } = store.state;
    const isSame = session && session === this.#session;
    return isSame && session.steps <= this.assignment.steps ? session : null;
  }

  /** A fresh model with the learner's seed. The run before it is shelved, as always.
   * @param {App} app @returns {Promise<Session | null>} null: overtaken */
  async #begin(app) {
    await app.ready;
    const { assignment, who, said } = this;
    const { preset, settings, text } = await recipeOf(assignment, who, said);
    app.pendingConfig.choose({ preset, settings });
    if (!(await app.prepare(text, settings))) return null;
    app.pendingConfig.describeAgain();
    this.#session = app.store.state.session;
    return this.#session;
  }

  /** @param {App} app @param {Session} session trained to the end of the assignment */
  #follow({ store }, session) {
    this.model = session;
    const end = store.subscribe(() => {
      const isSame = store.state.session === session;
      if (isSame && session.steps === this.assignment.steps) return;
      end();
      if (this.model !== session) return;
      this.model = null;
      this.#changed();
    });
  }

  /** Measures the model on the screen for a question, with the heads off that are off.
   * @param {App} app @param {string} id of the question */
  async measure({ store }, id) {
    const { model, assignment } = this;
    if (!model || this.isMeasuring) return;
    const { onScreen = [] } = assignment.questions.find((each) => each.id === id) ?? {};
    const off = store.state.ablated.map(headName);
    this.isMeasuring = true;
    this.#changed();
    try {
      /** @type {Record<string, number>} */
      const of = {};
      /** @type {import('./measures.js').IsOff} */
      const isOff = ({ layer, head }) => isAblated(store.state.ablated, layer, head);
      for (const { name } of onScreen) of[name] = await MEASURES[name](model, isOff);
      this.measured = { ...this.measured, [id]: { of, off } };
    } finally {
      this.isMeasuring = false;
      this.#changed();
    }
  }

  /** What the learner has said and done in another tab meanwhile stays. */
  #catchUp() {
    const { said, begun, final, outcome } = stored(this.#key);
    this.said = { ...this.said, ...said };
    this.begun ||= begun;
    this.final ||= final;
    this.outcome ??= outcome;
  }

  #store() {
    const { said, begun, final, outcome } = this;
    writePreference(this.#key, JSON.stringify({ said, begun, final, outcome }));
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** What is stored, as far as it is valid. @param {string} key
 * @returns {{ said: Answers, begun: boolean, final: boolean, outcome: Outcome | null }} */
function stored(key) {
  const kept = parsed(readPreference(key) ?? '') ?? {};
  const { said, outcome } = kept;
  return {
    said: isObject(said) ? said : {},
    begun: kept.begun === true,
    final: kept.final === true,
    outcome: isOutcome(outcome) ? outcome : null,
  };
}
