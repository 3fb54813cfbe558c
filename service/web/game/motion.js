/** Moving and turning cards, calmly; not at all where less motion is asked for. */

import { reducedMotion } from '../lib/preferences.js';
import { pause } from '../lib/time.js';

/** How long one card takes from its pile to the next, by speed. */
export const PACES = { slow: 1100, steady: 560, quick: 200 };

/** @returns {boolean} whether cards may move: nobody sees it in a tab behind others, where time stands still */
export function mayMove() {
  return !reducedMotion() && !document.hidden;
}

/**
 * Put a drawing somewhere.
 * @param {SVGElement} node
 * @param {import('./layout.js').Place} place
 * @param {string} [more] further transforms
 * @returns {SVGElement}
 */
export function put(node, place, more = '') {
  node.style.transform = at(place, more);
  return node;
}

/**
 * Move a drawing.
 * @param {SVGElement} node
 * @param {import('./layout.js').Place|null} from null for where it is
 * @param {import('./layout.js').Place} to
 * @param {number} ms
 * @returns {Promise<void>}
 */
export function glide(node, from, to, ms) {
  const start = from ? at(from) : node.style.transform;
  put(node, to);
  return run(node, [start, at(to)], ms);
}

/**
 * Turn a card over on its way: the back is seen first, then the face.
 * @param {SVGElement} front
 * @param {SVGElement} rear
 * @param {import('./layout.js').Place} from
 * @param {import('./layout.js').Place} to
 * @param {number} ms
 * @returns {Promise<void>}
 */
export async function turn(front, rear, from, to, ms) {
  const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  put(front, half, 'scaleX(0)');
  await run(rear, [at(from), at(half, 'scaleX(0)')], ms / 2, 'ease-in');
  rear.remove();
  put(front, to);
  await run(front, [at(half, 'scaleX(0)'), at(to)], ms / 2, 'ease-out');
}

function at({ x, y }, more = 'scaleX(1)') {
  return `translate(${x}px, ${y}px) ${more || 'scaleX(1)'}`;
}

async function run(node, transforms, ms, easing = 'ease-in-out') {
  const animation = node.animate(transforms.map((transform) => ({ transform })), { duration: ms, easing });
  await Promise.race([animation.finished.catch(() => {}), pause(ms + 150)]);
}
