/** Dragging the card in hand to a pile. */

import { pileNear, SIZE } from './layout.js';
import { put } from './motion.js';

const SLACK = 8;

/**
 * Let the card in hand be dragged, by mouse, pen or finger.
 * @param {HTMLElement} dial
 * @param {SVGElement} held the group with the card in hand
 * @param {{allowed: function(number): boolean}} buttons
 * @param {function(number): void} onPile told where it was dropped
 */
export function carry(dial, held, buttons, onPile) {
  let start = null;
  const end = (event, drop) => {
    const moved = start && far(start, placeOf(dial, event));
    if (start && drop && moved) onPile(drop);
    else if (start?.card?.isConnected) start.card.style.transform = start.transform;
    start = null;
  };
  held.classList.add('movable');
  held.addEventListener('pointerdown', (event) => {
    const card = held.firstElementChild;
    if (!card || event.button) return;
    start = { ...placeOf(dial, event), card, transform: card.style.transform };
    held.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  held.addEventListener('pointermove', (event) => start && put(start.card, placeOf(dial, event)));
  held.addEventListener('pointerup', (event) => {
    const pile = pileNear(placeOf(dial, event));
    end(event, pile && buttons.allowed(pile) ? pile : null);
  });
  held.addEventListener('pointercancel', (event) => end(event, null));
}

function far(from, to) {
  return Math.hypot(from.x - to.x, from.y - to.y) > SLACK;
}

function placeOf(dial, event) {
  const box = dial.getBoundingClientRect();
  return { x: ((event.clientX - box.left) / box.width) * SIZE, y: ((event.clientY - box.top) / box.height) * SIZE };
}

