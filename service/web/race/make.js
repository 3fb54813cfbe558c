/** The forms that ask for a race: any that fits, or a new one with all its terms. */

import { h, set } from '../lib/dom.js';
import { CHOICES, LABELS, NUMBERS, requested } from './terms.js';

const MADE = ['capacity', 'visibility', 'variant', 'decks', 'errors', 'penalty_s', 'time_limit_s', 'start'];
const WISHED = ['capacity', 'variant', 'decks', 'errors', 'penalty_s', 'time_limit_s', 'start'];

/**
 * @param {function(Object): void} make gets the body for `POST /v1/races`
 * @returns {HTMLFormElement}
 */
export function makeForm(make) {
  return form('Make the race', MADE, false, make);
}

/**
 * @param {function(Object): void} find gets the body for `POST /v1/races/quick`; what was left open is not in it
 * @returns {HTMLFormElement}
 */
export function wishForm(find) {
  return form('Find such a race', WISHED, true, find);
}

function form(words, names, mayBeOpen, submit) {
  const fields = names.map((name) => h('label', { class: 'field' }, LABELS[name], control(name, mayBeOpen)));
  const element = h('form', { class: 'terms' }, fields,
    h('div', { class: 'row' }, h('button', { class: 'primary' }, words)));
  const penalty = () => {
    const { errors, penalty_s: seconds } = element.elements;
    set(seconds, { disabled: errors.value !== 'penalty' });
  };
  element.addEventListener('change', penalty);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    submit(requested(Object.fromEntries(new FormData(element))));
  });
  penalty();
  return element;
}

function control(name, mayBeOpen) {
  if (name in NUMBERS) {
    const { usual, ...bounds } = NUMBERS[name];
    const filled = mayBeOpen ? { value: '', placeholder: 'any' } : { value: usual, required: true };
    return h('input', { type: 'number', name, ...filled, ...bounds });
  }
  const open = mayBeOpen && h('option', { value: '' }, 'Any');
  const options = Object.entries(CHOICES[name]).map(([value, words]) => h('option', { value }, words));
  return h('select', { name }, open, options);
}
