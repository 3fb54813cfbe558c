/** Dialogs: the list of keys, and a question before what cannot be taken back. */

import { h } from '../lib/dom.js';
import { prefer, preferences } from '../lib/preferences.js';

const KEYS = [
  ['Enter, space', 'Turn the next card'],
  ['2 to 9, A or 1, T or 0, J, Q, K', 'Take the card to that pile; K is the centre'],
  ['Arrows', 'Go from pile to pile, when the focus is on the dial'],
  ['P', 'Play by itself, and stop'],
  ['H, U', 'Hint, and one step back, in practice'],
  ['?', 'This list'],
];

/**
 * Open it; it closes itself.
 */
export function showHelp() {
  const close = () => dialog.close();
  const letters = h('input', {
    type: 'checkbox', checked: preferences().keys, on: { change: () => prefer({ keys: letters.checked }) },
  });
  const rows = KEYS.map(([key, what]) => h('tr', {}, h('th', { scope: 'row' }, key), h('td', {}, what)));
  const dialog = h('dialog', { 'aria-labelledby': 'keys' }, h('h2', { id: 'keys' }, 'Keys'),
    h('table', {}, h('tbody', {}, rows)),
    h('p', {}, h('label', {}, letters, ' Single letters and digits play')),
    h('button', { type: 'button', class: 'primary', on: { click: close } }, 'Close'));
  show(dialog);
}

/**
 * Ask before something that cannot be taken back.
 * @param {string} question
 * @param {string} yes what the button says
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    const answer = (value) => () => dialog.close(value);
    const dialog = h('dialog', { 'aria-labelledby': 'question' }, h('p', { id: 'question' }, question),
      h('div', { class: 'row' },
        h('button', { type: 'button', on: { click: answer('') } }, 'Go on playing'),
        h('button', { type: 'button', class: 'primary', on: { click: answer('yes') } }, yes)));
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'));
    show(dialog);
  });
}

function show(dialog) {
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
