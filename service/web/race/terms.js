/** What racers agree on: what can be chosen, and the same in words. */

/** The terms that are words: each with what can be chosen, the usual choice first. */
export const CHOICES = {
  variant: {
    standard: 'Standard, 52 cards',
    big_clock: 'Big Clock, 104 cards',
    twelve_start: 'Twelve start, queens lock',
    perpetual: 'Perpetual, starts again',
  },
  decks: { own: 'One for each', shared: 'The same for all' },
  errors: { count: 'Is counted', penalty: 'Costs time', disqualify: 'Ends your race' },
  visibility: { public: 'Anyone may join', private: 'Only with a code' },
  start: { host: 'You start it', full: 'By itself, when full' },
};

/** The terms that are numbers: what is usual, and between what. */
export const NUMBERS = {
  capacity: { usual: 2, min: 2, max: 64 },
  time_limit_s: { usual: 300, min: 10, max: 900 },
  penalty_s: { usual: 5, min: 0, max: 60, step: 'any' },
};

/** Over each choice. */
export const LABELS = {
  capacity: 'Seats',
  variant: 'Game',
  decks: 'Deals',
  errors: 'A wrong pile',
  penalty_s: 'Seconds for each wrong pile',
  time_limit_s: 'Seconds at most',
  visibility: 'Who may join',
  start: 'How it starts',
};

/**
 * @param {Object<string, string>} filled what was filled in, by the names of `LABELS`; an empty text leaves it open
 * @returns {Object} the body for `POST /v1/races` or `/quick`; a penalty only where wrong piles cost time
 */
export function requested(filled) {
  const body = {};
  for (const [name, value] of Object.entries(filled)) {
    if (value === '' || value === undefined) continue;
    if (name === 'penalty_s') {
      if (filled.errors === 'penalty') body.penalty_ms = Math.round(1000 * Number(value));
    } else {
      body[name] = name in NUMBERS ? Number(value) : value;
    }
  }
  return body;
}

const GAMES = { standard: 'Standard', big_clock: 'Big Clock', twelve_start: 'Twelve start', perpetual: 'Perpetual' };

/**
 * @param {Object} race
 * @returns {string[]} its terms, a few words each
 */
export function inWords(race) {
  return [
    GAMES[race.variant] ?? race.variant,
    race.decks === 'shared' ? 'the same deal for all' : 'a deal for each',
    costOf(race),
    `${limit(race.time_limit_s)} at most`,
    race.visibility === 'private' ? 'with a code only' : 'open to all',
  ];
}

function costOf({ errors, penalty_ms: penalty }) {
  if (errors === 'disqualify') return 'the first wrong pile is the end';
  return errors === 'penalty' ? `${penalty / 1000} s for a wrong pile` : 'wrong piles are counted';
}

function limit(seconds) {
  return seconds % 60 ? `${seconds} s` : `${seconds / 60} min`;
}
