/** The audit: how all ranked deals have come out, beside what fair shuffles give. */

import { call } from '../lib/api.js';
import { h, replace } from '../lib/dom.js';
import { counted, percent } from '../lib/words.js';
import { fixed, number } from '../plot/numbers.js';
import { plot } from '../plot/plot.js';
import { chooser, variantNames } from '../texts/variants.js';

export const title = 'Fairness';

const ABOUT = [
  'Every ranked deal that has ended is counted here by the flip at which its chain first locks. That is settled when ' +
    'the cards are shuffled: no player can change it, and walking away hides nothing.',
  'A deal is a winning one if its first lock comes with the very last card. Exactly one deal in thirteen is.',
];

/** @type {function(HTMLElement, {signal: AbortSignal}): Promise<void>} */
export async function show(root, { signal }) {
  replace(root, h('h1', {}, title), ABOUT.map((text) => h('p', {}, text)));
  const [{ data: audit }, named] = await Promise.all([call('GET', '/v1/fairness', { signal }), variantNames(signal)]);
  root.append(h('p', {}, h('strong', {}, rates('All variants', audit))), chosenVariant(audit.variants, named),
    h('p', {}, 'Each deal can be checked by itself too: ', h('a', { href: '#/verify' }, 'verify a deal'), '.'));
}

function chosenVariant(variants, named) {
  const shown = h('div');
  const choose = (code) => replace(shown, ofVariant(variants.find(({ variant }) => variant === code), named));
  const first = (variants.find(({ deals }) => deals > 0) ?? variants[0]).variant;
  const option = ({ variant, deals }) => ({ value: variant, text: `${named(variant)} (${number(deals)})` });
  choose(first);
  return h('section', { 'aria-label': 'By variant' }, chooser('Variant', variants.map(option), first, choose), shown);
}

function rates(name, { deals, won, rate, exact }) {
  if (rate === null) return `${name}: no deal has ended yet.`;
  const confidence = number(100 * rate.confidence);
  return `${name}: ${number(won)} of ${counted(deals, 'deal')} won, that is ${percent(rate.value)} ` +
    `(${confidence} % interval: ${percent(rate.low)} to ${percent(rate.high)}); ` +
    `exactly it is ${exact.numerator}/${exact.denominator}, or ${percent(exact.value)}.`;
}

function ofVariant(found, named) {
  const name = named(found.variant);
  if (found.deals === 0) return h('p', { class: 'muted' }, `${name}: no deal has ended yet.`);
  const label = `${name}: the flip of the first lock in ${counted(found.deals, 'deal')}, and what chance gives.`;
  const points = found.flips.map(({ flips, deals, probability }) => ({
    x: flips, count: deals, expected: found.deals * probability.value,
  }));
  return [h('p', {}, rates(name, found)), test(found.chi_square),
    plot({ label, across: 'Flip of the first lock', up: 'Deals', points })];
}

function test({ statistic, degrees_of_freedom: freedom, p_value: p }) {
  if (freedom === 0) return h('p', { class: 'muted' }, 'There are too few deals yet to test how even they are.');
  const figures = `(Pearson's test: ${fixed(statistic, 1)} with ${counted(freedom, 'degree')} of freedom)`;
  return h('p', {}, `Fair shuffles look as uneven as this, or more so, in ${percent(p)} of all cases `,
    h('span', { class: 'muted' }, figures), '. A single small figure proves nothing; one that keeps falling does.');
}
