/** How the race is connected, as a line that is said aloud when it changes for the worse or the better. */

import { explain } from '../lib/api.js';
import { h, set } from '../lib/dom.js';

const WORDS = {
  lost: 'The connection is lost. Trying again by itself; what happens meanwhile will be shown.',
  polling: 'No live view comes through. The race is asked for every two seconds instead.',
  resumed: 'The connection is back. Nothing was missed.',
};

/** How long it is shown that the connection is back. */
const SHOWN_MS = 6_000;

/** @returns {{element: HTMLElement, update: function(import('./sitting.js').Sitting): void}} */
export function connectionLine() {
  const element = h('p', { class: 'connection', role: 'status' });
  let before = 'connecting', wasLost = false, passing;
  const update = ({ connection, problem }) => {
    if (connection === before) return;
    before = connection;
    const isBack = wasLost && (connection === 'live' || connection === 'over');
    wasLost = connection === 'lost' || (wasLost && !isBack);
    element.textContent = isBack ? WORDS.resumed : told(connection, problem);
    clearTimeout(passing);
    if (isBack) passing = setTimeout(() => { element.textContent = ''; }, SHOWN_MS);
    set(element, { 'data-state': connection });
  };
  return { element, update };
}

function told(connection, problem) {
  const why = connection === 'lost' && problem ? `${explain(problem).text} ` : '';
  return WORDS[connection] ? why + WORDS[connection] : '';
}
