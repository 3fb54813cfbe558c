/** The chain: each card names the pile of the next, but for what the player decided where the rules ask. */

import { CENTRE, homeOf } from './cards.js';

/**
 * A card that came into hand: from which pile, and how. `depth` is 1 at the top of the pile.
 * @typedef {{pile: number, card: string, kind: "open" | "move" | "restart" | "reprieve", depth: number}} Flip
 *
 * A chain up to its end, or to a question (`asks`) that was never answered. `hidden` cards are face down then.
 * @typedef {{flips: Flip[], asks: "reprieve" | "fork" | null, hidden: number,
 *   outcome: "won" | "lost" | "completed" | null}} Chain
 */

/** What is wrong with a decision, as a sentence. */
export class NoSuchChoice extends Error {}

/**
 * @param {string[][]} piles as dealt, each from its bottom to its top
 * @param {object} rules the options of a game's rules
 * @param {string[]} decisions in the proof's own code: `r5.4`, `d`, `f11`
 * @returns {Chain}
 * @throws {NoSuchChoice} for a decision that answers no question
 */
export function follow(piles, rules, decisions) {
  const walk = { piles: piles.map((pile) => [...pile]), rules, left: [...decisions], flips: [], asks: null };
  let onward = { pile: rules.opening_pile, kind: 'open' };
  while (onward) {
    walk.flips.push({ ...onward, card: walk.piles[onward.pile - 1].pop(), depth: 1 });
    onward = nextOf(walk);
  }
  if (walk.left.length > 0) throw new NoSuchChoice(`the decision ${walk.left[0]} answers no question`);
  return { flips: walk.flips, asks: walk.asks, hidden: hiddenIn(walk), outcome: outcomeOf(walk) };
}

/** Where the next card comes from; null at the end, and at a question without an answer. */
function nextOf(walk) {
  const { pile, card } = walk.flips.at(-1);
  if (walk.rules.fork === 'opposite' && pile === homeOf(card) && pile !== CENTRE) {
    const ways = [pile, opposite(pile)];
    if (ways.every((way) => walk.piles[way - 1].length > 0)) return takeFork(walk, ways);
  }
  return afterSetting(walk, homeOf(card)) ?? askForReprieve(walk);
}

function afterSetting(walk, home) {
  if (walk.piles[home - 1].length > 0) return { pile: home, kind: 'move' };
  if (walk.rules.fork === 'opposite' && home !== CENTRE) return { pile: nextHour(walk, home), kind: 'move' };
  const first = walk.piles.findIndex((pile) => pile.length > 0);
  return walk.rules.on_lock === 'restart' && first >= 0 ? { pile: first + 1, kind: 'restart' } : null;
}

const opposite = (hour) => ((hour + 5) % 12) + 1;

/** The next hour, clockwise, that has a card face down. There is one: only the centre can lock. */
function nextHour(walk, home) {
  const hours = Array.from({ length: 11 }, (_, distance) => ((home + distance) % 12) + 1);
  return hours.find((hour) => walk.piles[hour - 1].length > 0);
}

function takeFork(walk, ways) {
  const decision = answerTo(walk, 'fork');
  if (decision === null) return null;
  const pile = Number(/^f(\d+)$/.exec(decision)?.[1]);
  if (!ways.includes(pile)) throw new NoSuchChoice(`${decision} was no way on: these were ${ways.join(' and ')}`);
  return { pile, kind: 'move' };
}

function askForReprieve(walk) {
  const spent = walk.flips.some((flip) => flip.kind === 'reprieve');
  if (walk.rules.reprieves === 0 || spent || hiddenIn(walk) === 0) return null;
  const decision = answerTo(walk, 'reprieve');
  return decision === null || decision === 'd' ? null : afterSetting(walk, homeOf(exchange(walk, decision)));
}

/** The locking card goes to the place of another, which comes into hand. */
function exchange(walk, decision) {
  const [pile, depth] = (/^r(\d+)\.(\d+)$/.exec(decision) ?? []).slice(1).map(Number);
  const cards = walk.piles[pile - 1] ?? [];
  if (!(depth >= 1 && depth <= cards.length)) throw new NoSuchChoice(`${decision} names no card that lay face down`);
  const card = cards.splice(cards.length - depth, 1, walk.flips.at(-1).card)[0];
  walk.flips.push({ pile, card, kind: 'reprieve', depth });
  return card;
}

function answerTo(walk, question) {
  const decision = walk.left.shift();
  if (decision === undefined) walk.asks = question;
  return decision ?? null;
}

const hiddenIn = (walk) => walk.piles.reduce((sum, pile) => sum + pile.length, 0);

function outcomeOf(walk) {
  if (walk.asks) return null;
  if (walk.rules.on_lock === 'restart') return 'completed';
  return hiddenIn(walk) === 0 ? 'won' : 'lost';
}
