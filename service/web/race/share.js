/** A race's link and code, to be given to others. */

import { announce } from '../lib/announce.js';
import { h } from '../lib/dom.js';
import { addressOf } from './invitation.js';

/**
 * @param {{id: string, join_code: string|null, visibility: string}} race
 * @returns {HTMLElement|null} null for a private race whose code this player is not told
 */
export function sharing(race) {
  if (race.visibility === 'private' && !race.join_code) return null;
  const link = new URL(addressOf(race), location.href).href;
  return h('div', { class: 'share stack' },
    h('h3', {}, 'Invite others'),
    copied('Link', link, 'Copy the link'),
    race.join_code && copied('Code', race.join_code, 'Copy the code'));
}

function copied(label, text, words) {
  const field = h('input', { readonly: true, value: text, on: { focus: () => field.select() } });
  const done = h('span', { class: 'muted' });
  const button = h('button', { type: 'button', on: { click: async () => {
    done.textContent = (await copy(field)) ? 'Copied.' : 'Press Ctrl+C to copy it.';
    announce(done.textContent);
  } } }, words);
  return h('div', { class: 'row' }, h('label', { class: 'field' }, label, field), button, done);
}

/** Browsers give the clipboard to secure pages alone; elsewhere the text is selected, to be copied by hand. */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return false;
  }
}
