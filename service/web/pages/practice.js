/** Practice: a coach, hints, steps back, the deal told in words, and a helper that finishes the game. */

import { announce } from '../lib/announce.js';
import { h, replace } from '../lib/dom.js';
import { showProblem } from '../lib/notice.js';
import { language } from '../lib/words.js';
import { about, movesOf } from '../game/client.js';
import { openOrChoose } from '../game/opening.js';
import { Table } from '../game/table.js';

export const title = 'Practice';

/**
 * @param {Element} root
 * @param {{query: URLSearchParams, signal: AbortSignal}} where `?game=` opens one, `?variant=` chooses one at first
 * @returns {Promise<void>}
 */
export function show(root, { query, signal }) {
  return openOrChoose(root, {
    query, signal, practice: true, mode: 'placement', heading: 'Practice',
    seat: (box, { game, onAgain }) => seat(box, { game, onAgain, signal }),
  });
}

function seat(box, { game, onAgain, signal }) {
  const log = narration(game.id, signal);
  const hint = h('button', { type: 'button', on: { click: () => giveHint(table, signal) } }, 'Hint');
  const undo = h('button', { type: 'button', on: { click: () => stepBack(table) } }, 'Undo');
  const table = new Table(box, {
    signal, onAgain, placing: game.mode === 'placement', tools: [hint, undo],
    keys: { h: () => hint.click(), u: () => undo.click() },
    onTurn: (turn) => {
      hint.hidden = turn.game.result !== null;
      undo.hidden = turn.game.status === 'abandoned';
      log.renew();
    },
  });
  table.side.append(log.element);
  return table;
}

async function giveHint(table, signal) {
  if (table.game.result) return;
  try {
    const { pile, why } = await about(table.game.id, 'hint', signal);
    table.advise(pile, why);
  } catch (problem) {
    showProblem(table.side, problem);
  }
}

function stepBack(table) {
  if (table.game.flips === 1) return announce('This is the start: there is nothing to take back.');
  return table.act('undo', {});
}

/** The log in words; fetched while it is open. */
function narration(id, signal) {
  const list = h('ol', { class: 'narration', lang: language() });
  const element = h('details', { on: { toggle: () => renew() } }, h('summary', {}, 'The deal in words'), list);
  const renew = async () => {
    if (!element.open) return;
    try {
      const moves = await movesOf(id, signal, { narrate: language() });
      replace(list, moves.map(({ sentence }) => h('li', {}, sentence)));
      list.scrollTop = list.scrollHeight;
    } catch (problem) {
      showProblem(element, problem, renew);
    }
  };
  return { element, renew };
}
