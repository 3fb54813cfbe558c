/** A racer's own game: fetched, and moved so that no card is placed twice and no stale one at all. */

import { ask } from '../lib/session.js';
import { language } from '../lib/words.js';

export class OwnGame {
  /**
   * @param {string} id
   * @param {AbortSignal} signal
   * @param {{asking?: function(string, string, Object): Promise<Object>, lang?: string}} [how] `asking` as `ask` of the
   *   session, `lang` for the coach
   */
  constructor(id, signal, { asking = ask, lang = language() } = {}) {
    this.path = `/v1/games/${id}`;
    this.signal = signal;
    this.asking = asking;
    this.lang = lang;
    /** The game as far as it is known here; null before it was fetched. */
    this.now = null;
    /** A step whose answer has not come. */
    this.pending = null;
    this.isMoving = false;
    this.tag = null;
  }

  /** Fetches the game. An answer that steps have overtaken changes nothing. */
  async load() {
    const { data, headers } = await this.asking('GET', this.path, { signal: this.signal });
    this.take(data, headers);
  }

  /**
   * Takes the card in hand to a pile. Where an earlier step has had no answer, that one is sent again instead: under
   * its own key, so that it happens once, whether or not it had arrived.
   * @param {number} pile
   * @returns {Promise<{accepted: boolean, coach: Object|null, moves: Object[], pile: number}|null>} null while a step
   *   is under way, or where there is no card in hand
   * @throws {Problem} also where no answer came at all: the step is kept then, for the next call
   */
  async place(pile) {
    if (this.isMoving || !this.now?.hand) return null;
    this.pending ??= { pile, key: keyOfStep(this.now), tag: this.tag };
    this.isMoving = true;
    try {
      return await this.send(this.pending);
    } catch (problem) {
      if (isRefused(problem)) this.pending = null;
      throw problem;
    } finally {
      this.isMoving = false;
    }
  }

  async send({ pile, key, tag }) {
    const { data, headers } = await this.asking('POST', `${this.path}/step`,
      { body: { pile }, query: { lang: this.lang }, key, ifMatch: tag, signal: this.signal });
    this.pending = null;
    this.take(data.game, headers);
    return { ...data, pile };
  }

  take(game, headers) {
    if (this.now && (game.version < this.now.version || (this.now.result && !game.result))) return;
    this.now = game;
    this.tag = headers.get('ETag') ?? `"${game.version}"`;
  }
}

/** Under which one step is sent, however often: another window's step for the same card is another. */
const keyOfStep = ({ version }) => `${version}-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** The service has decided: nothing was done, and the same again would be refused again. */
const isRefused = ({ status }) => status >= 400 && status < 500 && status !== 408 && status !== 429;
