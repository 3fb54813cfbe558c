/** Races: the hall with all that are open at `#/race`, and one race for all its life at `#/race/<id>?code=`. */

import { h, replace } from '../lib/dom.js';
import { ensure } from '../lib/session.js';
import { showHall } from '../race/hall.js';
import { Room } from '../race/room.js';

export const title = 'Race';

/**
 * @param {HTMLElement} root
 * @param {{params: {id?: string}, query: URLSearchParams, signal: AbortSignal}} where
 */
export async function show(root, { params, query, signal }) {
  replace(root, h('h1', {}, 'Race'), h('p', { class: 'muted' }, 'One moment…'));
  const { playerId: me } = await ensure();
  if (params.id) await new Room(root, params.id, { me, code: query.get('code') ?? undefined, signal }).show();
  else showHall(root, me, signal);
}
