/** Cards and piles. A card is its code, rank and suit: "7H". Piles are numbered 1 to 13, and 13 is the centre. */

const RANKS = 'A23456789TJQK';
const SUITS = 'SHDC';

export const CENTRE = 13;

/**
 * @param {number} decks 1 or 2
 * @returns {string[]} whole packs in the order from which a shuffle begins
 */
export function packs(decks) {
  const pack = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
  return decks === 2 ? [...pack, ...pack] : pack;
}

/**
 * @param {string} card
 * @returns {number} the pile that it belongs under
 */
export const homeOf = (card) => RANKS.indexOf(card[0]) + 1;

/**
 * @param {string[]} deck in deal order
 * @param {"one_at_a_time" | "packets"} dealing
 * @returns {string[][]} the thirteen piles, pile 1 first, each from its bottom to its top
 */
export function layPiles(deck, dealing) {
  const size = deck.length / CENTRE;
  return Array.from({ length: CENTRE }, (_, pile) =>
    dealing === 'packets'
      ? deck.slice(pile * size, (pile + 1) * size)
      : deck.filter((_card, index) => index % CENTRE === pile),
  );
}

/**
 * @param {string[]} deck
 * @returns {string | null} why it is no deal of one or two whole packs; null if it is
 */
export function faultOfDeck(deck) {
  if (deck.length !== 52 && deck.length !== 104) return `it has ${deck.length} cards, and not 52 or 104`;
  const missing = packs(deck.length / 52);
  for (const [index, card] of deck.entries()) {
    const at = missing.indexOf(card);
    if (at < 0) return `the card at place ${index + 1}, ${JSON.stringify(card)}, is no card, or is there too often`;
    missing.splice(at, 1);
  }
  return null;
}
