/** All boards: `#/boards/<board>?variant=&period=&at=`. */

import { announce } from '../lib/announce.js';
import { all, call } from '../lib/api.js';
import { h, replace } from '../lib/dom.js';
import { showProblem } from '../lib/notice.js';
import { current } from '../lib/session.js';
import { addressOf, choiceOf, filters, queryOf } from '../ranks/filters.js';
import { growing } from '../ranks/growing.js';
import { ownPlace } from '../ranks/own.js';
import { standing, standingsTable } from '../ranks/standings.js';
import { boardName } from '../ranks/values.js';
import { variantNames } from '../texts/variants.js';

export const title = 'Boards';

const ONE_PAGE = 20;

/** @type {function(HTMLElement, {params: Object, query: URLSearchParams, signal: AbortSignal}): Promise<void>} */
export async function show(root, { params, query, signal }) {
  replace(root, h('h1', {}, title));
  const [boards, named] = await Promise.all([all(call, '/v1/leaderboards', { signal }), variantNames(signal)]);
  const controls = h('div');
  const list = h('div');
  const choose = (choice) => {
    history.replaceState(null, '', addressOf(choice));
    const focused = [...controls.querySelectorAll('select, input')].indexOf(document.activeElement);
    replace(controls, filters(boards, choice, named, choose));
    if (focused >= 0) controls.querySelectorAll('select, input')[focused]?.focus();
    return showList(list, boards.find(({ board }) => board === choice.board), choice, { named, signal });
  };
  root.append(controls, list);
  await choose(choiceOf(boards, params.board, query));
}

/** Shows one list; a later choice of the player's takes the place of one that is still on its way. */
async function showList(list, board, choice, { named, signal }) {
  const text = `${boardName(board.board)}, ${named(choice.variant)}`;
  const shown = h('section', { 'aria-label': text }, h('h2', {}, text), h('p', { class: 'muted' }, explain(board)));
  replace(list, shown);
  try {
    const [own, top] = await Promise.all([ownPart(board, choice, signal), topOf(board, choice, signal)]);
    if (top.items.some(({ player }) => player.id === current()?.playerId)) own?.shorten();
    shown.append(...[top.span, own?.element, top.element].filter(Boolean));
    if (shown.isConnected) announce(`${text} is shown`);
  } catch (problem) {
    showProblem(shown, problem, () => showList(list, board, choice, { named, signal }));
  }
}

const explain = ({ measures, better }) =>
  `${measures.charAt(0).toUpperCase()}${measures.slice(1)}; ${better === 'more' ? 'more' : 'less'} is better.`;

function ownPart(board, choice, signal) {
  const player = current()?.playerId;
  return player ? ownPlace({ call, board, query: queryOf(choice), player, signal }) : null;
}

async function topOf(board, choice, signal) {
  const { table, body } = standingsTable('From the top');
  const query = { ...queryOf(choice), limit: ONE_PAGE };
  let span = null;
  const { element, start } = growing({
    body,
    frame: table,
    none: 'Nobody is on this list yet.',
    row: (row) => standing(board, row, current()?.playerId),
    load: async (cursor) => {
      const { data } = await call('GET', `/v1/leaderboards/${board.board}`, { query: { ...query, cursor }, signal });
      span = spanOf(data);
      return data;
    },
  });
  const items = await start();
  return { element, items, span: span && h('p', { class: 'muted' }, span) };
}

/** The days of a list, in UTC; none of all time. */
function spanOf({ from, until }) {
  if (from === null) return null;
  const day = (at) => new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
  const last = day(Date.parse(until) - 86_400_000);
  return last === day(from) ? `${last} (UTC)` : `${day(from)} to ${last} (UTC)`;
}
