/** What a player has played: ranked games and races, newest first, page by page. */

import { call } from '../lib/api.js';
import { h } from '../lib/dom.js';
import { dateAndTime, duration } from '../lib/time.js';
import { capital, counted } from '../lib/words.js';
import { number } from '../plot/numbers.js';
import { growing } from '../ranks/growing.js';
import { ordinal } from '../ranks/values.js';

const ENDS = { won: 'won', lost: 'lost', completed: 'completed', abandoned: 'given up' };
const FATES = { finished: 'dial cleared', timed_out: 'out of time' };
const KINDS = { daily: 'daily deal', race: 'in a race' };

/**
 * @param {string} player
 * @param {function(string): string} named a variant's name
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function playedBy(player, named, signal) {
  const [games, races] = await Promise.all([
    list(player, 'results', (row) => gameRow(row, named), 'No ranked game has ended yet.', signal),
    list(player, 'races', (row) => raceRow(row, named), 'No race has been run yet.', signal),
  ]);
  return h('div', {}, h('section', { 'aria-label': 'Games' }, h('h2', {}, 'Games'), games),
    h('section', { 'aria-label': 'Races' }, h('h2', {}, 'Races'), races));
}

async function list(player, kind, row, none, signal) {
  const body = h('ul', { class: 'played' });
  const load = async (cursor) => {
    const { data } = await call('GET', `/v1/players/${player}/${kind}`, { query: { limit: 10, cursor }, signal });
    return data;
  };
  const { element, start } = growing({ body, load, row, none });
  await start();
  return element;
}

function gameRow({ game_id: game, variant, deal_kind: kind, finished_at: at, result }, named) {
  const facts = [
    `${counted(result.flips, 'card')} turned`,
    result.hidden > 0 && `${number(result.hidden)} left`,
    result.ledger && `${number(result.ledger.total)} points`,
    duration(result.elapsed_ms),
    KINDS[kind],
  ];
  const heading = `${named(variant)}: ${ENDS[result.outcome]}`;
  return item(heading, facts, at, verifyLink(game, dateAndTime(at)));
}

function raceRow({ variant, racers, ended_at: at, race_id: race, entry }, named) {
  const facts = [
    FATES[entry.state] ?? entry.state,
    `${counted(entry.revealed, 'card')} turned`,
    entry.errors > 0 && counted(entry.errors, 'wrong pile'),
    duration(entry.time_ms),
  ];
  const heading = `${named(variant)}: ${entry.won ? 'won' : ordinal(entry.place)} of ${number(racers)}`;
  return item(heading, facts, at, verifyLink(entry.game_id, dateAndTime(at), `?race=${race}`));
}

function item(heading, facts, at, link) {
  return h('li', {}, h('strong', {}, capital(heading)), h('span', {}, facts.filter(Boolean).join(', ')),
    h('small', {}, dateAndTime(at)), link);
}

const verifyLink = (game, when, query = '') =>
  h('a', { href: `#/verify/${game}${query}`, 'aria-label': `Verify the deal of ${when}` }, 'Verify');
