/** What was promised or sent before a deal, kept as long as the tab is open, to hold the end against. */

const keyOf = (what, id) => `clock.${what}.${id}`;

/**
 * Keep one more value.
 * @param {string} what as `commitment`
 * @param {string} id of the game or the race
 * @param {string} value
 */
export function keepBeside(what, id, value) {
  sessionStorage.setItem(keyOf(what, id), JSON.stringify([...kept(what, id), value]));
}

/**
 * @param {string} what
 * @param {string} id
 * @returns {string[]} what was kept, the first one first
 */
export function kept(what, id) {
  return JSON.parse(sessionStorage.getItem(keyOf(what, id))) ?? [];
}
