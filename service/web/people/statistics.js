/** What a player's games come to, and how far that is from what chance gives. */

import { call } from '../lib/api.js';
import { h, replace } from '../lib/dom.js';
import { showProblem } from '../lib/notice.js';
import { counted, percent } from '../lib/words.js';
import { fixed, number } from '../plot/numbers.js';
import { plot } from '../plot/plot.js';
import { boardName, inUnits } from '../ranks/values.js';
import { chooser } from '../texts/variants.js';

const NONE = 'No ranked game has ended yet. Practice and games under rules of your own do not count.';

/**
 * @param {Object} statistics as a profile has them
 * @param {{boards: Object[], named: function(string): string, signal: AbortSignal}} known
 * @returns {HTMLElement}
 */
export function statisticsOf(statistics, known) {
  if (statistics.dealt === 0 && statistics.races.run === 0)
    return h('p', { class: 'muted' }, NONE);
  return h('div', {}, figures(summary(statistics)), byVariant(statistics.variants, known));
}

function figures(pairs) {
  const told = pairs.filter(([, value]) => value !== null);
  return h('dl', { class: 'figures facts' }, told.map(([term, value]) => [h('dt', {}, term), h('dd', {}, value)]));
}

function summary({ races, ...counts }) {
  return [
    ...rates(counts),
    ['Luck', luck(counts)],
    ['Races', races.run === 0 ? 'none yet' : `${number(races.won)} won of ${number(races.run)}`],
  ];
}

function rates({ dealt, finished, abandoned, cleared, win_rate: rate }) {
  return [
    ['Ranked games', `${number(dealt)}: ${number(finished)} played out, ${number(abandoned)} given up`],
    ['Dials cleared', rate && `${number(cleared)}, ${percent(rate.value)}; chance gives ${percent(rate.exact.value)}`],
  ];
}

/** A percentile says how many fare worse with as many deals. */
function luck({ luck: value }) {
  return value === null ? null : `${fixed(value, 1)} of 100, and the middle is 50; it goes by the deals alone`;
}

function byVariant(variants, known) {
  if (variants.length === 0) return null;
  const shown = h('div');
  const choose = (code) => replace(shown, ofVariant(variants.find(({ variant }) => variant === code), known));
  const option = ({ variant, dealt }) => ({ value: variant, text: `${known.named(variant)} (${number(dealt)})` });
  choose(variants[0].variant);
  return h('section', { 'aria-label': 'By variant' }, h('h2', {}, 'By variant'),
    chooser('Variant', variants.map(option), variants[0].variant, choose), shown);
}

function ofVariant(found, known) {
  return [figures(details(found, known)), histogram(found, known)];
}

function details(found, { boards }) {
  const { mean_flips: mean, winning_streak: wins, losing_streak: losses } = found;
  const unit = (board) => boards.find((one) => one.board === board) ?? { board, unit: '' };
  return [
    ...rates(found),
    ['Luck', found.luck === null ? null : `${fixed(found.luck, 1)} of 100`],
    ['Cards turned', mean && `${fixed(mean.value, 1)} on the average; chance gives ${fixed(mean.exact.value, 1)}`],
    ['Cleared in a row', `${number(wins.current)} now, ${number(wins.longest)} at the most`],
    ['Not cleared in a row', `${number(losses.current)} now, ${number(losses.longest)} at the most`],
    ...found.bests.map(({ board, value, game_id: game }) => best(boardName(board), inUnits(unit(board), value), game)),
  ];
}

function best(board, value, game) {
  const name = board.toLowerCase();
  const link = h('a', { href: `#/verify/${game}`, 'aria-label': `Verify the deal of the best ${name}` }, 'Verify');
  return [`Best, ${name}`, [value, ' ', link]];
}

/** The cards left face down, beside the exact distribution of `GET /v1/odds`. */
function histogram(found, { named, signal }) {
  const box = h('div', {}, h('h3', {}, 'Cards left face down'));
  const without = (text) => box.append(h('p', { class: 'muted' }, text));
  if (found.variant === 'perpetual') without('A perpetual game goes on until none is left.');
  else if (found.finished === 0) without('No game has been played out yet.');
  else fill(box, found, named(found.variant), signal);
  return box;
}

async function fill(box, { variant, hidden, finished }, name, signal) {
  try {
    const { data } = await call('GET', '/v1/odds', { query: { variant }, signal });
    const points = data.hidden.map((chance) => ({
      x: chance.hidden,
      count: hidden[chance.hidden] ?? 0,
      expected: finished * chance.probability.value,
    }));
    const label = `${name}: cards left face down in ${counted(finished, 'game')}, and what chance gives.`;
    box.append(plot({ label, across: 'Cards left face down', up: 'Games', points: upTo(points) }));
  } catch (problem) {
    showProblem(box, problem, () => fill(box, { variant, hidden, finished }, name, signal));
  }
}

/** Without the long tail in which there is next to nothing. */
function upTo(points) {
  const last = points.findLastIndex(({ count, expected }) => count > 0 || expected >= 0.02);
  return points.slice(0, Math.max(last + 1, 12));
}
