/** What the pages for play and practice have in common: a choice of games, and the table when one is open. */

import { h, replace } from '../lib/dom.js';
import { fetchGame } from './client.js';
import { chooseGame } from './setup.js';

/**
 * Show the game that the address names, or the choice.
 * @param {Element} root
 * @param {{query: URLSearchParams, signal: AbortSignal, practice: boolean, mode: string, heading: string,
 *   seat: function(Element, Object): Table}} options `mode` is chosen at first; `seat` makes the table for a game
 * @returns {Promise<void>}
 */
export async function openOrChoose(root, options) {
  const { query, signal } = options;
  const id = query.get('game');
  if (!id) return choose(root, options, query.get('variant'));
  return sit(root, options, await fetchGame(id, signal));
}

async function choose(root, options, variant) {
  const address = options.practice ? '#/practice' : '#/play';
  const onDealt = (turn) => {
    // A reload then finds the game again; nothing is navigated, so the page stays.
    history.replaceState(null, '', `${address}?game=${turn.game.id}`);
    return sit(root, options, turn);
  };
  replace(root, h('h1', {}, options.heading));
  await chooseGame(root, { ...options, variant, address, onDealt });
}

async function sit(root, options, turn) {
  const { game } = turn;
  if (game.race_id && !game.result) return void location.replace(`#/race/${game.race_id}`);
  const box = h('div', {});
  const onAgain = () => {
    history.replaceState(null, '', options.practice ? '#/practice' : '#/play');
    return choose(root, options, game.variant);
  };
  replace(root, h('h1', { class: 'unseen' }, options.heading), box);
  await options.seat(box, { game, onAgain }).open(turn);
}
