/**
 * One player's sitting at one race, from the lobby to its end: what is known of the race, of the own game, and of the
 * connection, kept together as events and answers come in. It knows no page; whoever shows it listens.
 */

import { ask } from '../lib/session.js';
import { pause } from '../lib/time.js';
import { ServerClock } from './clock.js';
import { after, entryOf, hasStrangers, isOver, newer, withOwn } from './course.js';
import { BROWSER } from './line.js';
import { OwnGame } from './moves.js';
import { told } from './said.js';
import { subscribe } from './stream.js';

/** How long after its start a race is asked for its game: clocks here and there are not quite alike. */
const MARGIN_MS = 30;
const AGAIN_MS = 100;
/** Events after which the race tells its racers more than they do: games, seeds, names. */
const TELLING_LESS = new Set(['countdown', 'over', 'reset']);
/** What is refused because something else has happened first. */
const OUTDATED = new Set(['race-over', 'game-over', 'stale-game', 'race-started', 'race-full']);

export class Sitting {
  /**
   * @param {string} id the race's
   * @param {{me: string, code?: string, signal: AbortSignal}} who `me` is the player's id, `code` a private race's
   * @param {{changed: function(): void, happened: function(Object, string): void, moved: function(Object): void,
   *   failed: function(Error, function(): void=): void}} listener told of each change, each event with its words, each
   *   turn of the own game, and of what went wrong, with what tries it again
   */
  constructor(id, { me, code, signal }, listener) {
    Object.assign(this, { me, signal, listener });
    this.path = `/v1/races/${id}`;
    this.who = code ? { code } : {};
    this.clock = new ServerClock();
    this.connection = 'connecting';
    this.race = null;
    this.own = null;
    /** Events of people who have just sat down, to be told with their names. */
    this.unnamed = [];
  }

  /** The player's entry, if they have a seat. */
  get entry() {
    return entryOf(this.race, this.me);
  }

  /** The player's own game, as far as they may see it; null for spectators and before it is fetched. */
  get game() {
    return this.own?.now ?? null;
  }

  /** The race as both its events and the own moves tell it. */
  get seen() {
    return withOwn(this.race, this.game, this.me);
  }

  /** What there is to do: `open`, `countdown`, `running`, `finished` or `cancelled`. */
  get stage() {
    const isDealt = this.race.status === 'countdown' && this.game && this.game.status !== 'waiting';
    return isDealt ? 'running' : this.race.status;
  }

  /** Follows the race, which was fetched, until it is over or left. */
  async begin() {
    if (isOver(this.race)) return;
    await subscribe(this.race.id, {
      after: this.race.seq,
      code: this.who.code,
      onEvent: (event) => this.hear(event),
      onState: (state, problem) => this.connect(state, problem),
      signal: this.signal,
    }, BROWSER);
  }

  /**
   * Does something in the race: `join`, `ready`, `start`, `kick`, `leave` or `forfeit`.
   * @param {string} action
   * @param {Object} [body]
   * @returns {Promise<boolean>} whether it was done
   */
  act(action, body) {
    return this.tried(() => this.act(action, body), async () => {
      this.take(await this.asked('POST', `${this.path}/${action}`, { body }));
    });
  }

  /**
   * Takes the card in hand to a pile.
   * @param {number} pile
   */
  async place(pile) {
    await this.tried(() => this.place(pile), async () => {
      const turn = await this.own?.place(pile);
      if (turn) this.listener.moved(turn);
    });
    this.listener.changed();
  }

  /** Fetches the race anew. */
  async refresh() {
    this.take(await this.asked('GET', this.path, { query: this.who }));
  }

  hear(event) {
    const before = this.race;
    this.race = after(before, event);
    if (event.kind === 'joined' && hasStrangers(this.race)) this.unnamed.push(event);
    else this.listener.happened(event, told(before, this.race, event));
    if (hasStrangers(this.race) || TELLING_LESS.has(event.kind)) this.meanwhile(() => this.refresh());
    if (this.isBehind(event)) this.meanwhile(() => this.own.load());
    this.meetGame();
    this.listener.changed();
  }

  /** Whether an event tells more of the own game than is known here, as from another window. */
  isBehind({ kind, data }) {
    if (!this.game || this.own.isMoving) return false;
    const ends = data.seat === this.entry?.seat && 'time_ms' in data && !this.game.result;
    const moved = data.seat === this.entry?.seat && data.revealed > this.game.flips;
    return ends || moved || (kind === 'over' && !this.game.result);
  }

  connect(state, problem) {
    this.connection = state;
    this.problem = problem;
    if (state === 'hopeless') this.listener.failed(problem);
    this.listener.changed();
  }

  /** An answer about the race; the `asked` is when it was asked for. */
  take({ data, asked }) {
    this.clock.set(data.server_now, asked);
    this.race = this.race ? newer(this.race, data) : data;
    for (const event of hasStrangers(this.race) ? [] : this.unnamed.splice(0)) {
      this.listener.happened(event, told(this.race, this.race, event));
    }
    this.meetGame();
    this.listener.changed();
  }

  /** Fetches the own game as soon as there is one, and again when the race starts. */
  meetGame() {
    const id = this.entry?.game_id;
    if (!id || this.own || this.race.status === 'cancelled') return;
    this.own = new OwnGame(id, this.signal);
    this.meanwhile(() => this.deal());
  }

  async deal() {
    for (;;) {
      await this.own.load();
      this.listener.changed();
      if (this.game.status !== 'waiting' || isOver(this.race)) return;
      await pause(Math.max(AGAIN_MS, this.clock.until(this.race.starts_at) + MARGIN_MS), this.signal);
    }
  }

  async asked(method, path, options) {
    const asked = this.clock.ticks();
    return { ...(await ask(method, path, { ...options, signal: this.signal })), asked };
  }

  /** Does something of which nobody waits for the outcome. */
  meanwhile(doing) {
    this.tried(() => this.meanwhile(doing), doing);
  }

  async tried(again, doing) {
    try {
      await doing();
      this.listener.changed();
      return true;
    } catch (problem) {
      if (this.signal.aborted) return false;
      if (OUTDATED.has(problem.slug)) this.catchUp();
      const isRefused = problem.status >= 400 && problem.status < 429;
      this.listener.failed(problem, isRefused ? undefined : again);
      return false;
    }
  }

  /** Fetches whatever may have happened. */
  catchUp() {
    this.meanwhile(() => this.refresh());
    if (this.own) this.meanwhile(() => this.own.load());
  }
}
