/** What boards measure, in words. */

import { number } from '../plot/numbers.js';
import { duration } from '../lib/time.js';
import { capital } from '../lib/words.js';

const UNITS = {
  points: (value) => `${number(value)} points`,
  ms: (value) => duration(value),
  cards: (value) => `${number(value)} ${value === 1 ? 'card' : 'cards'}`,
  restarts: (value) => `${number(value)} ${value === 1 ? 'restart' : 'restarts'}`,
  games: (value) => `${number(value)} ${value === 1 ? 'game' : 'games'}`,
  races: (value) => `${number(value)} ${value === 1 ? 'race' : 'races'}`,
  percentile: (value) => `${number(value, 2)} of 100`,
};

/** A card of a race takes less than a second, so seconds alone would not do. */
const PRECISE = { sprint_pace: (value) => `${number(value, 0)} ms a card` };

/**
 * @param {{board: string, unit: string}} board
 * @param {number} value
 * @returns {string} `5,500 points`, `48.1 s`
 */
export function inUnits({ board, unit }, value) {
  return (PRECISE[board] ?? UNITS[unit] ?? ((plain) => `${number(plain)} ${unit}`))(value);
}

/**
 * @param {string} board
 * @returns {string} `Fastest clear`
 */
export const boardName = (board) => capital(board.replaceAll('_', ' '));

const PERIODS = { all: 'All time', month: 'Month', week: 'Week', day: 'Day' };

/**
 * @param {string} period
 * @returns {string}
 */
export const periodName = (period) => PERIODS[period] ?? capital(period);

/**
 * @param {number} place
 * @returns {string} `1st`, `22nd`
 */
export function ordinal(place) {
  const last = place % 100 >= 11 && place % 100 <= 13 ? 0 : place % 10;
  return `${number(place)}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`;
}
