/** Keys that play, wherever the focus is, unless something is being typed. */

import { preferences } from '../lib/preferences.js';
import { homeOf } from '../lib/words.js';

const TYPING = 'input:not([type="radio"], [type="checkbox"]), textarea, select, dialog';
const PRESSABLE = 'button, a, summary, input, label';

/**
 * The pile that a key names: the rank's letter or number.
 * @param {string} key
 * @returns {number|null}
 */
export function pileOfKey(key) {
  const rank = { 1: 'A', 0: 'T' }[key] ?? key.toUpperCase();
  return /^[A2-9TJQK]$/.test(rank) ? homeOf(rank) : null;
}

/**
 * Listen for keys.
 * @param {Object<string, function(): void>} actions by key; `go` is for Enter and the space bar
 * @param {function(number): void} onPile told the pile that a key names
 * @param {AbortSignal} signal ends it
 */
export function listen(actions, onPile, signal) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest(TYPING)) return;
    const action = chosen(event, actions, onPile);
    if (!action) return;
    event.preventDefault();
    action();
  }, { signal });
}

function chosen(event, actions, onPile) {
  if (event.key === 'Enter' || event.key === ' ') return event.target.closest(PRESSABLE) ? null : actions.go;
  if (!preferences().keys) return null;
  const pile = pileOfKey(event.key);
  return actions[event.key.toLowerCase()] ?? (pile && (() => onPile(pile)));
}
