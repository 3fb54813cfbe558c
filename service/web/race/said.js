/** What happens in a race, in words. */

import { counted } from '../lib/words.js';
import { duration } from '../lib/time.js';
import { entryAt } from './course.js';

/** What became of a racer. */
export const FATE_WORDS = {
  waiting: 'not ready yet',
  ready: 'ready',
  racing: 'racing',
  finished: 'cleared the dial',
  locked: 'locked',
  disqualified: 'disqualified',
  forfeited: 'gave up',
  timed_out: 'out of time',
};

/** What happens too often to be said aloud. */
const QUIET = new Set(['progress', 'mistake', 'snapshot']);

/**
 * @param {Object} entry
 * @returns {string} the racer's name; programs are marked
 */
export function nameOf({ seat, player }) {
  const name = player.display_name || `Seat ${seat}`;
  return player.bot ? `${name} (bot)` : name;
}

/**
 * @param {Object} race as it stood before
 * @param {Object} now as it stands after it
 * @param {{kind: string, data: Object}} event
 * @returns {string} what has happened, as a sentence
 */
export function told(race, now, { kind, data }) {
  const entry = entryAt(now, data.seat) ?? entryAt(race, data.seat);
  const who = entry ? nameOf(entry) : `Seat ${data.seat}`;
  return SAID[kind]?.(who, data, now) ?? '';
}

/** @returns {boolean} whether it is to be said aloud to whoever sits in this seat, and sees what they do themselves */
export const isSpoken = ({ kind, data }, seat) => !QUIET.has(kind) && (data.seat === undefined || data.seat !== seat);

/**
 * @param {number} place
 * @returns {string} `1st`, `2nd`, `11th`
 */
export function ordinal(place) {
  const tens = place % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : { 1: 'st', 2: 'nd', 3: 'rd' }[place % 10] ?? 'th';
  return `${place}${ending}`;
}

const wrongly = ({ errors }) => (errors ? `, ${counted(errors, 'wrong pile')}` : '');
const fate = (words) => (who, data) =>
  `${who} ${words}: ${counted(data.revealed, 'card')}${wrongly(data)}, ${duration(data.time_ms)}.`;

const SAID = {
  snapshot: () => '',
  reset: () => 'The race was told anew.',
  joined: (who) => `${who} took a seat.`,
  left: (who, { reason }) => (reason === 'kicked' ? `${who} was removed.` : `${who} left.`),
  ready: (who) => `${who} is ready.`,
  countdown: () => 'The race starts in a few seconds.',
  started: () => 'Go!',
  progress: (who, { revealed }) => `${who} is at ${counted(revealed, 'card')}.`,
  mistake: (who) => `${who} took a card to a wrong pile.`,
  finished: fate('cleared the dial'),
  locked: fate('is locked'),
  disqualified: fate('is disqualified'),
  forfeited: fate('gave up'),
  timed_out: fate('ran out of time'),
  cancelled: (_, { reason }) => (reason === 'expired' ? 'Nobody started the race in time: it is cancelled.'
    : 'Everyone left: the race is cancelled.'),
  over: () => 'The race is over.',
};
