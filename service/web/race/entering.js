/** The ways to a seat in a race. Each sends a part of the shuffle, once the race has published its commitments. */

import { keepBeside } from '../lib/kept.js';
import { ask } from '../lib/session.js';

/** @returns {string} 32 random hex digits: this player's part of the shuffle */
export function newSeed() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * A seat in a race that one knows of.
 * @param {string} id
 * @param {string|null} code of a private race
 * @param {AbortSignal} signal
 * @returns {Promise<Object>} the race
 */
export async function join(id, code, signal) {
  const seed = newSeed();
  const body = { client_seed: seed, ...(code && { code }) };
  const { data } = await ask('POST', `/v1/races/${id}/join`, { body, signal });
  keepBeside('seed', id, seed);
  return data;
}

/**
 * A new race, with its first seat.
 * @param {Object} terms the body for `POST /v1/races`
 * @param {AbortSignal} signal
 * @returns {Promise<Object>} the race
 */
export async function create(terms, signal) {
  const { data } = await ask('POST', '/v1/races', { body: terms, signal });
  return join(data.id, null, signal);
}

/**
 * A seat in any race with these terms.
 * @param {Object} terms the body for `POST /v1/races/quick`
 * @param {AbortSignal} signal
 * @returns {Promise<Object>} the race
 */
export const quick = (terms, signal) => seeded('/v1/races/quick', terms, signal);

/**
 * A seat in the race in which those of this one meet again.
 * @param {string} id of the race that is over
 * @param {AbortSignal} signal
 * @returns {Promise<Object>} the race
 */
export const rematch = (id, signal) => seeded(`/v1/races/${id}/rematch`, {}, signal);

/** A new race takes no seed with the request that makes it: it is sent when its commitments are known. */
async function seeded(path, body, signal) {
  const seed = newSeed();
  const { status, data } = await ask('POST', path, { body: { ...body, client_seed: seed }, signal });
  if (status === 201) return join(data.id, null, signal);
  keepBeside('seed', data.id, seed);
  return data;
}
