/**
 * A game being played: the dial, how it stands, what can be done, and what came of it.
 *
 * One thing is asked of the server at a time, and what it answers is what is shown. When the game has moved on
 * elsewhere, it is fetched and shown as it is.
 */

import { announce } from '../lib/announce.js';
import { h, replace } from '../lib/dom.js';
import { keepBeside } from '../lib/kept.js';
import { clearProblem, showProblem } from '../lib/notice.js';
import { preferences } from '../lib/preferences.js';
import { offsetOf, pause } from '../lib/time.js';
import { language } from '../lib/words.js';
import { abandon, change, fetchGame, mustDecide } from './client.js';
import { createControls } from './controls.js';
import { questionOf } from './decision.js';
import { confirmed, showHelp } from './dialogs.js';
import { createDial } from './dial.js';
import { listen } from './keys.js';
import { tell } from './piles.js';
import { showResult, summary } from './result.js';
import { tick } from './sound.js';
import { createStatus } from './status.js';

const OUTDATED = new Set(['stale-game', 'game-over', 'decision-pending', 'no-decision-pending', 'nothing-to-undo']);
const PILES = Array.from({ length: 13 }, (_, index) => index + 1);
const REST = { slow: 700, steady: 260, quick: 40 };

/** A game on the page. */
export class Table {
  #signal;
  #onAgain;
  #onTurn;
  #now = null;
  #offset = 0;
  #busy = false;
  #playing = null;
  #question = null;

  /**
   * @param {Element} root
   * @param {{signal: AbortSignal, placing: boolean, onAgain: function(): void, tools?: HTMLElement[],
   *   keys?: Object<string, function(): void>, onTurn?: function(Turn): void}} options `placing` says whether the player
   *   sets the cards; `tools` are buttons and `keys` their keys; `onTurn` is told what each change came to
   */
  constructor(root, { signal, placing, onAgain, tools = [], keys = {}, onTurn = () => {} }) {
    this.#signal = signal;
    this.#onAgain = onAgain;
    this.#onTurn = onTurn;
    this.dial = createDial({ onPile: (pile) => this.press(pile), drag: placing });
    this.status = createStatus(signal);
    this.controls = createControls({
      reveal: () => this.reveal(), play: () => this.play(), finish: () => this.finish(), giveUp: () => this.giveUp(),
    }, tools);
    this.coach = h('p', { class: 'coach', hidden: true, lang: language() });
    this.asked = h('div', { class: 'asked' });
    this.side = h('div', { class: 'side' }, this.status.element, this.coach, this.controls.element, this.asked);
    replace(root, h('div', { class: 'table' }, this.dial.element, this.side));
    listen({ go: () => this.reveal(), p: () => this.play(), '?': showHelp, ...keys }, (pile) => this.press(pile), signal);
    signal.addEventListener('abort', () => this.#playing?.abort());
  }

  /** @returns {Object} the game as it was last seen */
  get game() {
    return this.#now.game;
  }

  /** @returns {boolean} whether it plays by itself */
  get playing() {
    return this.#playing !== null;
  }

  /**
   * Show a game that was dealt or fetched.
   * @param {import('./client.js').Turn} turn
   * @returns {Promise<void>}
   */
  async open(turn) {
    if (turn.game.commitment && !turn.game.result) keepBeside('commitment', turn.game.id, turn.game.commitment);
    await this.#settle(turn);
    if (!turn.game.result && !mustDecide(turn.game)) this.#focusPlay();
  }

  /** Set the card in hand and turn the next, where the service sets the cards. */
  reveal() {
    return this.#now.game.mode === 'reveal' && this.act('step', {});
  }

  /**
   * What a pressed pile means: the answer to a question, or where the card in hand goes.
   * @param {number} pile
   */
  press(pile) {
    const { game } = this.#now;
    if (this.#question) return this.#question.pick(pile);
    if (game.status !== 'in_progress') return undefined;
    if (game.mode === 'placement') return this.act('step', { pile });
    return pile === game.hand.from ? this.reveal() : undefined;
  }

  /** Go on card by card until something is asked, the game is over, or this is called again. */
  async play() {
    if (this.#playing) return this.#playing.abort();
    const stop = new AbortController();
    this.#playing = stop;
    this.#refresh();
    while (!stop.signal.aborted && this.game.status === 'in_progress') {
      if (!(await this.act('step', this.game.mode === 'placement' ? { pile: this.game.hand.home } : {}))) break;
      await pause(REST[preferences().speed], stop.signal).catch(() => {});
    }
    this.#playing = null;
    return this.#signal.aborted ? undefined : this.#refresh();
  }

  /** Go on at once, to the end or to a decision. */
  finish() {
    this.#playing?.abort();
    return this.act('autoplay', { until: 'decision' });
  }

  /** Give the game up, if the player is sure. */
  async giveUp() {
    this.#playing?.abort();
    const loss = this.game.practice ? '' : ' It counts as abandoned, and ends a winning streak.';
    if (!(await confirmed(`Give this game up?${loss}`, 'Give up'))) return;
    await this.#ask(() => abandon(this.#now, this.#signal));
  }

  /**
   * Change the game.
   * @param {string} action
   * @param {Object} body
   * @returns {Promise<boolean>} whether the server has done it
   */
  act(action, body) {
    return this.#ask(() => change(this.#now, action, body, this.#signal));
  }

  /**
   * Show advice: where the card goes, and why.
   * @param {number} pile
   * @param {string} why
   */
  advise(pile, why) {
    this.dial.mark(pile, 'hint');
    this.#tell(why);
  }

  /** Fetch the game and show it as it is. */
  again() {
    return this.#ask(() => fetchGame(this.game.id, this.#signal));
  }

  async #ask(question) {
    if (this.#busy) return false;
    this.#busy = true;
    clearProblem(this.side);
    try {
      await this.#settle(await question());
      return true;
    } catch (problem) {
      await this.#failed(problem);
      return false;
    } finally {
      this.#busy = false;
    }
  }

  async #failed(problem) {
    if (this.#signal.aborted) return;
    try {
      if (OUTDATED.has(problem.slug)) await this.#settle(await fetchGame(this.game.id, this.#signal));
      else await this.dial.show(this.game);
      showProblem(this.side, problem, OUTDATED.has(problem.slug) ? undefined : () => this.again());
    } catch (other) {
      showProblem(this.side, other, () => this.again());
    }
  }

  async #settle(turn) {
    const { game, moves, accepted, coach } = turn;
    this.#now = turn;
    this.#offset = offsetOf(turn.serverNow);
    this.#say(turn);
    this.dial.mark(coach?.pile ?? null, 'hint');
    if (accepted) tick();
    await this.dial.show(game, { moves, animate: true, speed: preferences().speed });
    if (this.#signal.aborted) return;
    this.#refresh();
    await this.#askOrEnd(game);
    this.#onTurn(turn);
  }

  #say({ game, moves, coach }) {
    this.coach.hidden = true;
    if (coach) return this.#tell(coach.why);
    return announce(`${tell(moves, game)}${game.result ? ` ${summary(game)}` : ''}`);
  }

  #tell(text) {
    this.coach.hidden = false;
    this.coach.textContent = text;
    announce(text);
  }

  #refresh() {
    this.status.show(this.game, this.#offset);
    this.controls.show(this.game, this.playing);
    this.dial.choose(this.#pressable());
  }

  #pressable() {
    const { status, mode, choices, hand } = this.game;
    if (choices) return [...new Set(choices.map(({ pile }) => pile))];
    if (status !== 'in_progress') return [];
    return mode === 'placement' ? PILES : [hand.from];
  }

  async #askOrEnd(game) {
    const had = this.asked.firstChild;
    this.#question = await questionOf(game, {
      signal: this.#signal,
      onChoose: (action, body) => this.act(action, body),
      onPile: (pile) => this.dial.mark(pile, 'chosen'),
    });
    const element = game.result ? this.#resultOf(game) : this.#question?.element;
    replace(this.asked, element);
    if (element) element.querySelector('h2').focus({ preventScroll: innerWidth > 800 });
    else if (had) this.#focusPlay();
  }

  #resultOf(game) {
    return showResult(game, {
      signal: this.#signal,
      onAgain: this.#onAgain,
      onReveal: (hidden) => {
        this.dial.reveal(hidden);
        this.dial.element.scrollIntoView({ block: 'nearest' });
      },
    });
  }

  #focusPlay() {
    if (this.game.mode === 'placement') this.dial.focus(this.game.hand?.from ?? 13);
    else this.controls.focus();
  }
}
