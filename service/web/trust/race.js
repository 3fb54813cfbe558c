/** Where the seeds of a racer's deal must come from. */

import { utf8 } from './bytes.js';
import { sha256 } from './shuffle.js';

/**
 * @param {(string | null)[]} seeds the racers' own, in the order of their seats
 * @returns {Promise<string>} the client seed of a deck that all of them share
 */
export const sharedSeed = (seeds) => sha256(utf8(seeds.map((seed) => seed ?? '').join('\0')));

/**
 * @param {object} proof of a racer's game
 * @param {object} race as GET /v1/races/{id} answers once it is finished
 * @param {string | null} gameId which of the race's games it is, where that is known
 * @returns {Promise<string | null>} why the deal is not the one that the race promised; null if it is
 */
export async function faultOfRace(proof, race, gameId) {
  const fault = faultOfForm(race);
  if (fault) return fault;
  const at = race.commitments.indexOf(proof.commitment);
  if (at < 0) return 'The commitment is none of those that the race published when it was made.';
  const entry = race.entries.find((one) => (gameId ? one.game_id === gameId : one.seat === at + 1));
  if (race.decks === 'shared') return (gameId && !entry ? FOREIGN : null) ?? wrongSharedSeed(proof, race);
  if (!entry) return FOREIGN;
  const { seat, client_seed: seed } = entry;
  if (seat !== at + 1) return `The commitment is that of seat ${at + 1}, and the game is that of seat ${seat}.`;
  return (seed ?? '') === proof.client_seed ? null : `The client seed is not the one that seat ${seat} sent.`;
}

const NOT_JOINED = 'The client seed is not made of the seeds of all racers in the order of their seats.';
const FOREIGN = "The game is none of this race's.";

function faultOfForm(race) {
  if (race.status !== 'finished') return 'The race is not finished, or this is no race: its seeds are not told yet.';
  const told = Array.isArray(race.commitments) && Array.isArray(race.entries);
  return told && race.entries.every((one) => one !== null) ? null : 'The race lacks its commitments or its entries.';
}

async function wrongSharedSeed(proof, race) {
  const racers = race.entries.toSorted((one, other) => one.seat - other.seat);
  const seed = await sharedSeed(racers.map((racer) => racer.client_seed));
  return seed === proof.client_seed ? null : NOT_JOINED;
}
