/** The lobby of one race: who sits where, and what each may do about it. */

import { h, replace, set } from '../lib/dom.js';
import { mayStart } from './course.js';
import { refill } from './keep_focus.js';
import { FATE_WORDS, nameOf } from './said.js';
import { sharing } from './share.js';

/**
 * @param {import('./sitting.js').Sitting} sitting
 * @param {{join: function(): void, left: function(): void}} doing what the page does to take a seat, and after leaving
 * @returns {{element: HTMLElement, update: function(): void}}
 */
export function lobby(sitting, doing) {
  const seats = h('ul', { class: 'seats', tabindex: '-1', 'aria-label': 'Seats' });
  const why = h('p', { class: 'muted' });
  const buttons = h('div', { class: 'row', tabindex: '-1' });
  const share = h('div');
  const element = h('section', { class: 'panel', 'aria-label': 'Lobby', tabindex: '-1' },
    h('h2', {}, 'Seats'), seats, why, buttons, share);
  let shared;
  const update = () => {
    const { race, who } = sitting;
    const code = race.join_code ?? who.code ?? null;
    if (shared !== code) replace(share, sharing({ ...race, join_code: code }));
    shared = code;
    refill(seats, listed(sitting));
    replace(why, advice(sitting));
    refill(buttons, actions(sitting, doing));
  };
  return { element, update };
}

function listed(sitting) {
  const { race, me } = sitting;
  const hosts = sitting.entry?.seat === race.host;
  const kick = (entry) => hosts && (() => sitting.act('kick', { seat: entry.seat }));
  const taken = race.entries.map((entry) => seat(race, entry, me, kick(entry)));
  const free = race.capacity - race.entries.length;
  const words = free === 1 ? 'One seat is free' : `${free} seats are free`;
  return [...taken, free > 0 && h('li', { class: 'muted' }, words)];
}

function seat(race, entry, me, kick) {
  const isMine = entry.player.id === me;
  const name = nameOf(entry);
  const key = `kick-${entry.seat}`;
  return h('li', { 'aria-current': isMine && 'true' },
    h('span', { class: 'seat-number' }, h('span', { class: 'unseen' }, 'Seat '), String(entry.seat)),
    h('span', { class: 'who' }, name, isMine && ' (you)'),
    h('span', { class: 'muted' }, standing(race, entry)),
    kick && !isMine && h('button', { type: 'button', 'data-key': key, on: { click: kick } },
      'Remove', h('span', { class: 'unseen' }, ` ${name}`)));
}

function standing(race, entry) {
  const isHost = entry.seat === race.host;
  const isAsked = race.start === 'host' && (!isHost || entry.ready);
  return [isHost && 'host', isAsked && FATE_WORDS[entry.state]].filter(Boolean).join(', ');
}

function advice({ race, entry }) {
  if (race.start === 'full' && entry) return 'The race starts by itself when all seats are taken.';
  const isFull = race.entries.length === race.capacity;
  if (!entry) return `You are watching. ${isFull ? 'All seats are taken.' : 'There is a seat for you.'}`;
  if (entry.seat !== race.host) {
    return entry.ready ? 'The host starts the race when all are ready.' : 'Say that you are ready.';
  }
  if (race.entries.length < 2) return 'A race takes two at least. Share the link below.';
  return mayStart(race) ? 'All others are ready: you can start.' : 'Wait until the others are ready, or remove them.';
}

function actions(sitting, { join, left }) {
  const { race, entry } = sitting;
  if (!entry) return [race.entries.length < race.capacity && button('join', 'Take a seat', join, 'primary')];
  const hosts = entry.seat === race.host;
  const isAsked = race.start === 'host' && !hosts && !entry.ready;
  const leave = async () => { if (await sitting.act('leave')) left(); };
  const start = button('start', 'Start the race', () => sitting.act('start'), race.start === 'host' ? 'primary' : '');
  return [
    hosts && set(start, { disabled: !mayStart(race) }),
    isAsked && button('ready', 'I am ready', () => sitting.act('ready'), 'primary'),
    button('leave', 'Leave', leave),
  ];
}

const button = (key, words, click, kind = '') =>
  h('button', { type: 'button', class: kind, 'data-key': key, on: { click } }, words);
