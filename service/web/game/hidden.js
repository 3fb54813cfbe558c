/** Which cards lay hidden when a game ended: the deal, less what was flipped. */

import { layPiles } from '../trust/cards.js';

/**
 * @param {{deck: string[], rules: Object}} proof
 * @param {Object[]} moves all of the game's
 * @returns {Map<number, string[]>} the piles that had some, the deepest card first
 */
export function hiddenCards({ deck, rules }, moves) {
  const piles = layPiles(deck, rules.dealing);
  let hand = null;
  for (const move of moves) {
    if (!move.flipped) continue;
    const pile = piles[move.from - 1];
    if (move.kind === 'reprieve') pile.splice(pile.length - move.depth, 1, hand);
    else pile.pop();
    hand = move.flipped;
  }
  return new Map(piles.map((cards, index) => [index + 1, cards]).filter(([, cards]) => cards.length));
}
