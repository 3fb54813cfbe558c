/** A list that grows page by page, with a button for as long as there is more. */

import { announce } from '../lib/announce.js';
import { h, set } from '../lib/dom.js';
import { clearProblem, showProblem } from '../lib/notice.js';
import { oneAtATime } from '../lib/once.js';
import { counted } from '../lib/words.js';

/**
 * @param {Object} list
 * @param {Element} list.body where rows are appended
 * @param {function(string|undefined): Promise<{items: Object[], next: string|null}>} list.load a page, from a cursor
 * @param {function(Object): Element} list.row
 * @param {string} list.none what is said of an empty list
 * @param {Element} [list.frame] what holds the body; the body itself by default
 * @returns {{element: HTMLElement, start: function(): Promise<Object[]>}} `start` fetches the first page, and gives it
 */
export function growing({ body, load, row, none, frame = body }) {
  const button = h('button', { type: 'button', hidden: true }, 'More');
  const element = h('div', {}, frame, button);
  let cursor;

  async function fetchPage() {
    const { items, next } = await load(cursor);
    const rows = items.map(row);
    body.append(...rows);
    cursor = next;
    button.hidden = next === null;
    return { items, rows };
  }

  const more = oneAtATime(async () => {
    clearProblem(element);
    try {
      const { rows } = await fetchPage();
      announce(`${counted(rows.length, 'row')} more`);
      if (button.hidden) rows[0]?.querySelector('a')?.focus();
    } catch (problem) {
      showProblem(element, problem, more);
    }
  });

  async function start() {
    const { items } = await fetchPage();
    if (items.length === 0) frame.replaceWith(h('p', { class: 'muted' }, none));
    return items;
  }

  set(button, { on: { click: more } });
  return { element, start };
}
