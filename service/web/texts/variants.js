/** The variants, as the rules tell of them. */

import { call } from '../lib/api.js';
import { h } from '../lib/dom.js';
import { language } from '../lib/words.js';

/**
 * @param {AbortSignal} signal
 * @returns {Promise<function(string): string>} from a variant's code to its name; a code that is not known stays
 */
export async function variantNames(signal) {
  const { data } = await call('GET', '/v1/rules', { query: { lang: language() }, signal });
  const names = new Map(data.variants.map(({ variant, name }) => [variant, name]));
  return (variant) => names.get(variant) ?? variant.replaceAll('_', ' ');
}

/**
 * A list to choose from, under a label.
 * @param {string} label
 * @param {{value: string, text: string}[]} choices
 * @param {string} chosen
 * @param {function(string): void} choose
 * @returns {HTMLLabelElement}
 */
export function chooser(label, choices, chosen, choose) {
  const select = h('select', { on: { change: () => choose(select.value) } },
    choices.map(({ value, text }) => h('option', { value }, text)));
  select.value = chosen;
  return h('label', { class: 'field chooser' }, label, select);
}
