/** Who is how far, as a table: live, and at the end with the places that the service gave. */

import { h, replace } from '../lib/dom.js';
import { duration } from '../lib/time.js';
import { cardsOf } from './course.js';
import { isShared, standings } from './places.js';
import { FATE_WORDS, nameOf } from './said.js';

/**
 * @param {string} me the player's id
 * @returns {{element: HTMLElement, update: function(Object): void}}
 */
export function standingsTable(me) {
  const body = h('tbody');
  const caption = h('caption');
  const heads = [['Place', 'number'], ['Racer'], ['Cards', 'number'], ['Wrong', 'number'], ['State']]
    .map(([words, kind]) => h('th', { scope: 'col', class: kind }, words));
  const element = h('div', { class: 'scroll' },
    h('table', { class: 'standings' }, caption, h('thead', {}, h('tr', {}, heads)), body));
  const update = (race) => {
    const rows = standings(race);
    replace(caption, race.status === 'finished' ? 'Order of finish' : 'As it stands', `, of ${cardsOf(race)} cards`);
    replace(body, rows.map((row) => line(row, isShared(rows, row.place), me)));
  };
  return { element, update };
}

function line({ place, entry }, shared, me) {
  const isMine = entry.player.id === me;
  return h('tr', { 'aria-current': isMine && 'true', 'data-seat': entry.seat },
    h('td', { class: 'number' }, `${place}${shared ? ' =' : ''}`, shared && h('span', { class: 'unseen' }, ' shared')),
    h('th', { scope: 'row' }, nameOf(entry), isMine && ' (you)', h('small', {}, ` seat ${entry.seat}`)),
    h('td', { class: 'number' }, String(entry.revealed)),
    h('td', { class: 'number' }, String(entry.errors)),
    h('td', {}, state(entry)));
}

function state({ state: code, time_ms: time }) {
  return time === null ? FATE_WORDS[code] : `${FATE_WORDS[code]}, ${duration(time)}`;
}
