/** The buttons over the piles: what lies there, in words, and whether it may be pressed. */

import { h, set } from '../lib/dom.js';
import { capital, cardName, counted, pileName } from '../lib/words.js';
import { CARD, pilePlace, SIZE } from './layout.js';

const MARKS = ['hint', 'wrong', 'chosen'];

/**
 * Thirteen buttons in a group that is one stop for the tabulator; arrows go round the clock.
 * @param {function(number): void} onPile
 * @returns {{element: HTMLElement, show: function, choose: function, mark: function, focus: function, reveal: function,
 *   allowed: function(number): boolean}}
 */
export function pileButtons(onPile) {
  let allowed = new Set();
  const press = (pile) => allowed.has(pile) && onPile(pile);
  const buttons = Array.from({ length: 13 }, (_, index) => button(index + 1, press));
  const element = h('div', { class: 'piles', role: 'group', 'aria-label': 'Dial' }, buttons);
  const focus = (pile) => {
    stop(buttons, pile);
    buttons[pile - 1].focus();
  };
  stop(buttons, 13);
  element.addEventListener('keydown', (event) => walk(event, buttons, focus));
  return {
    element,
    focus,
    allowed: (pile) => allowed.has(pile),
    show: (game) => game.piles.forEach((pile, index) => set(buttons[index], { 'aria-label': inWords(pile, game) })),
    choose(piles) {
      allowed = new Set(piles);
      buttons.forEach((node, index) => set(node, { 'aria-disabled': allowed.has(index + 1) ? null : 'true' }));
      if (allowed.size && !element.contains(document.activeElement)) stop(buttons, piles[0]);
    },
    mark(pile, kind) {
      for (const node of buttons) node.classList.remove(...MARKS);
      if (pile && kind) buttons[pile - 1].classList.add(kind);
    },
    reveal(hidden) {
      for (const [pile, cards] of hidden) {
        set(buttons[pile - 1], { 'aria-label': `${capital(pileName(pile))}: hidden ${cards.map(cardName).join(', ')}` });
      }
    },
  };
}

/**
 * A pile in words.
 * @param {Object} pile as the API tells it
 * @param {Object} game
 * @returns {string} `Three o'clock: 2 face down; face up three of hearts, three of clubs; gave the card in hand`
 */
export function inWords(pile, game) {
  const said = [pile.face_down ? `${pile.face_down} face down` : 'none face down'];
  if (pile.finale) said.push(`deepest ${cardName(pile.finale)}`);
  if (pile.face_up.length) said.push(`face up ${pile.face_up.map(cardName).join(', ')}`);
  if (game.hand?.from === pile.pile) said.push(`gave the card in hand, ${cardName(game.hand.card)}`);
  return `${capital(pileName(pile.pile))}: ${said.join('; ')}`;
}

/**
 * What a move did, for a screen reader.
 * @param {Object[]} moves
 * @param {Object} game after them
 * @returns {string}
 */
export function tell(moves, game) {
  if (moves.length > 3) return `${counted(moves.length, 'move')}. ${counted(game.hidden, 'card')} hidden.`;
  return moves.map((move) => [
    move.set && `${cardName(move.set)} under ${pileName(move.under)}`,
    move.flipped && `${cardName(move.flipped)} from ${pileName(move.from)}`,
  ].filter(Boolean).join('; ')).map(capital).join('. ');
}

function button(pile, press) {
  const node = h('button', { type: 'button', 'data-pile': pile, on: { click: () => press(pile) } });
  const { x, y } = pilePlace(pile);
  const percent = (value) => `${(100 * value) / SIZE}%`;
  Object.assign(node.style, {
    left: percent(x - CARD.width / 2 - 6),
    top: percent(y - CARD.height / 2 - 6),
    width: percent(CARD.width + 12),
    height: percent(CARD.height + 12),
  });
  return node;
}

function stop(buttons, pile) {
  buttons.forEach((node, index) => set(node, { tabindex: index + 1 === pile ? '0' : '-1' }));
}

function walk(event, buttons, focus) {
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  const step = steps[event.key];
  const at = buttons.indexOf(document.activeElement);
  if (!step || at < 0) return;
  event.preventDefault();
  focus(((at + step + 13) % 13) + 1);
}
