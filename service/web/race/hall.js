/** The races that can be joined, and the ways to one. */

import { h, replace } from '../lib/dom.js';
import { clearProblem, showProblem } from '../lib/notice.js';
import { ask } from '../lib/session.js';
import { pause } from '../lib/time.js';
import { counted } from '../lib/words.js';
import { entryOf } from './course.js';
import { create, join, quick } from './entering.js';
import { addressOf, invitation } from './invitation.js';
import { refill } from './keep_focus.js';
import { makeForm, wishForm } from './make.js';
import { nameForm } from './name.js';
import { nameOf } from './said.js';
import { inWords } from './terms.js';

const WHAT = 'Everyone has a dial and the same clock. Take each card to its pile yourself: whoever clears the dial '
  + 'soonest wins, or else whoever has turned the most cards.';
const NONE = 'None just now. Make one, or take a quick seat.';
const AGAIN_MS = 4_000;

/**
 * @param {HTMLElement} root
 * @param {string} me the player's id
 * @param {AbortSignal} signal
 */
export function showHall(root, me, signal) {
  const enter = (way) => way().then((race) => { location.hash = addressOf(race); })
    .catch((problem) => showProblem(root, problem, () => { clearProblem(root); enter(way); }));
  const anySeat = () => enter(() => quick({}, signal));
  const list = h('ul', { class: 'races', tabindex: '-1' });
  const open = h('section', { 'aria-labelledby': 'open-races' }, h('h2', { id: 'open-races' }, 'Open races'), list);
  replace(root,
    h('h1', {}, 'Race'),
    h('p', {}, WHAT),
    nameForm(signal),
    h('section', { class: 'panel', 'aria-label': 'Quick seat' },
      h('div', { class: 'row' },
        h('button', { type: 'button', class: 'primary', on: { click: anySeat } }, 'Quick seat'),
        h('span', { class: 'muted' }, 'The next free seat anywhere, or a new race.')),
      folded('Only with these terms', wishForm((terms) => enter(() => quick(terms, signal))))),
    folded('Make a race', makeForm((terms) => enter(() => create(terms, signal))), 'panel'),
    h('section', { class: 'panel', 'aria-label': 'Join by code' }, codeForm()),
    open);
  follow(open, list, me, (race) => enter(() => join(race.id, null, signal)), signal);
}

const folded = (words, content, kind) => h('details', { class: kind }, h('summary', {}, words), content);

function codeForm() {
  const field = h('input', { name: 'invitation', required: true, autocomplete: 'off' });
  const wrong = h('p', { class: 'muted', role: 'status' });
  const form = h('form', { class: 'stack' },
    h('div', { class: 'row' },
      h('label', { class: 'field grow' }, 'Link, or id and code, of a race', field),
      h('button', {}, 'Go there')), wrong);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const found = invitation(field.value);
    if (found) location.hash = addressOf(found);
    else wrong.textContent = 'There is no race in this text. Paste the whole link that you were sent.';
  });
  return form;
}

/** Keeps the list as it is at the service. */
async function follow(section, list, me, join, signal) {
  while (!signal.aborted) {
    try {
      const { data } = await ask('GET', '/v1/races', { query: { limit: 20 }, signal });
      clearProblem(section);
      const lines = data.items.map((race) => line(race, me, join));
      refill(list, lines.length ? lines : h('li', { class: 'muted' }, NONE));
    } catch (problem) {
      if (!signal.aborted) showProblem(section, problem);
    }
    await pause(AGAIN_MS, signal).catch(() => {});
  }
}

function line(race, me, join) {
  const host = race.entries.find((entry) => entry.seat === race.host);
  const title = `${host ? nameOf(host) : 'Nobody'}'s race`;
  const isMine = entryOf(race, me);
  return h('li', { class: 'panel' },
    h('div', {}, h('strong', {}, title), ` ${race.entries.length} of ${counted(race.capacity, 'seat')} taken`,
      h('p', { class: 'muted' }, inWords(race).join(' · '))),
    h('div', { class: 'row' },
      !isMine && race.entries.length < race.capacity && named(h('button', {
        type: 'button', 'data-key': `join-${race.id}`, on: { click: () => join(race) },
      }, 'Take a seat'), `in ${title}`),
      named(h('a', { class: 'button', href: addressOf(race), 'data-key': `see-${race.id}` },
        isMine ? 'Back' : 'Watch'), isMine ? `to ${title}` : title)));
}

/** For those who hear one button without its neighbours. */
function named(element, what) {
  element.append(h('span', { class: 'unseen' }, ` ${what}`));
  return element;
}
