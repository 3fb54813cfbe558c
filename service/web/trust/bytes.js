/** Bytes: as hex, and of texts. */

/**
 * @param {string} text pairs of hex digits
 * @returns {Uint8Array}
 */
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * @param {Uint8Array} bytes
 * @returns {string} lower-case hex
 */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * @param {string} text
 * @returns {Uint8Array} the text in UTF-8
 */
export const utf8 = (text) => new TextEncoder().encode(text);

/**
 * @param {string} text
 * @returns {boolean} whether it can be written in UTF-8 at all: half a surrogate pair cannot
 */
export const isUnicode = (text) => !/\p{Surrogate}/u.test(text);
