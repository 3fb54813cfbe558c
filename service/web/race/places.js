/** Who is ahead, by the rule of docs/races.md: at the end as the service says, and before it as things stand. */

/**
 * @param {object} race
 * @returns {{place: number, entry: object}[]} best first; equals share a place (1, 2, 2, 4)
 */
export function standings(race) {
  if (race.status === 'finished') return settled(race);
  const sorted = [...race.entries].sort((a, b) => compare(a, b) || a.seat - b.seat);
  let place = 0;
  return sorted.map((entry, index) => {
    if (index === 0 || compare(sorted[index - 1], entry) !== 0) place = index + 1;
    return { place, entry };
  });
}

/** @returns {boolean} whether anyone else has the same place */
export const isShared = (table, place) => table.filter((row) => row.place === place).length > 1;

function settled(race) {
  const rows = race.entries.map((entry) => ({ place: entry.place, entry }));
  return rows.sort((a, b) => a.place - b.place || a.entry.seat - b.entry.seat);
}

function compare(a, b) {
  const [first, second] = [merit(a), merit(b)];
  const differs = first.findIndex((part, index) => part !== second[index]);
  return differs < 0 ? 0 : first[differs] - second[differs];
}

/** Cleared dials by time, then by errors; after them everyone by cards turned, most first, then errors, then time. */
function merit({ state, revealed, errors, time_ms }) {
  if (state === 'finished') return [0, time_ms, errors, 0];
  return [1, -revealed, errors, time_ms ?? Number.MAX_SAFE_INTEGER];
}
