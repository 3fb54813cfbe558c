/** Everything that has happened while one looked on, each event once. */

import { h } from '../lib/dom.js';

/** @returns {{element: HTMLElement, add: function({seq: number}, string): void}} */
export function eventLog() {
  const list = h('ol', { class: 'events' });
  const element = h('details', { class: 'panel log' }, h('summary', {}, 'All that happened'), list);
  const add = ({ seq }, words) => {
    if (!words) return;
    const later = [...list.children].find((line) => Number(line.dataset.seq) > seq);
    list.insertBefore(h('li', { 'data-seq': seq, value: seq }, words), later ?? null);
  };
  return { element, add };
}
