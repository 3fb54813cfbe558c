/** A question before something that cannot be undone. */

import { h } from '../lib/dom.js';

/**
 * @param {{heading: string, text: (string|Node)[], sure?: string, yes: string, no: string}} asked `sure`, where given,
 *   must be ticked first
 * @returns {Promise<boolean>} whether the answer was yes; Escape says no
 */
export function confirmed({ heading, text, sure, yes, no }) {
  const act = h('button', { value: 'yes', class: 'primary', disabled: Boolean(sure) }, yes);
  const tick = sure && h('input', { type: 'checkbox', on: { change: () => { act.disabled = !tick.checked; } } });
  const dialog = h('dialog', { 'aria-labelledby': 'asked' }, h('h2', { id: 'asked' }, heading),
    text.map((part) => (typeof part === 'string' ? h('p', {}, part) : part)),
    sure && h('label', { class: 'choice' }, tick, h('span', {}, sure)),
    h('div', { class: 'row' }, act, h('button', { value: 'no' }, no)));
  for (const button of dialog.querySelectorAll('button'))
    button.addEventListener('click', () => dialog.close(button.value));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}
