/** Where things lie on the dial, in units of its drawing. Nothing here touches the page. */

/** The drawing is this wide and high; the centre of the clock is its middle. */
export const SIZE = 720;
/** A card's size. */
export const CARD = { width: 76, height: 104 };

const MIDDLE = SIZE / 2;
const RADIUS = 222;
/** How far the last of a full pile looks out. The centre has less room than the hours. */
const FAN = { hour: 76, centre: 56 };
const HELD = 70;
const OUTSIDE = 112;

/**
 * @typedef {Object} Place
 * @property {number} x
 * @property {number} y
 */

/**
 * Which way is out of the dial at a pile; the centre's cards stick out upwards.
 * @param {number} pile 1 to 13
 * @returns {Place} of length one
 */
export function outward(pile) {
  if (pile === 13) return { x: 0, y: -1 };
  const angle = (pile * Math.PI) / 6;
  return { x: Math.sin(angle), y: -Math.cos(angle) };
}

/**
 * @param {number} pile
 * @returns {Place} the middle of its face-down cards
 */
export function pilePlace(pile) {
  return pile === 13 ? { x: MIDDLE, y: MIDDLE } : along(pile, RADIUS, { x: MIDDLE, y: MIDDLE });
}

/**
 * @param {number} pile
 * @param {number} index of the set card, 0 for the one that was set first
 * @param {number} decks
 * @returns {Place} where it looks out from under the pile: the later it was set, the deeper and the further out
 */
export function tuckPlace(pile, index, decks) {
  const fan = pile === 13 ? FAN.centre : FAN.hour;
  return along(pile, ((index + 1) * fan) / (4 * decks), pilePlace(pile));
}

/**
 * @param {number} pile
 * @returns {Place} where a card is held that came from there
 */
export function handPlace(pile) {
  return along(pile, -HELD - (pile === 13 ? 20 : 0), pilePlace(pile));
}

/**
 * @param {number} pile
 * @returns {Place} where a card waits before it is slid under
 */
export function outsidePlace(pile) {
  return along(pile, OUTSIDE, pilePlace(pile));
}

/**
 * @param {number} pile
 * @returns {Place} where an uncovered finale looks out, on the inner side
 */
export function finalePlace(pile) {
  return along(pile, -34, pilePlace(pile));
}

/**
 * @param {Place} place
 * @param {number} reach how far from a pile's middle still counts
 * @returns {number|null} the nearest pile
 */
export function pileNear(place, reach = 75) {
  const distance = (pile) => Math.hypot(pilePlace(pile).x - place.x, pilePlace(pile).y - place.y);
  const piles = Array.from({ length: 13 }, (_, index) => index + 1);
  const nearest = piles.reduce((best, pile) => (distance(pile) < distance(best) ? pile : best));
  return distance(nearest) <= reach ? nearest : null;
}

function along(pile, way, from) {
  const { x, y } = outward(pile);
  return { x: from.x + x * way, y: from.y + y * way };
}
