/**
 * The dial: thirteen piles as on a clock face, and the card in hand.
 *
 * The drawing is for the eyes alone. Over each pile lies a real button that says in words what is there, so that the
 * dial can be read, and played, without seeing it.
 */

import { h, replace, set, svg } from '../lib/dom.js';
import { back, face, slot } from './card.js';
import { carry } from './drag.js';
import { finalePlace, handPlace, outsidePlace, outward, pilePlace, SIZE, tuckPlace } from './layout.js';
import { glide, mayMove, PACES, put, turn } from './motion.js';
import { pileButtons } from './piles.js';

const PILES = Array.from({ length: 13 }, (_, index) => index + 1);

/**
 * @typedef {Object} Dial
 * @property {HTMLElement} element
 * @property {function(Object, {moves?: Object[], animate?: boolean, speed?: string}=): Promise<void>} show a game as it
 *   is, perhaps with the moves that have led there; done when all is still
 * @property {function(number[]): void} choose which piles may be pressed; all that are not say so
 * @property {function(number|null, ('hint'|'wrong'|'chosen')=): void} mark points at a pile, and at no other; null takes
 *   all such marks away
 * @property {function(number): void} focus puts the focus on a pile
 * @property {function(Map<number, string[]>): void} reveal turns up what lay hidden at the end, by pile, the deepest first
 */

/**
 * @param {{onPile?: function(number): void, drag?: boolean}} [options] `onPile` is told which pile was pressed, or had
 *   the card in hand dropped on it; `drag` says whether that card can be dragged
 * @returns {Dial}
 */
export function createDial({ onPile = () => {}, drag = false } = {}) {
  const groups = PILES.map(() => svg('g', {}));
  const held = svg('g', { class: 'held' });
  const pointer = svg('g', { class: 'pointer' }, svg('path', { d: 'M-6 -58 L0 -126 L6 -58 Z' }));
  const buttons = pileButtons(onPile);
  const element = h('div', { class: 'dial' },
    layer('under', clockFace(), pointer, groups), buttons.element, layer('over', held));
  const parts = { groups, held, pointer, buttons, latest: null };
  if (drag) carry(element, held, buttons, onPile);
  else held.addEventListener('click', () => pressHeld(parts, onPile));
  return {
    element,
    show: (game, how) => show(parts, game, how),
    choose: buttons.choose,
    mark: buttons.mark,
    focus: buttons.focus,
    reveal: (hidden) => uncover(parts, hidden),
  };
}

async function show(parts, game, { moves = [], animate = false, speed = 'steady' } = {}) {
  const before = parts.latest;
  parts.latest = game;
  if (animate && before?.hand && moves.length && moves.length < 3 && mayMove()) {
    await perform(parts, moves, game, PACES[speed], () => parts.latest === game);
  }
  if (parts.latest === game) render(parts, game);
}

/** Where the service sets the cards, a press on the one in hand means its pile. */
function pressHeld({ buttons, latest }, onPile) {
  if (buttons.allowed(latest?.hand?.from)) onPile(latest.hand.from);
}

function layer(name, ...children) {
  const box = { viewBox: `0 0 ${SIZE} ${SIZE}`, 'aria-hidden': 'true', focusable: 'false' };
  return svg('svg', { class: name, ...box }, children);
}

function clockFace() {
  const marks = PILES.slice(0, 12).map((hour) => {
    const { x, y } = outward(hour);
    const [middle, inner] = [SIZE / 2, 138];
    return svg('text', {
      class: 'numeral', x: middle + inner * x, y: middle + inner * y + 7, 'text-anchor': 'middle',
    }, hour);
  });
  return svg('g', {}, svg('circle', { class: 'plate', cx: SIZE / 2, cy: SIZE / 2, r: SIZE / 2 - 2 }),
    svg('circle', { class: 'rim', cx: SIZE / 2, cy: SIZE / 2, r: SIZE / 2 - 12 }), marks);
}

function render({ groups, held, pointer, buttons }, game) {
  game.piles.forEach((pile, index) => replace(groups[index], drawPile(pile, game)));
  replace(held, game.hand && put(face(game.hand.card), handPlace(game.hand.from)));
  point(pointer, game.hand);
  buttons.show(game);
}

/** Cards set later lie deeper, so they are drawn first; the hidden ones lie on all of them. */
function drawPile(pile, game) {
  const { decks } = game.rules;
  const placed = pile.face_up.map((card, index) => put(face(card), tuckPlace(pile.pile, index, decks))).reverse();
  return [put(slot(), pilePlace(pile.pile)), placed, drawHidden(pile)];
}

function drawHidden({ pile, face_down: count, finale }) {
  const covered = finale ? count - 1 : count;
  const backs = Array.from({ length: covered }, (_, index) => {
    const { x, y } = pilePlace(pile);
    const lift = 2.2 * (index - (covered - 1));
    return put(back(index === covered - 1 && count), { x: x - lift / 2, y: y - lift });
  });
  return [finale && put(face(finale), covered ? finalePlace(pile) : pilePlace(pile)), backs];
}

function point(pointer, hand) {
  const turns = hand && hand.from !== 13 ? hand.from * 30 : 0;
  pointer.style.transform = `translate(${SIZE / 2}px, ${SIZE / 2}px) rotate(${turns}deg)`;
  pointer.classList.toggle('idle', !hand || hand.from === 13);
}

async function perform(parts, moves, after, pace, current) {
  const { held, groups } = parts;
  for (const [index, move] of moves.entries()) {
    const node = held.firstChild;
    const last = index === moves.length - 1;
    if (!node || !current()) return;
    const goal = move.kind === 'reprieve' ? pilePlace(move.from) : outsidePlace(move.under);
    await glide(node, null, goal, pace * 0.4);
    if (!current()) return;
    if (last) render(parts, after);
    await Promise.all([
      last && move.under && slide(groups[move.under - 1], move, after, pace * 0.35),
      move.flipped && flip(held, move, pace * 0.45),
    ]);
  }
}

function slide(group, move, game, ms) {
  const index = game.piles[move.under - 1].face_up.length - 1;
  const node = group.children[1];
  return node && glide(node, outsidePlace(move.under), tuckPlace(move.under, index, game.rules.decks), ms);
}

function flip(held, move, ms) {
  const front = face(move.flipped);
  const rear = back();
  replace(held, front, rear);
  return turn(front, rear, pilePlace(move.from), handPlace(move.from), ms);
}

function uncover({ groups, buttons }, hidden) {
  for (const [pile, cards] of hidden) {
    const { x, y } = pilePlace(pile);
    const step = Math.min(24, 46 / cards.length);
    const inner = outward(pile);
    const drawn = cards.map((card, index) => put(face(card), {
      x: x - inner.x * step * (cards.length - 1 - index), y: y - inner.y * step * (cards.length - 1 - index),
    }));
    groups[pile - 1].append(...drawn.map((node) => set(node, { class: `${node.getAttribute('class')} late` })));
  }
  buttons.reveal(hidden);
}

