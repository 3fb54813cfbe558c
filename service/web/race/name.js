/** Under which name one races: a seat keeps the name that its player had when it was taken. */

import { announce } from '../lib/announce.js';
import { h } from '../lib/dom.js';
import { clearProblem, showProblem } from '../lib/notice.js';
import { ask } from '../lib/session.js';

/**
 * @param {AbortSignal} signal
 * @returns {HTMLElement} a form that shows the player's name and changes it
 */
export function nameForm(signal) {
  const field = h('input', { name: 'display_name', maxlength: 32, required: true, autocomplete: 'nickname' });
  const form = h('form', { class: 'row name' },
    h('label', { class: 'field' }, 'You race as', field), h('button', {}, 'Change the name'));
  const show = ({ data }) => { field.value = data.display_name; };
  const failed = (problem) => showProblem(form, problem);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearProblem(form);
    ask('PATCH', '/v1/players/me', { body: { display_name: field.value.trim() }, signal })
      .then(show).then(() => announce('Your name is changed.')).catch(failed);
  });
  ask('GET', '/v1/players/me', { signal }).then(show).catch(failed);
  return form;
}
