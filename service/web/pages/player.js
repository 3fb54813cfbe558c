/** A player, as everyone may see them: `#/players/<id>`. */

import { all, call } from '../lib/api.js';
import { h, replace } from '../lib/dom.js';
import { current } from '../lib/session.js';
import { date } from '../lib/time.js';
import { playedBy } from '../people/results.js';
import { statisticsOf } from '../people/statistics.js';
import { variantNames } from '../texts/variants.js';

export const title = 'Player';

/** @type {function(HTMLElement, {params: Object, signal: AbortSignal}): Promise<void>} */
export async function show(root, { params, signal }) {
  replace(root, h('h1', {}, title));
  const { data: player } = await call('GET', `/v1/players/${encodeURIComponent(params.id)}`, { signal });
  const own = current()?.playerId === player.id;
  replace(root, h('h1', {}, player.display_name),
    h('p', { class: 'muted' }, player.bot ? 'A program, here' : 'Here', ` since ${date(player.created_at)}.`,
      own && [' This is you: ', h('a', { href: '#/profile' }, 'your profile'), '.']),
    await deedsOf(player, signal));
}

/**
 * Statistics, games and races.
 * @param {{id: string, statistics: Object}} player
 * @param {AbortSignal} signal
 * @returns {Promise<Node[]>}
 */
export async function deedsOf(player, signal) {
  const [boards, named] = await Promise.all([all(call, '/v1/leaderboards', { signal }), variantNames(signal)]);
  return [statisticsOf(player.statistics, { boards, named, signal }), await playedBy(player.id, named, signal)];
}
