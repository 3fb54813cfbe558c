/** Figures as the reader's language writes them. */

/**
 * @param {number} value
 * @param {number} [digits] after the point, at most
 * @returns {string} `12,345`, `0.5`
 */
export function number(value, digits = 4) {
  return value.toLocaleString(undefined, { maximumFractionDigits: digits });
}

/**
 * @param {number} value
 * @param {number} digits after the point, always
 * @returns {string} `42.40`
 */
export function fixed(value, digits) {
  return value.toLocaleString(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
