/**
 * A game at the server: what can be asked of it, each time with the state that the player saw.
 *
 * `If-Match` keeps a card from falling twice when the same game is open in two windows.
 */

import { all } from '../lib/api.js';
import { ask } from '../lib/session.js';
import { language } from '../lib/words.js';

/**
 * @typedef {Object} Turn
 * @property {Object} game as it is now
 * @property {Object[]} moves what was done
 * @property {boolean} accepted
 * @property {Object|null} coach
 * @property {string} etag of the game now
 * @property {string} serverNow the server's time when it answered
 */

const OPEN = ['in_progress', 'awaiting_reprieve', 'awaiting_fork'];

/**
 * Deal.
 * @param {Object} wanted the deal request
 * @param {AbortSignal} signal
 * @returns {Promise<Turn>}
 */
export async function deal(wanted, signal) {
  return fromGame(await ask('POST', '/v1/games', { body: wanted, signal }));
}

/**
 * Fetch a game.
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<Turn>}
 */
export async function fetchGame(id, signal) {
  return fromGame(await ask('GET', `/v1/games/${id}`, { signal }));
}

/**
 * The player's open games, newest first; those of races are elsewhere.
 * @param {boolean} practice which kind
 * @param {AbortSignal} signal
 * @returns {Promise<Object[]>}
 */
export async function openGames(practice, signal) {
  const lists = await Promise.all(OPEN.map((status) => ask('GET', '/v1/games', { query: { status, limit: 20 }, signal })));
  return lists.flatMap(({ data }) => data.items)
    .filter((game) => game.practice === practice && game.race_id === null)
    .sort((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
}

/**
 * Change a game.
 * @param {Turn} now what the player saw
 * @param {'step'|'autoplay'|'reprieve'|'fork'|'undo'} action
 * @param {Object} body
 * @param {AbortSignal} signal
 * @returns {Promise<Turn>}
 */
export async function change(now, action, body, signal) {
  const options = { body, ifMatch: now.etag, signal, query: action === 'step' ? { lang: language() } : undefined };
  const { data, headers } = await ask('POST', `/v1/games/${now.game.id}/${action}`, options);
  return { ...data, etag: headers.get('ETag'), serverNow: data.game.updated_at };
}

/**
 * Give a game up.
 * @param {Turn} now
 * @param {AbortSignal} signal
 * @returns {Promise<Turn>} the game as it is then
 */
export async function abandon(now, signal) {
  await ask('DELETE', `/v1/games/${now.game.id}`, { ifMatch: now.etag, signal });
  return fetchGame(now.game.id, signal);
}

/**
 * Something about a game: `hint`, `reading` or `proof`.
 * @param {string} id
 * @param {string} what
 * @param {AbortSignal} signal
 * @returns {Promise<Object>}
 */
export async function about(id, what, signal) {
  const query = what === 'proof' ? {} : { lang: language() };
  return (await ask('GET', `/v1/games/${id}/${what}`, { query, signal })).data;
}

/**
 * All moves of a game, oldest first.
 * @param {string} id
 * @param {AbortSignal} signal
 * @param {{narrate?: string}} [query]
 * @returns {Promise<Object[]>}
 */
export function movesOf(id, signal, query = {}) {
  return all(ask, `/v1/games/${id}/moves`, { query, signal });
}

/**
 * @param {Object} game
 * @returns {boolean} whether it waits for a decision
 */
export function mustDecide(game) {
  return game.status === 'awaiting_reprieve' || game.status === 'awaiting_fork';
}

function fromGame({ data, headers }) {
  return { game: data, moves: [], accepted: true, coach: null, etag: headers.get('ETag'), serverNow: headers.get('Date') };
}
