// SPDX-License-Identifier: MIT
// Shannon's game: the reader and the model guess the same characters of a text that the model was
// not trained on, each until it is right. Only in our own page and frame.
import { html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { isHeldOut, learnsText } from '../../run/splits.js';
import { barTable } from '../shared/bars.js';
import { button } from '../shared/controls.js';
import { copyLink } from '../shared/save.js';
import { say } from '../shared/say.js';
import { folded, table } from '../shared/tables.js';
import { define, questions, View } from '../shared/view.js';
import { keysOf, keyTable } from './keys.js';
import { boundsOf, CLEAR, LEAST, mean, winnerOf } from './measure.js';
import './predictors.js';
import * as rounds from './rounds.js';
import { guessingStyles } from './style.js';

/** @import { Guesses } from './predictors.js' */
/** @import { Played, Round } from './rounds.js' */

/** A round under way, and what is known of it.
 * @typedef {{ round: Round, played: Played, model: Guesses | null, step: number }} Game */

/** A sentence, its data, and the round that it is of.
 * @typedef {{ key: string, data: Record<string, string>, check: string }} Said */

class Guessing extends View.withState({
  /** What came of the last guess. @type {Said | null} */
  said: null,
  /** Capital letters are on the keys. */
  capitals: false,
}) {
  static queries = questions('guessing:round');
  static styles = guessingStyles;

  /** @returns {Game | null} */
  get #game() {
    const round = rounds.roundOf(this.state);
    if (!round) return null;
    const { value, step = 0 } = this.answer('guessing:round') ?? {};
    const model = value?.check === round.check ? value : null;
    return { round, played: rounds.playedOf(round), model, step };
  }

  render() {
    const game = this.#game;
    const reason = say(this, rounds.obstacleOf(this.state) || 'none', {
      least: this.format.integer(rounds.GUESSED),
      n: this.format.integer(this.state.session?.info.blockSize ?? 0),
    });
    return html`<section class="pane">
      <h2 class="title">${say(this, 'title')}</h2>
      ${game ? this.#body(game) : html`<p class="claim">${reason}</p>`}
    </section>`;
  }

  /** @param {Game} game */
  #body(game) {
    const { round, played } = game;
    const { format } = this;
    const sender = this.#sender(game);
    const intro = say(this, 'intro', {
      passages: this.#passages(round),
      n: format.integer(round.hidden.length),
    });
    const challenge =
      sender.ranks.length > 0
        ? say(this, 'challenge', {
            bits: this.#bits(sender.ranks),
            n: format.integer(sender.ranks.length),
          })
        : '';
    return html`<p class="claim">${intro} ${challenge}</p>
      ${sender.problem ? html`<p class="problem" role="alert" id="problem">${say(this, sender.problem)}</p>` : nothing}
      <div class="game">
        <div>
          ${isDone(game) ? this.#end(game) : this.#desk(game)} ${this.#tools(game)}
        </div>
        <div>
          ${played.ranks.length > 0 ? this.#result(game, sender.ranks) : nothing}
        </div>
      </div>
      <p class="look">
        ${say(this, 'look', { counted: say(this, learnsText(this.state) ? 'training' : 'around') })}
      </p>`;
  }

  /** How many, and what they are from. @param {Round} round */
  #passages({ passages: { length: n } }) {
    const text = say(this, isHeldOut(this.state) ? 'heldOut' : 'otherText');
    return say(this, n === 1 ? 'passage' : 'passages', {
      n: this.format.integer(n),
      text,
    });
  }

  /** @param {number[]} ranks */
  #bits = (ranks) => this.format.loss(boundsOf(ranks).lower);

  /** What a link brought: the guesses of its sender, or why they are left out.
   * @param {Game} game @returns {{ ranks: number[], problem: string }} */
  #sender({ round, played }) {
    const { session, showing } = this.state;
    const { guesses } = showing;
    const code = rounds.readCode(guesses);
    const ranks = (code?.ranks ?? []).slice(0, round.hidden.length);
    const most = session?.info.vocabulary.length ?? 0;
    if (guesses && (!code || ranks.some((rank) => rank > most)))
      return { ranks: [], problem: 'damaged' };
    if (ranks.length > 0 && code?.check !== round.check)
      return { ranks: [], problem: 'elsewhere' };
    return { ranks: String(ranks) === String(played.ranks) ? [] : ranks, problem: '' };
  }

  // ---- guessing -----------------------------------------------------------------------

  /** @param {Game} game */
  #desk({ round, played }) {
    const { format } = this;
    const i = played.ranks.length;
    const k = Math.floor(i / rounds.GUESSED);
    const { context, hidden } = round.passages[k];
    const known = hidden.slice(0, i - k * rounds.GUESSED);
    const at = say(this, 'at', {
      round: String(round.number),
      passage: format.integer(k + 1),
      passages: format.integer(round.passages.length),
      i: format.integer(i + 1),
      n: format.integer(round.hidden.length),
    });
    const { key, data } =
      this.said?.check === round.check ? this.said : { key: 'begin', data: {} };
    const rest = '·'.repeat(hidden.length - known.length - 1);
    const asked = html`<mark>?</mark
      ><span class="rest" aria-hidden="true">${rest}</span>`;
    return html`<p class="at number" id="at">${at}</p>
      ${passage(context, known, asked)}
      <div class="row">
        <label
          >${say(this, 'yours')}
          <input
            id="guess"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            @input=${this.#onInput}
            @compositionend=${this.#onInput}
            @keydown=${this.#onKey}
        /></label>
        <p class="said" role="status" id="said">${say(this, key, data)}</p>
      </div>
      ${this.#keys(played)}`;
  }

  /** @param {Played} played */
  #keys({ tried }) {
    const { small, capitals } = keysOf(this.#vocabulary, this.state.lang);
    const isOn = this.capitals && capitals.length > 0;
    const turn = () => (this.capitals = !isOn);
    return keyTable({
      shown: isOn ? capitals : small,
      tried,
      label: say(this, 'keys'),
      press: (c) => this.#guess(c),
      shift: capitals.length > 0 ? { label: say(this, 'capitals'), isOn, turn } : null,
    });
  }

  get #vocabulary() {
    return this.state.session?.info.vocabulary ?? [];
  }

  #onInput = (/** @type {InputEvent | CompositionEvent} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const character = [...field.value].at(-1);
    if (!character) return;
    // Keyboards of phones compose words from whole letters, others a letter from an accent.
    const isComposing = 'isComposing' in event && event.isComposing;
    if (isComposing && !this.#vocabulary.includes(character)) return;
    field.value = '';
    this.#guess(character);
  };

  #onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.#guess('\n');
  };

  /** @param {string} character */
  #guess(character) {
    const game = this.#game;
    if (!game || isDone(game)) return;
    const { round, played, model } = game;
    const { ranks, tried } = played;
    const c = visible(character);
    const i = ranks.length;
    const tell = (/** @type {string} */ key, data = {}) =>
      (this.said = { key, data: { c, ...data }, check: round.check });
    if (!this.#vocabulary.includes(character)) return tell('unknown');
    if (tried.includes(character)) return tell('tried');
    const rank = tried.length + 1;
    const n = this.format.integer(rank);
    if (character !== round.hidden[i]) {
      tell('wrong', { n });
      return this.#play(round, { ...played, tried: [...tried, character] });
    }
    if (model) {
      const guesses = this.format.integer(model.model[i]);
      tell('right', { you: n, model: guesses, first: visible(model.first[i]) });
    } else tell('rightAlone', { you: n });
    this.#play(round, { ...played, ranks: [...ranks, rank], tried: [] });
  }

  /** @param {Round} round @param {Played} played */
  #play(round, played) {
    rounds.keepPlayed(round, played);
    this.requestUpdate();
    if (isDone({ round, played }))
      void this.updateComplete.then(() => this.find('#other')?.focus());
  }

  /** @param {Game} game */
  #tools({ round, played }) {
    const { ranks, tried } = played;
    const hasBegun = ranks.length + tried.length > 0;
    const isOver = isDone({ round, played });
    const other = () => {
      this.app.selection.show({ guesses: String(rounds.after(round.number)) });
      void this.#toField();
    };
    return html`<div class="row tools">
      ${button(say(this, 'other'), other, { id: 'other', kind: isOver ? 'primary' : '' })}
      ${isOver ? nothing : button(say(this, 'stop'), () => this.#play(round, { ...played, isOver: true }), { id: 'stop', kind: '' })}
      ${button(say(this, ranks.length > 0 ? 'share' : 'invite'), () => this.#share(round, ranks), { id: 'share', kind: '' })}
      ${hasBegun || isOver ? button(say(this, 'again'), () => this.#again(round), { id: 'again', kind: 'plain' }) : nothing}
    </div>`;
  }

  /** @param {Round} round */
  #again(round) {
    this.said = null;
    this.#play(round, { text: round.text, ranks: [], tried: [], isOver: false });
    void this.#toField();
  }

  /** A keyboard on the screen would cover what is asked. */
  async #toField() {
    await this.updateComplete;
    if (!matchMedia('(pointer: coarse)').matches) this.find('#guess')?.focus();
  }

  /** The address of the page keeps what the sender of its link had.
   * @param {Round} round @param {number[]} ranks */
  #share(round, ranks) {
    const { selection } = this.app;
    const { guesses } = this.state.showing;
    selection.show({ guesses: rounds.codeOf(round, ranks) });
    const copied = copyLink(this.app);
    selection.show({ guesses });
    return copied;
  }

  // ---- what came of it ----------------------------------------------------------------

  /** @param {Game} game */
  #end({ round, played }) {
    const { format } = this;
    const done = say(this, 'done', {
      round: String(round.number),
      i: format.integer(played.ranks.length),
      n: format.integer(round.hidden.length),
    });
    return html`<p class="at number" id="at">${done}</p>
      ${round.passages.map(({ context, hidden }) => passage(context, hidden))}`;
  }

  /** @param {Game} game @param {number[]} sender */
  #result({ round, played, model, step }, sender) {
    if (!model) return this.waiting();
    const { format } = this;
    const n = played.ranks.length;
    const models = model.model.slice(0, n);
    const winner = winnerOf(played.ranks, models);
    const claim = say(this, 'claim', {
      n: format.integer(n),
      all: format.integer(round.hidden.length),
      passages: this.#passages(round),
      step: format.integer(step),
      you: this.#bits(played.ranks),
      model: this.#bits(models),
      verdict: say(this, winner, {
        least: format.integer(LEAST),
        clear: format.times(CLEAR),
      }),
    });
    const bits = format.loss(mean(model.bits.slice(0, n)));
    const players = this.#players(played.ranks, model, sender);
    return html`<p class="claim number" id="claim">
        ${claim} ${say(this, 'entropy', { bits })} ${this.#best(round)}
      </p>
      ${barTable(
        say(this, 'title'),
        [say(this, 'who'), say(this, 'bits')],
        players.map(({ name, ranks }) => ({
          name,
          value: boundsOf(ranks).lower,
          words: this.#bits(ranks),
        })),
      )}
      ${folded(say(this, 'numbers'), [this.#bounds(players), this.#places(round, played, model)])}`;
  }

  /** @param {number[]} yours @param {Guesses} model @param {number[]} sender */
  #players(yours, { model, pairs, letters }, sender) {
    const n = yours.length;
    const senderName = say(this, sender.length < n ? 'senderFewer' : 'senderRow', {
      n: this.format.integer(sender.length),
    });
    return [
      { name: say(this, 'youRow'), ranks: yours },
      { name: say(this, 'modelRow'), ranks: model.slice(0, n) },
      ...(sender.length > 0 ? [{ name: senderName, ranks: sender.slice(0, n) }] : []),
      { name: say(this, 'pairs'), ranks: pairs.slice(0, n) },
      { name: say(this, 'letters'), ranks: letters.slice(0, n) },
    ];
  }

  /** @param {Round} round */
  #best(round) {
    const all = rounds
      .finishedLike(round)
      .map(({ number, ranks }) => ({ number, ranks, bits: boundsOf(ranks).lower }))
      .sort((a, b) => a.bits - b.bits);
    if (all.length === 0) return '';
    const [{ number, ranks }] = all;
    return say(this, 'best', { bits: this.#bits(ranks), round: String(number) });
  }

  /** @param {{ name: string, ranks: number[] }[]} players */
  #bounds(players) {
    const { format } = this;
    return table({
      id: 'bounds',
      head: ['who', 'lower', 'upper', 'once'].map((key) => say(this, key)),
      rows: players.map(({ name, ranks }) => {
        const { lower, upper, first } = boundsOf(ranks);
        const most = upper < lower ? nothing : format.loss(upper);
        return [name, format.loss(lower), most, format.percent(first)];
      }),
    });
  }

  /** @param {Round} round @param {Played} played @param {Guesses} model */
  #places({ hidden }, { ranks }, model) {
    const { format } = this;
    const head = ['character', 'youRow', 'modelRow', 'modelFirst', 'surprisal'];
    return table({
      id: 'places',
      head: head.map((key) => say(this, key)),
      rows: ranks.map((rank, i) => [
        `${format.integer(i + 1)}: ${visible(hidden[i])}`,
        format.integer(rank),
        format.integer(model.model[i]),
        visible(model.first[i]),
        format.loss(model.bits[i]),
      ]),
    });
  }
}

/** What is known of a passage, and what is not.
 * @param {string[]} context @param {string[]} known @param {unknown} [asked] */
function passage(context, known, asked = nothing) {
  // Blanks count in it.
  const words = html`<span class="rest">…</span
    >${context.join('')}<b>${known.map(visible).join('')}</b>${asked}`;
  return html`<p class="passage" dir="auto">${words}</p>`;
}

/** @param {Pick<Game, 'round' | 'played'>} game */
const isDone = ({ round, played }) =>
  played.isOver || played.ranks.length === round.hidden.length;

define('gf-guessing', Guessing);
