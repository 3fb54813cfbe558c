/** What came of a verification, for the eye and the ear. */

import { h } from '../lib/dom.js';
import { cardName, cardSign, pileName } from '../lib/words.js';

const VERDICTS = {
  verified: 'Verified: this is the deal that was promised.',
  failed: 'Not verified.',
  incomplete: 'Not verified: this browser could not check all of it.',
};
const NAMES = {
  form: 'The proof itself',
  commitment: 'The commitment',
  promise: 'The promise',
  deck: 'The shuffle',
  chain: 'The chain',
  game: 'The game',
  race: 'The race',
};
const STATES = { passed: ['✓', 'passed'], failed: ['✗', 'failed'], skipped: ['–', 'not checked'] };

/**
 * @param {{checks: import('../trust/checks.js').Check[], verdict: string, chain: object | null}} outcome
 * @returns {HTMLElement}
 */
export function report({ checks, verdict, chain }) {
  return h('div', { class: `panel verdict ${verdict}` }, h('h2', {}, VERDICTS[verdict]),
    h('ol', { class: 'checks' }, checks.map(line)), chain && played(chain));
}

function line({ id, state, detail }) {
  const [sign, word] = STATES[state];
  return h('li', { class: state, 'data-check': id },
    h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
    h('div', {}, h('strong', {}, `${NAMES[id]}: ${word}`), h('p', {}, detail)));
}

function played({ flips }) {
  return h('details', {}, h('summary', {}, 'The chain, card by card'), h('ol', { class: 'chain' }, flips.map(flip)));
}

const SHORT = { restart: 'restart', reprieve: 'exchange' };
const KINDS = { restart: ', where the chain started again', reprieve: ', in exchange for the locking card' };

function flip({ pile, card, kind }) {
  const words = `${cardName(card)}, from ${pileName(pile)}${KINDS[kind] ?? ''}`;
  return h('li', {}, h('span', { 'aria-hidden': 'true' }, `${pile}: ${cardSign(card)} `, h('small', {}, SHORT[kind])),
    h('span', { class: 'unseen' }, words));
}
