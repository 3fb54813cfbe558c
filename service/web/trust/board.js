/** The dial at some point of a chain, held against the one that a player was shown. */

import { homeOf } from './cards.js';

// A place in a chain can be ahead of the count of flips: by an exchange, and by a last card that is set.
const AHEAD = 2;

/**
 * @param {string[][]} piles as dealt
 * @param {import("./chain.js").Chain} chain
 * @param {object} game as GET /v1/games/{id} answers
 * @returns {string | null} why the game cannot have come of this chain; null if it can
 */
export function faultOfGame(piles, chain, game) {
  const shown = print(game);
  for (let made = game.flips; made <= game.flips + AHEAD; made += 1)
    if (made <= chain.flips.length + 1 && print(boardAt(piles, chain, made)) === shown) return ended(chain, game);
  return `The cards of this deck lead to another board than the one that the game shows after ${game.flips} flips.`;
}

function ended(chain, game) {
  const played = ['won', 'lost', 'completed'].includes(game.status);
  if (!played || game.status === chain.outcome) return null;
  return `The game says that it was ${game.status}, and this deck is ${chain.outcome ?? 'not played to its end'}.`;
}

const print = ({ hand, piles }) =>
  JSON.stringify([
    hand && [hand.from, hand.card],
    piles.map(({ pile, face_down: faceDown, face_up: faceUp }) => [pile, faceDown, faceUp]),
  ]);

/** The dial once so many cards have come into hand; one more than there are, and the last of them is set as well. */
export function boardAt(piles, chain, made) {
  const down = piles.map((pile) => [...pile]);
  const up = piles.map(() => []);
  let hand = null;
  for (const flip of chain.flips.slice(0, made)) {
    if (flip.kind === 'reprieve') down[flip.pile - 1].splice(-flip.depth, 1, hand.card);
    else down[flip.pile - 1].pop();
    if (hand && flip.kind !== 'reprieve') up[homeOf(hand.card) - 1].push(hand.card);
    hand = { from: flip.pile, card: flip.card };
  }
  if (made > chain.flips.length) {
    up[homeOf(hand.card) - 1].push(hand.card);
    hand = null;
  }
  const shown = down.map((cards, at) => ({ pile: at + 1, face_down: cards.length, face_up: up[at] }));
  return { hand, piles: shown };
}
