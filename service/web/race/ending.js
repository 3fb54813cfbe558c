/** The end of a race: the own place, the own deal, and whether to meet again. */

import { createDial } from '../game/dial.js';
import { announce } from '../lib/announce.js';
import { h, replace } from '../lib/dom.js';
import { duration } from '../lib/time.js';
import { rematch } from './entering.js';
import { addressOf } from './invitation.js';
import { isShared, standings } from './places.js';
import { FATE_WORDS, nameOf, ordinal } from './said.js';

/**
 * @param {import('./sitting.js').Sitting} sitting
 * @param {function(Error): void} failed
 * @returns {{element: HTMLElement, update: function(): void}}
 */
export function ending(sitting, failed) {
  const words = h('div'), ways = h('div', { class: 'row' });
  const dial = createDial();
  const element = h('section', { class: 'ending', 'aria-label': 'The end', tabindex: '-1' },
    h('div', { class: 'panel' }, words, ways), dial.element);
  const again = () => rematch(sitting.race.id, sitting.signal)
    .then((race) => { location.hash = addressOf(race); }).catch(failed);
  let known, said;
  const update = () => {
    const { race, entry, game } = sitting;
    if (game?.result) dial.show(game);
    dial.element.hidden = !game?.result;
    const now = JSON.stringify([entry, race.rematch_id]);
    if (now === known) return;
    known = now;
    replace(words, race.status === 'cancelled' ? cancelled() : finished(race, entry));
    const heading = words.querySelector('h2').textContent;
    if (heading !== said) announce(heading);
    said = heading;
    const meet = race.rematch_id ? 'Join the rematch' : 'Rematch';
    replace(ways, entry && h('button', { type: 'button', class: 'primary', on: { click: again } }, meet),
      h('a', { class: 'button', href: '#/race' }, 'Other races'));
  };
  return { element, update };
}

const cancelled = () => [h('h2', {}, 'The race was cancelled'), h('p', {}, 'It never started.')];

function finished(race, entry) {
  const rows = standings(race);
  if (!entry) return [h('h2', {}, 'The race is over'), h('p', {}, winners(rows))];
  return [
    h('h2', {}, inPlace(entry.place, isShared(rows, entry.place))),
    h('p', {}, `You: ${FATE_WORDS[entry.state]}, ${entry.revealed} cards, ${duration(entry.time_ms)}.`),
    h('p', { class: 'muted' }, 'Your part of the shuffle: ', h('code', {}, entry.client_seed || 'none'), '. ',
      entry.game_id && h('a', { href: `#/verify/${entry.game_id}?race=${race.id}` }, 'Verify your deal')),
  ];
}

function inPlace(place, shared) {
  if (shared) return `You share the ${ordinal(place)} place`;
  return place === 1 ? 'You are first' : `You came in ${ordinal(place)}`;
}

function winners(rows) {
  const first = rows.filter((row) => row.place === 1).map(({ entry }) => nameOf(entry));
  return first.length > 1 ? `${first.join(' and ')} share the first place.` : `${first[0]} came in first.`;
}
