/** How a game stands: cards turned, the live odds, locking cards seen, time and mistakes. */

import { h, replace } from '../lib/dom.js';
import { clock, serverClock } from '../lib/time.js';
import { capital, cardName, percent, pileName, rankName } from '../lib/words.js';

/**
 * @param {AbortSignal} signal stops its clock
 * @returns {{element: HTMLElement, show: function(Object, number): void}} `show` takes the game and how far the
 *   server's clock is ahead of ours, in milliseconds
 */
export function createStatus(signal) {
  const elapsed = h('dd', {});
  const element = h('section', { class: 'status', 'aria-label': 'How the game stands' });
  let tell = () => {};
  const timer = setInterval(() => tell(), 500);
  signal.addEventListener('abort', () => clearInterval(timer));
  return {
    element,
    show(game, offset) {
      tell = () => { elapsed.textContent = clock(elapsedOf(game, offset)); };
      tell();
      replace(element, inHand(game), progress(game), h('dl', { class: 'figures' }, figures(game, elapsed)));
    },
  };
}

/**
 * A chance as the API tells it: the fraction while it is short enough to read, and per cent.
 * @param {{numerator: number, denominator: number, value: number}} chance
 * @returns {string} `4/51, 7.8 %`
 */
export function chanceInWords({ numerator, denominator, value }) {
  if (value === 0 || value === 1) return value ? 'certain' : 'none';
  return String(denominator).length > 4 ? percent(value) : `${numerator}/${denominator}, ${percent(value)}`;
}

function elapsedOf(game, offset) {
  if (game.result) return game.result.elapsed_ms;
  return serverClock(offset).since(game.created_at);
}

function inHand(game) {
  if (!game.hand) return null;
  const { card, from } = game.hand;
  return h('p', { class: 'in-hand' }, `In hand: ${cardName(card)}`, h('small', {}, ` from ${pileName(from)}`));
}

function progress(game) {
  return h('div', { class: 'turned' },
    h('label', { for: 'turned' }, `${game.flips} of ${game.cards} cards turned`),
    h('progress', { id: 'turned', max: game.cards, value: game.flips }));
}

function figures(game, elapsed) {
  const perpetual = game.rules.on_lock === 'restart';
  const kings = capital(rankName(game.locking_rank, 2));
  return [
    pair(perpetual ? 'Chance of no restart' : 'Chance to win', chanceInWords(game.odds.win), 'odds'),
    pair(`${kings} seen`, pips(game.locking_seen, 4 * game.rules.decks)),
    perpetual && pair('Restarts', game.restarts),
    game.mode === 'placement' && pair('Wrong piles', game.placement_errors),
    [h('dt', {}, 'Time'), elapsed],
  ];
}

function pips(seen, all) {
  const dots = Array.from({ length: all }, (_, index) => h('span', { class: index < seen ? 'pip-on' : 'pip-off' }));
  return [h('span', { class: 'pips', 'aria-hidden': 'true' }, dots), ` ${seen} of ${all}`];
}

function pair(term, value, name) {
  return [h('dt', {}, term), h('dd', { 'data-figure': name }, value)];
}
