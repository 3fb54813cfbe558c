/** Which list of a board is meant, and the address that says so. */

import { h } from '../lib/dom.js';
import { chooser } from '../texts/variants.js';
import { boardName, periodName } from './values.js';

/**
 * @typedef {{board: string, variant: string, period: string, at: string}} Choice `at` is a UTC date, or empty for today
 */

/**
 * The choice in an address, as far as there is such a list; else what is nearest to it.
 * @param {Object[]} boards
 * @param {string|undefined} board
 * @param {URLSearchParams} query
 * @returns {Choice}
 */
export function choiceOf(boards, board, query) {
  const wanted = Object.fromEntries(query);
  return settle(boards, { variant: '', period: '', at: '', ...wanted, board });
}

/** What a board does not have is replaced by the first that it has. */
function settle(boards, { board, variant, period, at }) {
  const found = boards.find((one) => one.board === board) ?? boards[0];
  const among = (values, value) => (values.includes(value) ? value : values[0]);
  const span = among(found.periods, period);
  return { board: found.board, variant: among(found.variants, variant), period: span, at: span === 'all' ? '' : at };
}

/**
 * @param {Choice} choice
 * @returns {string} the address that shows this list
 */
export function addressOf({ board, variant, period, at }) {
  const query = new URLSearchParams({ variant, period, ...(at && { at }) });
  return `#/boards/${board}?${query}`;
}

/**
 * The query of the API for this list.
 * @param {Choice} choice
 * @returns {{variant: string, period: string, at: string|undefined}}
 */
export const queryOf = ({ variant, period, at }) => ({ variant, period, at: at || undefined });

/**
 * The controls.
 * @param {Object[]} boards
 * @param {Choice} choice
 * @param {function(string): string} named a variant's name
 * @param {function(Choice): void} choose
 * @returns {HTMLElement}
 */
export function filters(boards, choice, named, choose) {
  const board = boards.find((one) => one.board === choice.board);
  const names = boards.map((one) => one.board);
  const change = (changed) => choose(settle(boards, { ...choice, ...changed }));
  const options = (values, text) => values.map((value) => ({ value, text: text(value) }));
  const day = h('input', { type: 'date', value: choice.at, on: { change: () => change({ at: day.value }) } });
  return h('div', { class: 'row filters' },
    chooser('Board', options(names, boardName), choice.board, (value) => change({ board: value })),
    chooser('Variant', options(board.variants, named), choice.variant, (variant) => change({ variant })),
    chooser('Period', options(board.periods, periodName), choice.period, (period) => change({ period })),
    choice.period !== 'all' && h('label', { class: 'field' }, 'A day in it (UTC)', day));
}
