/** Rows of a board. */

import { h } from '../lib/dom.js';
import { date, dateAndTime } from '../lib/time.js';
import { inUnits } from './values.js';

/**
 * @param {string} caption what the table shows, in words
 * @returns {{table: HTMLElement, body: HTMLElement}} an empty table, and where its rows go
 */
export function standingsTable(caption) {
  const body = h('tbody');
  const heads = ['Place', 'Player', 'Value', 'Deal'].map((word) => h('th', { scope: 'col' }, word));
  const table = h('table', { class: 'standings' }, h('caption', {}, caption), h('thead', {}, h('tr', {}, heads)), body);
  return { table, body };
}

/**
 * @param {{board: string, unit: string}} board
 * @param {Object} row a standing
 * @param {string|undefined} self the id of whoever looks
 * @returns {HTMLElement}
 */
export function standing(board, row, self) {
  const { place, player, value, cleared, achieved_at: achievedAt, game_id: game } = row;
  const own = player.id === self;
  return h('tr', { 'aria-current': own && 'true' },
    h('td', { class: 'place' }, String(place)),
    h('th', { scope: 'row' }, h('a', { href: `#/players/${player.id}` }, player.display_name), own && ' (you)'),
    h('td', {}, h('span', { class: 'value' }, inUnits(board, value)), cleared === false && ', not cleared',
      h('time', { class: 'when', datetime: achievedAt, title: dateAndTime(achievedAt) }, date(achievedAt))),
    h('td', {}, h('a', { href: `#/verify/${game}`, 'aria-label': `Verify the deal of ${player.display_name}` },
      'Verify')));
}
