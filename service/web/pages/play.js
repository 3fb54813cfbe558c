/** Ranked games of every variant. */

import { openOrChoose } from '../game/opening.js';
import { Table } from '../game/table.js';

export const title = 'Play';

/**
 * @param {Element} root
 * @param {{query: URLSearchParams, signal: AbortSignal}} where `?game=` opens one, `?variant=` chooses one at first
 * @returns {Promise<void>}
 */
export function show(root, { query, signal }) {
  return openOrChoose(root, {
    query, signal, practice: false, mode: 'reveal', heading: 'Play',
    seat: (box, { game, onAgain }) => new Table(box, { signal, onAgain, placing: game.mode === 'placement' }),
  });
}
