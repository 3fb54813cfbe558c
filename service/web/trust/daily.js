/** Whether a day's seeds are those that were promised the day before, after docs/daily.md. */

import { fromHex } from './bytes.js';
import { canHash, sha256 } from './shuffle.js';

/**
 * @param {string} day a UTC date
 * @param {{variant: string, commitment: string, client_seed: string, server_seed: string | null}} deal
 * @returns {Promise<{state: 'open' | 'passed' | 'failed' | 'skipped', detail: string}>} open while the seed is secret
 */
export async function checkDay(day, deal) {
  if (deal.client_seed !== `daily ${day} ${deal.variant}`)
    return { state: 'failed', detail: 'The client seed does not follow from day and variant: somebody chose it.' };
  if (deal.server_seed === null) return { state: 'open', detail: 'The seed opens when the day closes.' };
  if (!canHash()) return { state: 'skipped', detail: 'Not checked: browsers hash nothing for pages without https.' };
  if (!/^[0-9a-f]{64}$/.test(deal.server_seed)) return { state: 'failed', detail: 'The seed is not 64 hex digits.' };
  const kept = (await sha256(fromHex(deal.server_seed))) === deal.commitment;
  return kept
    ? { state: 'passed', detail: 'The commitment is the hash of the seed.' }
    : { state: 'failed', detail: 'The commitment is not the hash of the seed.' };
}
