/** How racers tell each other where the race is. */

const RACE = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const CODE = /[0-9A-Z]{4}[- ]?[0-9A-Z]{4}/i;

/**
 * @param {{id: string, join_code: string|null}} race
 * @returns {string} the address behind the #, with the code of a private race
 */
export function addressOf({ id, join_code: code }) {
  return `#/race/${id}${code ? `?code=${encodeURIComponent(code)}` : ''}`;
}

/**
 * @param {string} text a link that somebody has sent, or the race's id with its code behind it
 * @returns {{id: string, join_code: string|null}|null} null if there is no race in it
 */
export function invitation(text) {
  const found = RACE.exec(text);
  if (!found) return null;
  const rest = text.slice(found.index + found[0].length);
  const code = new URLSearchParams(rest.split('?')[1]).get('code') ?? CODE.exec(rest)?.[0] ?? null;
  return { id: found[0].toLowerCase(), join_code: code };
}
