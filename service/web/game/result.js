/** What came of a game. */

import { announce } from '../lib/announce.js';
import { h } from '../lib/dom.js';
import { kept } from '../lib/kept.js';
import { clearProblem, showProblem } from '../lib/notice.js';
import { duration } from '../lib/time.js';
import { counted, language, rankName } from '../lib/words.js';
import { about, movesOf } from './client.js';
import { hiddenCards } from './hidden.js';
import { recordOf } from './record.js';

const LINES = {
  clearance: 'Dial cleared', partial: 'Cards set', speed: 'Speed', chains: 'Ranks in one run', cap: 'Cap', total: 'Total',
};
const HEADINGS = { won: 'The dial is cleared', lost: 'Time has run out', completed: 'All cards are up', abandoned: 'Given up' };

/**
 * @param {Object} game that is over
 * @param {{signal: AbortSignal, onReveal: function(Map<number, string[]>): void, onAgain: function(): void}} told
 *   `onReveal` gets the cards that lay hidden, when the player asks for them
 * @returns {HTMLElement}
 */
export function showResult(game, { signal, onReveal, onAgain }) {
  const { result } = game;
  const element = h('section', { class: 'panel result', 'aria-labelledby': 'result' },
    h('h2', { id: 'result', tabindex: '-1' }, HEADINGS[result.outcome]),
    h('p', {}, summary(game)),
    result.title && h('p', { class: 'title' }, result.title),
    reading(game, signal),
    ledger(result.ledger),
    h('dl', { class: 'figures' }, figures(game)),
    game.ranked && recordOf(game, signal),
    h('div', { class: 'row' }, actions(game, { onAgain, onReveal, signal, root: () => element })));
  return element;
}

/**
 * @param {Object} game that is over
 * @returns {string} its end in one sentence
 */
export function summary(game) {
  const { outcome, flips, hidden, restarts } = game.result;
  if (outcome === 'won') return `All ${counted(game.cards, 'card')} are up.`;
  if (outcome === 'completed') return `All ${game.cards} cards are up, after ${counted(restarts, 'restart')}.`;
  if (outcome === 'abandoned') return `You gave up with ${counted(hidden, 'card')} hidden.`;
  const last = `the last ${rankName(game.locking_rank)}`;
  return `With ${last} the chain locked: ${counted(flips, 'card')} turned, ${hidden} hidden.`;
}

function reading(game, signal) {
  const text = h('p', { class: 'reading', lang: language() });
  about(game.id, 'reading', signal).then(
    (data) => { text.textContent = data.text; },
    () => text.remove(), // a game that is over is complete without it
  );
  return text;
}

function ledger(lines) {
  if (!lines) return null;
  const rows = Object.entries(LINES).filter(([line]) => lines[line] || line === 'total').map(([line, name]) => h('tr', {
    class: line === 'total' && 'total',
  }, h('th', { scope: 'row' }, name), h('td', { class: 'number' }, lines[line].toLocaleString('en'))));
  return h('table', { class: 'ledger' }, h('caption', {}, 'Horologist Ledger'), h('tbody', {}, rows));
}

function figures({ result, mode, rules }) {
  return [
    pair('Time', duration(result.elapsed_ms)),
    mode === 'placement' && pair('Wrong piles', result.placement_errors),
    pair('Shuttles', result.shuttles),
    rules.on_lock === 'restart' && pair('Restarts', result.restarts),
    pair('Longest run', counted(result.longest_run, 'card')),
    result.luck !== null && pair('Luck of the deal', `better than ${result.luck.toFixed(1)} % of all deals`),
  ];
}

function pair(term, value) {
  return [h('dt', {}, term), h('dd', {}, value)];
}

function actions(game, { onAgain, onReveal, signal, root }) {
  const show = h('button', { type: 'button', on: { click: () => uncover(game, { show, onReveal, signal, root: root() }) } },
    'Show the hidden cards');
  return [
    h('button', { type: 'button', class: 'primary', on: { click: onAgain } }, 'Deal again'),
    game.result.hidden > 0 && show,
    game.ranked && h('a', { class: 'button', href: verifyAddress(game) }, 'Verify this deal'),
  ];
}

/** With the commitment that was shown at the deal, where this tab has seen it. */
function verifyAddress({ id }) {
  const [promised] = kept('commitment', id);
  return `#/verify/${id}${promised ? `?promised=${promised}` : ''}`;
}

async function uncover(game, { show, onReveal, signal, root }) {
  clearProblem(root);
  try {
    const [proof, moves] = await Promise.all([about(game.id, 'proof', signal), movesOf(game.id, signal)]);
    onReveal(hiddenCards(proof, moves));
    show.hidden = true;
    announce('The hidden cards are shown on the dial.');
  } catch (problem) {
    showProblem(root, problem);
  }
}
