/** What a screen reader is told. */

/**
 * Say something politely, once.
 * @param {string} text
 */
export function announce(text) {
  const region = document.getElementById('live');
  if (!region) return;
  // The same words twice would not be read again.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
