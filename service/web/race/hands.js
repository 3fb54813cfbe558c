/** Everyone's progress as the hands of one clock: a full round is a cleared dial. The standings say it in words. */

import { h, replace, set, svg } from '../lib/dom.js';
import { cardsOf } from './course.js';

const FACE = 92;
const LONGEST = 80;
const SHORTEST = 34;
const TIP = 8;

/**
 * @param {string} me the player's id, whose hand stands out
 * @returns {{element: HTMLElement, update: function(Object): void}}
 */
export function hands(me) {
  const lines = svg('g'), tips = svg('g');
  const element = h('div', { class: 'hands', 'aria-hidden': 'true' },
    svg('svg', { viewBox: '-100 -100 200 200', focusable: 'false' },
      svg('circle', { class: 'face', r: FACE }), ticks(), lines, svg('circle', { class: 'pin', r: 4 }), tips));
  let drawn = new Map(), seats = null;
  const update = (race) => {
    const now = race.entries.map((entry) => entry.seat).join();
    if (now !== seats) {
      drawn = draw(race, me);
      replace(lines, [...drawn.values()].map((hand) => hand.line));
      replace(tips, [...drawn.values()].map((hand) => hand.tip));
    }
    seats = now;
    for (const entry of race.entries) turn(drawn.get(entry.seat), entry, cardsOf(race));
  };
  return { element, update };
}

function ticks() {
  return Array.from({ length: 12 }, (_, hour) =>
    svg('line', { class: 'tick', y1: -FACE, y2: -FACE + (hour % 3 ? 4 : 8), transform: `rotate(${30 * hour})` }));
}

/** The own hand comes last, over all others. */
function draw(race, me) {
  const isMine = (entry) => entry.player.id === me;
  const sorted = [...race.entries].sort((a, b) => isMine(a) - isMine(b));
  return new Map(sorted.map((entry, index) =>
    [entry.seat, hand(entry.seat, lengthOf(index, sorted.length), isMine(entry) ? 'hand mine' : 'hand')]));
}

/** No two alike, so that hands at the same hour can be told apart. */
function lengthOf(index, count) {
  return count === 1 ? LONGEST : SHORTEST + ((LONGEST - SHORTEST) * index) / (count - 1);
}

function hand(seat, length, kind) {
  const number = svg('text', { y: -length, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, String(seat));
  return {
    line: svg('g', { class: kind }, svg('line', { y2: -length })),
    tip: svg('g', { class: kind }, svg('circle', { cy: -length, r: TIP }), number),
    number,
  };
}

function turn({ line, tip, number }, { revealed, state }, cards) {
  const angle = (360 * Math.min(revealed, cards)) / cards;
  for (const part of [line, tip]) {
    part.style.transform = `rotate(${angle}deg)`;
    set(part, { 'data-state': state });
  }
  number.style.transform = `rotate(${-angle}deg)`;
}
