/** The deals of a day, the same for everyone: `#/daily`, `#/daily?day=2026-12-24`. */

import { call } from '../lib/api.js';
import { h, replace } from '../lib/dom.js';
import { showProblem } from '../lib/notice.js';
import { dateAndTime } from '../lib/time.js';
import { counted, percent } from '../lib/words.js';
import { number } from '../plot/numbers.js';
import { attempt, modes } from '../texts/attempt.js';
import { variantNames } from '../texts/variants.js';
import { checkDay } from '../trust/daily.js';

export const title = 'Daily deals';

const ABOUT = [
  'Each day (UTC) has one deal for each variant, the same for everyone, and one attempt at each. ' +
    'The attempt begins with the deal, whatever becomes of the game.',
  'The commitment to a deal is public from the day before. Save it, and check it when the day has closed.',
];

/** @type {function(HTMLElement, {query: URLSearchParams, signal: AbortSignal}): Promise<void>} */
export async function show(root, { query, signal }) {
  replace(root, h('h1', {}, title), ABOUT.map((text) => h('p', {}, text)));
  const [{ data: today }, named] = await Promise.all([call('GET', '/v1/daily', { signal }), variantNames(signal)]);
  const shown = h('div');
  const choose = () => {
    history.replaceState(null, '', day.value ? `#/daily?day=${day.value}` : '#/daily');
    return showDay(shown, day.value, { today, named, signal });
  };
  const value = query.get('day') ?? '';
  const day = h('input', { type: 'date', value, max: today.tomorrow.day, on: { change: choose } });
  root.append(h('label', { class: 'field filters' }, 'Another day (UTC)', day), shown);
  await showDay(shown, day.value, { today, named, signal });
}

async function showDay(box, chosen, known) {
  const { today, named, signal } = known;
  try {
    const { data: day } = chosen ? await call('GET', `/v1/daily/${chosen}`, { signal }) : { data: today };
    const begun = day.day <= today.day;
    const mode = day.day === today.day ? modes() : null;
    const deals = await Promise.all(day.variants.map((deal) => dealOf(deal, day.day, { named, begun, mode })));
    replace(box, heading(day, today), mode?.element, h('ul', { class: 'deals' }, deals),
      !chosen && tomorrow(today.tomorrow, named));
  } catch (problem) {
    showProblem(replace(box), problem, () => showDay(box, chosen, known));
  }
}

function heading({ day, opens_at: opens, closes_at: closes }, today) {
  const still = day > today.day ? `They are dealt from ${dateAndTime(opens)} on. ` : '';
  return [h('h2', {}, day === today.day ? `Today, ${day}` : day),
    h('p', { class: 'muted' }, `${still}Seeds and proofs open at ${dateAndTime(closes)}.`)];
}

async function dealOf(deal, day, { named, begun, mode }) {
  const name = named(deal.variant);
  const board = `#/boards/daily?variant=${deal.variant}&period=day&at=${day}`;
  return h('li', { class: 'panel' }, h('h3', {}, name), begun && h('p', {}, attempts(deal)),
    begun && h('div', { class: 'row' }, mode && attempt(deal.variant, name, mode.chosen),
      h('a', { href: board, 'aria-label': `Board of ${name}` }, 'Board')),
    await secrets(day, deal));
}

function attempts({ attempts: ended, cleared }) {
  if (ended === 0) return 'No attempt has ended yet.';
  return `${counted(ended, 'attempt')} ended, ${number(cleared)} cleared (${percent(cleared / ended)}).`;
}

async function secrets(day, deal) {
  const { state, detail } = await checkDay(day, deal);
  const value = (term, text) => text && [h('dt', {}, term), h('dd', { class: 'code' }, text)];
  return h('details', {}, h('summary', {}, state === 'open' ? 'Commitment' : `Commitment and seeds: ${WORDS[state]}`),
    h('p', {}, detail),
    h('dl', { class: 'figures facts' }, value('Commitment', deal.commitment), value('Client seed', deal.client_seed),
      value('Server seed', deal.server_seed)));
}

const WORDS = { passed: 'checked here, and right', failed: 'checked here, and wrong', skipped: 'not checked' };

function tomorrow({ day, variants }, named) {
  return h('details', {}, h('summary', {}, `Tomorrow's commitments, ${day}`),
    h('dl', { class: 'figures facts' }, variants.map(({ variant, commitment }) => [
      h('dt', {}, named(variant)), h('dd', { class: 'code' }, commitment)])));
}
