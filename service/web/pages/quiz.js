/** The quiz: questions, and what the service says of the answers. */

import { announce } from '../lib/announce.js';
import { call } from '../lib/api.js';
import { h, replace, set } from '../lib/dom.js';
import { clearProblem, showProblem } from '../lib/notice.js';
import { oneAtATime } from '../lib/once.js';
import { language } from '../lib/words.js';

export const title = 'Quiz';

/** @type {function(HTMLElement, {query: URLSearchParams, signal: AbortSignal}): Promise<void>} */
export async function show(root, { query, signal }) {
  const lang = query.get('lang') ?? language();
  replace(root, h('h1', {}, title));
  const { data: quiz } = await call('GET', '/v1/quiz', { query: { lang }, signal });
  const again = () => ask(root, quiz, { lang, again, signal });
  again();
}

function ask(root, quiz, known) {
  const form = h('form', {}, h('div', { lang: known.lang }, quiz.questions.map(question)),
    h('button', { class: 'primary' }, 'Grade my answers'));
  const run = oneAtATime(() => grade(root, form, quiz, known));
  const submit = (event) => {
    event.preventDefault();
    return run();
  };
  set(form, { on: { submit } });
  replace(root, h('h1', {}, title),
    h('p', {}, 'What is left out counts as wrong. Every answer comes with its reason.'), form);
  scrollTo(0, 0);
}

function question({ id, question: text, options }, index) {
  const choice = (option) => h('label', { class: 'choice' },
    h('input', { type: 'radio', name: id, value: option.id }), h('span', {}, option.text));
  return h('fieldset', {}, h('legend', {}, `${index + 1}. ${text}`), options.map(choice));
}

async function grade(root, form, quiz, known) {
  clearProblem(root);
  try {
    const body = { answers: Object.fromEntries(new FormData(form)), lang: known.lang };
    const { data } = await call('POST', '/v1/quiz/attempts', { body, signal: known.signal });
    tell(root, data, quiz, known);
  } catch (problem) {
    showProblem(root, problem, () => grade(root, form, quiz, known));
  }
}

function tell(root, { score, total, answers }, quiz, { lang, again }) {
  const text = `${score} of ${total} right`;
  const heading = h('h2', { tabindex: '-1' }, text);
  const asked = new Map(quiz.questions.map((one) => [one.id, one]));
  replace(root, h('h1', {}, title), heading,
    h('ol', { class: 'graded' }, answers.map((answer) => graded(answer, asked.get(answer.question), lang))),
    h('button', { type: 'button', on: { click: again } }, 'Try again'));
  heading.focus();
  announce(text);
}

function graded({ chosen, correct, right, why }, { question: text, options }, lang) {
  const said = (id) => h('span', { lang }, options.find((option) => option.id === id).text);
  return h('li', {}, h('strong', { lang }, text),
    h('p', { class: correct ? 'passed' : 'failed' },
      correct ? 'Right: ' : 'Wrong: ', chosen ? said(chosen) : 'no answer'),
    !correct && h('p', {}, 'Right is: ', said(right)), h('p', { class: 'muted', lang }, why));
}
