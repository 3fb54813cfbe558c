/** What the player has chosen about the page itself, kept in this browser. */

const STORED = 'clock.preferences';
const DEFAULTS = { sound: false, speed: 'steady', keys: true };

/** @returns {{sound: boolean, speed: string, keys: boolean}} `keys` says whether single letters play */
export function preferences() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(STORED)) };
  } catch {
    return { ...DEFAULTS };
  }
}

/**
 * @param {Object} changed some of the preferences
 * @returns {Object} all of them
 */
export function prefer(changed) {
  const now = { ...preferences(), ...changed };
  localStorage.setItem(STORED, JSON.stringify(now));
  return now;
}

/** @returns {boolean} whether the player's system asks for less motion */
export function reducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
