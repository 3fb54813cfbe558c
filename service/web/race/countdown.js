/** Counting down to the start, by the server's clock. */

import { announce } from '../lib/announce.js';
import { h } from '../lib/dom.js';

const TICK_MS = 100;

/**
 * @param {import('./sitting.js').Sitting} sitting
 * @returns {{element: HTMLElement, update: function(): void}}
 */
export function countdown(sitting) {
  const number = h('p', { class: 'countdown', 'aria-hidden': 'true' });
  const element = h('section', { class: 'panel', 'aria-label': 'Countdown', tabindex: '-1' },
    h('h2', {}, 'The race starts in'), number, h('p', { class: 'muted' }, advice(sitting)));
  let last;
  const update = () => {
    const left = Math.max(0, Math.ceil(sitting.clock.until(sitting.race.starts_at) / 1000));
    if (left === last) return;
    number.textContent = String(left);
    if (last === undefined || left === 1) announce(`The race starts in ${left} ${left === 1 ? 'second' : 'seconds'}.`);
    last = left;
  };
  every(TICK_MS, update, sitting.signal, element);
  return { element, update };
}

function advice({ entry }) {
  if (!entry) return 'You are watching.';
  return 'Take each card to the pile of its own hour: press the pile, drag the card there, or use the key of its rank.';
}

/** Does something again and again, as long as the element is shown. */
export function every(ms, doing, signal, element) {
  const timer = setInterval(() => (element.isConnected ? doing() : stop()), ms);
  const stop = () => clearInterval(timer);
  signal.addEventListener('abort', stop, { once: true });
}
