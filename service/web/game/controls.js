/** The buttons beside the dial. They stay where they are, so that the focus does, and hide when they mean nothing. */

import { h } from '../lib/dom.js';
import { prefer, preferences } from '../lib/preferences.js';
import { showHelp } from './dialogs.js';

const SPEEDS = { slow: 'Slow', steady: 'Steady', quick: 'Quick' };

/**
 * @param {{reveal: function(): void, play: function(): void, finish: function(): void, giveUp: function(): void}} does
 * @param {HTMLElement[]} tools further buttons
 * @returns {{element: HTMLElement, show: function(Object, boolean): void, focus: function(): void}} `show` takes the game
 *   and whether it plays by itself
 */
export function createControls(does, tools = []) {
  const reveal = button('Turn the next card', does.reveal, 'primary big');
  const play = button('Play by itself', does.play);
  const finish = button('All at once', does.finish);
  const giveUp = button('Give up', does.giveUp);
  const task = h('p', { class: 'task' }, 'Press the pile that the card belongs to, type its key, or drag the card there.');
  const element = h('section', { class: 'controls', 'aria-label': 'Controls' }, reveal, task,
    h('div', { class: 'row' }, tools, play, finish),
    h('div', { class: 'row settings' }, speed(), sound(), button('Keys', showHelp), giveUp));
  return {
    element,
    focus: () => reveal.focus({ preventScroll: true }),
    show(game, playing) {
      const open = game.status === 'in_progress';
      const auto = open && (game.mode === 'reveal' || game.practice);
      reveal.hidden = !open || game.mode !== 'reveal';
      task.hidden = !open || game.mode !== 'placement';
      play.hidden = !auto;
      finish.hidden = !auto;
      finish.textContent = game.practice ? 'Finish for me' : 'All at once';
      play.textContent = playing ? 'Stop' : 'Play by itself';
      giveUp.hidden = game.result !== null;
    },
  };
}

function speed() {
  const select = h('select', { id: 'speed', on: { change: () => prefer({ speed: select.value }) } },
    Object.entries(SPEEDS).map(([value, name]) => h('option', { value }, name)));
  select.value = preferences().speed;
  return h('label', {}, 'Speed ', select);
}

function sound() {
  const box = h('input', {
    type: 'checkbox', checked: preferences().sound, on: { change: () => prefer({ sound: box.checked }) },
  });
  return h('label', {}, box, ' Tick');
}

function button(text, click, kind) {
  return h('button', { type: 'button', class: kind, on: { click } }, text);
}
