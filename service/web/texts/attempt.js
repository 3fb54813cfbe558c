/** The one attempt at a daily deal. */

import { h, replace } from '../lib/dom.js';
import { clearProblem, showProblem } from '../lib/notice.js';
import { oneAtATime } from '../lib/once.js';
import { ask } from '../lib/session.js';

const MODES = {
  placement: 'I place each card myself; the time counts on the board',
  reveal: 'The cards are set for me',
};

/** @returns {{element: HTMLElement, chosen: function(): string}} the choice of how to play */
export function modes() {
  const choice = ([value, text]) => h('label', { class: 'choice' },
    h('input', { type: 'radio', name: 'mode', value, checked: value === 'placement' }), h('span', {}, text));
  const element = h('fieldset', {}, h('legend', {}, 'How'), Object.entries(MODES).map(choice));
  return { element, chosen: () => element.querySelector(':checked').value };
}

/**
 * @param {string} variant
 * @param {string} name of the variant
 * @param {function(): string} mode
 * @returns {HTMLElement} a button that deals the day's game, and says so where it has been played
 */
export function attempt(variant, name, mode) {
  const box = h('div', {});
  const play = oneAtATime(async () => {
    clearProblem(box);
    try {
      const body = { variant, mode: mode(), deal: { kind: 'daily' } };
      const { data } = await ask('POST', '/v1/games', { body });
      location.hash = addressOf(data.id);
    } catch (problem) {
      if (problem.slug === 'daily-already-played') replace(box, played(problem.said.game_id));
      else showProblem(box, problem, play);
    }
  });
  const label = `Play today's deal, ${name}`;
  box.append(h('button', { type: 'button', 'aria-label': label, on: { click: play } }, 'Play'));
  return box;
}

const addressOf = (game) => `#/play?game=${game}`;

function played(game) {
  const link = h('a', { href: addressOf(game) }, 'Your game');
  setTimeout(() => link.focus());
  return h('p', { role: 'status' }, 'You have played this deal. ', link);
}
