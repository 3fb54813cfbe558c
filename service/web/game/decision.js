/**
 * The choices that some variants offer.
 *
 * In practice the API weighs every choice in its hint. In other games it gives no hints, and what is known follows from
 * what anyone can see: the deepest of the n hidden cards of a pile wins n times in all that are hidden, any other card
 * never (`GET /v1/rules/watch`, "The odds").
 */

import { h, replace } from '../lib/dom.js';
import { capital, cardName, counted, percent, pileName } from '../lib/words.js';
import { about } from './client.js';
import { chanceInWords } from './status.js';

const ORDINALS = ['', '', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th'];

/**
 * The question that a game asks, if any.
 * @param {Object} game
 * @param {{signal: AbortSignal, onChoose: function(string, Object): void, onPile: function(number): void}} told
 *   `onChoose` gets the action and the body of the decision, `onPile` the pile that is being considered
 * @returns {Promise<{element: HTMLElement, pick: function(number): void}|null>} `pick` means a pile, as when it is
 *   pressed on the dial
 */
export async function questionOf(game, { signal, onChoose, onPile }) {
  if (game.status === 'awaiting_fork') return askFork(game, (body) => onChoose('fork', body));
  if (game.status !== 'awaiting_reprieve') return null;
  const hint = game.practice ? await about(game.id, 'hint', signal) : null;
  return askReprieve(game, hint?.choices ?? null, { onChoose: (body) => onChoose('reprieve', body), onPile });
}

/**
 * Ask for the card to exchange.
 * @param {Object} game that awaits a reprieve
 * @param {Object[]|null} weighed the hint's choices, in practice
 * @param {{onChoose: function(Object): void, onPile: function(number): void}} told `onChoose` gets the body of the
 *   decision; `onPile` the pile that is being considered
 * @returns {{element: HTMLElement, pick: function(number): void}} `pick` considers a pile, as when it is pressed on the dial
 */
function askReprieve(game, weighed, { onChoose, onPile }) {
  const piles = [...new Set(game.choices.map(({ pile }) => pile))];
  const depth = h('select', { id: 'depth' });
  const chance = h('output', { for: 'depth', class: 'chance' });
  let pile = null;
  const weigh = () => { chance.textContent = `Chance to win: ${inWords(oddsOf(game, weighed, pile, Number(depth.value)))}`; };
  const pick = (chosen) => {
    pile = chosen;
    radios.get(pile).checked = true;
    replace(depth, depthsOf(game, pile).map((value, _, all) => h('option', { value }, depthName(value, all.length))));
    depth.value = depthsOf(game, pile).length;
    weigh();
    onPile(pile);
  };
  const radios = new Map(piles.map((each) => [each, radio(each, () => pick(each))]));
  depth.addEventListener('change', weigh);
  const rows = piles.map((each) => row(radios.get(each), game, weighed, each));
  const exchange = () => onChoose({ pile, depth: Number(depth.value) });
  const element = reprievePanel(game, weighed, { rows, depth, chance, exchange, decline: () => onChoose({ decline: true }) });
  pick(best(game, piles));
  return { element, pick: (chosen) => radios.has(chosen) && pick(chosen) };
}

/**
 * Ask for the pile of the next card.
 * @param {Object} game that awaits a fork
 * @param {function(Object): void} onChoose gets the body of the decision
 * @returns {{element: HTMLElement, pick: function(number): void}}
 */
function askFork(game, onChoose) {
  const buttons = game.choices.map(({ pile }) => h('button', {
    type: 'button', class: 'primary', on: { click: () => onChoose({ pile }) },
  }, `${capital(pileName(pile))}, ${left(game, pile)} face down`));
  const element = h('section', { class: 'panel decision', 'aria-labelledby': 'decision' },
    h('h2', { id: 'decision', tabindex: '-1' }, 'Which pile gives the next card?'),
    h('p', {}, `The card came home to the pile it came from, so you may go on here or across the dial. Either way the
      chance to win stays ${chanceInWords(game.odds.win)}.`),
    h('div', { class: 'row' }, buttons));
  return { element, pick: (pile) => game.choices.some((choice) => choice.pile === pile) && onChoose({ pile }) };
}

/**
 * What a choice is worth.
 * @param {Object} game that awaits a reprieve
 * @param {Object[]|null} weighed the hint's choices
 * @param {number} pile
 * @param {number} depth 1 for the top
 * @returns {{numerator: number, denominator: number, value: number}}
 */
function oddsOf(game, weighed, pile, depth) {
  const told = weighed?.find((choice) => choice.pile === pile && choice.depth === depth);
  if (told) return told.odds.win;
  const numerator = depth === left(game, pile) ? depth : 0;
  return { numerator, denominator: game.hidden, value: numerator / game.hidden };
}

function reprievePanel(game, weighed, { rows, depth, chance, exchange, decline }) {
  return h('section', { class: 'panel decision', 'aria-labelledby': 'decision' },
    h('h2', { id: 'decision', tabindex: '-1' }, 'Your one reprieve'),
    h('p', {}, `The ${cardName(game.hand.card)} would lock the chain with ${counted(game.hidden, 'card')} hidden. Exchange it
      for one of them: it goes face down into that very place, and the chain goes on.`),
    h('fieldset', {}, h('legend', {}, 'From which pile, and what its deepest card is worth'), h('div', { class: 'choices' }, rows)),
    h('div', { class: 'row' }, h('label', { class: 'field', for: 'depth' }, 'Which of its cards'), depth, chance),
    h('div', { class: 'row' },
      h('button', { type: 'button', class: 'primary', on: { click: exchange } }, 'Exchange'),
      h('button', { type: 'button', on: { click: decline } }, 'Decline and lose')),
    h('small', {}, weighed
      ? 'The chances are those that the service tells in practice games.'
      : `The service gives no hints in ranked games. These chances are counted from the dial: the deepest of n hidden
        cards wins n times in ${game.hidden}, any other never.`));
}

function row(input, game, weighed, pile) {
  const deepest = oddsOf(game, weighed, pile, left(game, pile));
  return h('label', {}, input, h('span', {}, capital(pileName(pile))),
    h('span', { class: 'muted' }, `${left(game, pile)} hidden`), h('span', {}, inWords(deepest)));
}

function radio(pile, pick) {
  return h('input', { type: 'radio', name: 'reprieve', value: pile, on: { change: pick } });
}

function inWords({ numerator, denominator, value }) {
  return value === 0 ? 'none' : `${numerator}/${denominator} (${percent(value)})`;
}

function depthName(depth, all) {
  if (depth === all) return all === 1 ? 'its only card' : 'the deepest';
  return depth === 1 ? 'the top' : `the ${ORDINALS[depth]} from the top`;
}

function depthsOf(game, pile) {
  return game.choices.filter((choice) => choice.pile === pile).map((choice) => choice.depth).sort();
}

function best(game, piles) {
  return piles.reduce((one, other) => (left(game, other) > left(game, one) ? other : one));
}

function left(game, pile) {
  return game.piles[pile - 1].face_down;
}
