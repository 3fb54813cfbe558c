/** Fields of a form, and what is wrong with them, said where they are. */

import { h, set } from '../lib/dom.js';
import { clearProblem, showProblem } from '../lib/notice.js';
import { oneAtATime } from '../lib/once.js';

let made = 0;

/**
 * A labelled field with a hint under it, and room for a fault.
 * @param {string} name as the API has it
 * @param {string} label
 * @param {Object} attrs of the input
 * @param {string} [hint]
 * @returns {HTMLElement}
 */
export function field(name, label, attrs, hint) {
  made += 1;
  const [hintId, faultId] = [`hint-${made}`, `fault-${made}`];
  const input = h('input', { name, 'aria-describedby': hint ? `${hintId} ${faultId}` : faultId, ...attrs });
  return h('div', { class: 'labelled' }, h('label', { class: 'field' }, label, input),
    hint && h('small', { id: hintId }, hint), h('span', { class: 'fault', id: faultId, role: 'alert' }));
}

/**
 * A form that sends what its fields say, once at a time; faults go to the fields that they point to, others above all.
 * @param {string} action what its button says
 * @param {HTMLElement[]} fields
 * @param {function(Object<string, string>): Promise<void>} send gets the values by name
 * @returns {HTMLFormElement}
 */
export function form(action, fields, send) {
  const made = h('form', { class: 'stack', novalidate: true }, fields, h('div', {}, h('button', {}, action)));
  const run = oneAtATime(async () => {
    clear(made);
    await send(Object.fromEntries(new FormData(made))).catch((problem) => place(made, problem));
  });
  const submit = (event) => {
    event.preventDefault();
    return run();
  };
  return set(made, { on: { submit } });
}

function clear(made) {
  clearProblem(made);
  for (const input of made.elements) input.removeAttribute('aria-invalid');
  for (const fault of made.querySelectorAll('.fault')) fault.textContent = '';
}

function place(made, problem) {
  const faults = (problem.errors ?? []).filter(({ pointer }) => inputAt(made, pointer));
  for (const { pointer, detail } of faults) {
    const input = set(inputAt(made, pointer), { 'aria-invalid': 'true' });
    input.closest('.labelled').querySelector('.fault').textContent = detail;
  }
  if (faults.length === 0) showProblem(made, problem);
  else inputAt(made, faults[0].pointer).focus();
}

const inputAt = (made, pointer) => made.elements.namedItem(pointer.split('/').pop());
