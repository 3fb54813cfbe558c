/** Whether a ranked game that is over stands in the books yet, which takes the service a moment. */

import { h, replace } from '../lib/dom.js';
import { pause } from '../lib/time.js';
import { fetchGame } from './client.js';

/** How long to wait before each look. */
const LOOKS_MS = [500, 1000, 2000, 4000, 8000];
const LATER = 'It will be recorded shortly; your profile shows it then.';

/**
 * @param {Object} game that is over
 * @param {AbortSignal} signal
 * @returns {HTMLElement} a line that says so, and leads to where it is recorded
 */
export function recordOf(game, signal) {
  const line = h('p', { class: 'muted', role: 'status' }, 'Being recorded…');
  awaitRecord(game, signal).then(
    (recorded) => replace(line, recorded ? places() : LATER),
    () => replace(line, LATER), // the game is complete without it
  );
  return line;
}

async function awaitRecord({ id, result }, signal) {
  let { recorded } = result;
  for (const ms of LOOKS_MS) {
    if (recorded) break;
    await pause(ms, signal);
    ({ recorded } = (await fetchGame(id, signal)).game.result);
  }
  return recorded;
}

const places = () => ['Recorded: see the ', h('a', { href: '#/boards' }, 'boards'), ' or ',
  h('a', { href: '#/profile' }, 'your results'), '.'];
