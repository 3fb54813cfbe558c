/** Where the player who looks stands, and who is next to them. */

import { h } from '../lib/dom.js';
import { counted } from '../lib/words.js';
import { fixed, number } from '../plot/numbers.js';
import { standing, standingsTable } from './standings.js';
import { inUnits, ordinal } from './values.js';

const NEIGHBOURS = 2;

/**
 * @param {Object} list
 * @param {function(string, string, Object): Promise<import('../lib/api.js').Answer>} list.call
 * @param {{board: string, unit: string}} list.board
 * @param {Object} list.query
 * @param {string} list.player
 * @param {AbortSignal} list.signal
 * @returns {Promise<{element: HTMLElement, shorten: function(): void}>} the place in words, and the rows around it;
 *   `shorten` leaves these rows out, where they are shown elsewhere
 */
export async function ownPlace({ call, board, query, player, signal }) {
  const path = `/v1/leaderboards/${board.board}`;
  try {
    const { data: place } = await call('GET', `${path}/places/${player}`, { query, signal });
    const near = { query: { ...query, window: NEIGHBOURS }, signal };
    const { data: around } = await call('GET', `${path}/around/${player}`, near);
    const rows = neighbours(board, around.items, player);
    return { element: panel(h('p', {}, sentence(board, place)), rows), shorten: () => rows?.remove() };
  } catch (problem) {
    if (problem.slug !== 'not-ranked') throw problem;
    return { element: panel(h('p', { class: 'muted' }, 'You are not on this list yet.')), shorten: () => {} };
  }
}

const panel = (...children) =>
  h('section', { class: 'panel', 'aria-label': 'Your place' }, h('h2', {}, 'Your place'), children);

function sentence(board, { place, tied, players, value, percentile }) {
  const shared = tied > 0 ? `, shared with ${counted(tied, 'other')}` : '';
  const better = players > 1 ? ` ${fixed(percentile, 1)} % of the others are no better.` : '';
  return `${ordinal(place)} of ${number(players)}${shared}, with ${inUnits(board, value)}.${better}`;
}

function neighbours(board, rows, player) {
  if (rows.length < 2) return null;
  const { table, body } = standingsTable('You and those next to you');
  body.append(...rows.map((row) => standing(board, row, player)));
  return table;
}
