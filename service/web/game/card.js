/** One card as a drawing, its middle at the origin. */

import { svg } from '../lib/dom.js';
import { isRed, rankSign, suitSign } from '../lib/words.js';
import { CARD } from './layout.js';

/**
 * A card that can be seen: its rank and suit in two corners, as on any card, and the suit once more, large.
 * @param {string} card as `7H`
 * @returns {SVGElement}
 */
export function face(card) {
  return svg('g', { class: isRed(card) ? 'card red' : 'card', 'data-card': card }, sheet('face'),
    corner(card), svg('g', { transform: 'rotate(180)' }, corner(card)),
    svg('text', { class: 'pip', y: 14, 'text-anchor': 'middle' }, suitSign(card)));
}

/**
 * A card that lies face down.
 * @param {number} [count] how many lie there, printed on it
 * @returns {SVGElement}
 */
export function back(count) {
  const inner = { x: 7 - CARD.width / 2, y: 7 - CARD.height / 2, width: CARD.width - 14, height: CARD.height - 14, rx: 5 };
  return svg('g', { class: 'card' }, sheet('back'), svg('rect', { class: 'weave', ...inner }),
    count && svg('circle', { class: 'count-ground', r: 17 }),
    count && svg('text', { class: 'count', y: 8, 'text-anchor': 'middle' }, count));
}

/** @returns {SVGElement} where a pile was */
export function slot() {
  return sheet('slot');
}

function sheet(name) {
  const { width, height } = CARD;
  return svg('rect', { class: name, x: -width / 2, y: -height / 2, width, height, rx: 8 });
}

function corner(card) {
  const x = 19 - CARD.width / 2;
  const y = 24 - CARD.height / 2;
  return svg('g', { 'text-anchor': 'middle' }, svg('text', { class: 'rank', x, y }, rankSign(card)),
    svg('text', { class: 'suit', x, y: y + 21 }, suitSign(card)));
}
