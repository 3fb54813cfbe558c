/**
 * A race as it stands after each of its events. Pure: made of the API's race document and what its stream tells.
 *
 * A race is known from two sides, events and answers, which may overtake each other. Each tells its `seq`, the number
 * of the last event that it includes, so whatever is older than what is known changes nothing.
 */

/** How a racer's race can end. */
export const FATES = ['finished', 'locked', 'disqualified', 'forfeited', 'timed_out'];
/** After these nothing happens any more. */
export const LAST = ['over', 'cancelled'];
/** These tell all of the race at once. */
export const SNAPSHOTS = ['snapshot', 'reset'];
/** Whoever has taken a seat, until the race tells who it is: events name seats alone. */
export const SOMEONE = Object.freeze({ id: null, display_name: 'Someone', bot: false });

/**
 * @param {object} race as the API answers it
 * @param {{kind: string, seq: number, data: object}} event
 * @returns {object} the race once this has happened; the same race if it knew of it
 */
export function after(race, event) {
  if (event.kind === 'reset') return whole(race, event.data);
  if (event.kind === 'snapshot') return newer(race, event.data);
  if (event.seq <= race.seq) return race;
  return { ...race, ...change(race, event), seq: event.seq };
}

/**
 * @param {object} race
 * @param {object} document the race as an answer or a snapshot tells it, perhaps later than others that overtook it
 * @returns {object} the newer of both; what only racers are told, and a snapshot leaves out, is kept
 */
export function newer(race, document) {
  return document.seq < race.seq ? race : whole(race, document);
}

function whole(race, document) {
  const own = new Map(race.entries.map((entry) => [entry.seat, entry.game_id]));
  const gameOf = ({ seat, game_id }) => game_id ?? own.get(seat) ?? null;
  const entries = document.entries.map((entry) => ({ ...entry, game_id: gameOf(entry) }));
  const { join_code, rematch_id } = race;
  return {
    ...document,
    join_code: document.join_code ?? join_code,
    rematch_id: document.rematch_id ?? rematch_id,
    entries,
  };
}

/** @returns {object | undefined} the entry of this player, if they have a seat */
export const entryOf = (race, playerId) => race.entries.find((entry) => entry.player.id === playerId);

/** @returns {object | undefined} the entry in this seat */
export const entryAt = (race, seat) => race.entries.find((entry) => entry.seat === seat);

/** @returns {boolean} whether nothing happens in it any more */
export const isOver = (race) => race.status === 'finished' || race.status === 'cancelled';

/** @returns {boolean} whether somebody sits there of whom only the seat is known */
export const hasStrangers = (race) => race.entries.some((entry) => entry.player === SOMEONE);

/** @returns {number} how many cards each racer has to turn */
export const cardsOf = (race) => (race.variant === 'big_clock' ? 104 : 52);

/** @returns {boolean} whether its host can start it */
export function mayStart(race) {
  const others = race.entries.filter((entry) => entry.seat !== race.host);
  return race.status === 'open' && others.length > 0 && others.every((entry) => entry.ready);
}

/**
 * What a racer's own moves have told, where events are behind.
 * @param {object} race
 * @param {{race_id: string, flips: number, placement_errors: number} | null} game the game of that racer
 * @param {string} playerId
 * @returns {object} the race, in which this racer is as far as either source knows
 */
export function withOwn(race, game, playerId) {
  const entry = entryOf(race, playerId);
  if (!game || !entry || race.status !== 'running') return race;
  const revealed = Math.max(entry.revealed, game.flips);
  const errors = Math.max(entry.errors, game.placement_errors);
  return { ...race, entries: changed(race, entry.seat, { revealed, errors }) };
}

function change(race, { kind, data }) {
  if (CHANGES[kind]) return CHANGES[kind](race, data);
  return FATES.includes(kind) ? moved(race, data, { state: kind, time_ms: data.time_ms }) : {};
}

const CHANGES = {
  joined: (race, { seat }) => ({ entries: [...without(race, seat), seated(seat)].sort((a, b) => a.seat - b.seat) }),
  left: (race, { seat, host }) => ({ entries: without(race, seat), host }),
  ready: (race, { seat }) => ({ entries: changed(race, seat, { ready: true, state: 'ready' }) }),
  countdown: (_, { starts_at, ends_at }) => ({ status: 'countdown', starts_at, ends_at }),
  started: (race) => ({ status: 'running', entries: race.entries.map((entry) => ({ ...entry, ...OFF })) }),
  progress: (race, data) => moved(race, data),
  mistake: (race, data) => moved(race, data),
  cancelled: (_, { server_time }) => ({ status: 'cancelled', ended_at: server_time }),
  over: (race, { places, server_time }) =>
    ({ status: 'finished', ended_at: server_time, entries: ranked(race, places) }),
};

const OFF = { state: 'racing', revealed: 1 };

const seated = (seat) => ({
  seat, player: SOMEONE, ready: false, client_seed: null, state: 'waiting', game_id: null,
  revealed: 0, errors: 0, time_ms: null, place: null,
});

const without = (race, seat) => race.entries.filter((entry) => entry.seat !== seat);

const changed = (race, seat, facts) =>
  race.entries.map((entry) => (entry.seat === seat ? { ...entry, ...facts } : entry));

const moved = (race, { seat, revealed, errors }, fate = {}) =>
  ({ entries: changed(race, seat, { revealed, errors, ...fate }) });

function ranked(race, places) {
  const place = new Map(places.map((one) => [one.seat, one.place]));
  return race.entries.map((entry) => ({ ...entry, place: place.get(entry.seat) ?? null }));
}
