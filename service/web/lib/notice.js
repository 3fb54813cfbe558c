/** How the page says that something went wrong, and that it goes on by itself. */

import { explain, onTrouble, Problem } from './api.js';
import { h } from './dom.js';

/**
 * Show a problem, in the place of one that was shown there before. What was aborted is no problem.
 * @param {Element} root where; the notice becomes its first child
 * @param {Error} problem
 * @param {function(): void} [retry] what the button for another try does
 * @returns {Element|null} the notice
 */
export function showProblem(root, problem, retry) {
  clearProblem(root);
  if (problem.name === 'AbortError') return null;
  if (!(problem instanceof Problem)) console.error(problem);
  const { text } = explain(problem);
  const again = () => {
    clearProblem(root);
    retry();
  };
  const notice = h('div', { class: 'notice', role: 'alert' }, h('p', {}, text),
    retry && h('button', { type: 'button', on: { click: again } }, 'Try again'));
  root.prepend(notice);
  return notice;
}

/**
 * Take a shown problem away.
 * @param {Element} root
 */
export function clearProblem(root) {
  root.querySelector(':scope > .notice')?.remove();
}

/**
 * Keep a quiet line up to date that says why the page waits.
 * @param {HTMLElement} line a live region
 */
export function watchConnection(line) {
  onTrouble((trouble) => {
    line.hidden = trouble === null;
    const text = trouble ? `${explain(trouble.problem).text} Trying again by itself.` : '';
    if (line.textContent !== text) line.textContent = text;
  });
}
