/** Choosing what to play, and the games that are still open. */

import { call } from '../lib/api.js';
import { h, replace } from '../lib/dom.js';
import { clearProblem, showProblem } from '../lib/notice.js';
import { current } from '../lib/session.js';
import { date } from '../lib/time.js';
import { language, percent } from '../lib/words.js';
import { deal, openGames } from './client.js';

const MODES = {
  reveal: 'Turn the cards and watch',
  placement: 'Place each card yourself, against the clock',
};

/**
 * Show the choice, and deal what was chosen.
 * @param {Element} root
 * @param {{practice: boolean, mode: string, variant: string|null, signal: AbortSignal,
 *   onDealt: function(Turn): void, address: string}} options `variant` and `mode` are chosen at first; `address` is where
 *   open games are shown, without their id
 * @returns {Promise<void>}
 */
export async function chooseGame(root, options) {
  const { signal, practice } = options;
  const { data } = await call('GET', '/v1/rules', { query: { lang: language() }, signal });
  const open = current() ? await openGames(practice, signal) : [];
  replace(root, root.querySelector('h1'), open.length ? unfinished(open, data, options) : null, form(root, data, options));
}

function unfinished(games, { variants, lang }, { address }) {
  const items = games.slice(0, 5).map((game) => h('li', {},
    h('a', { href: `${address}?game=${game.id}` }, h('span', { lang }, nameOf(game, variants))),
    h('span', { class: 'muted' }, `, ${game.flips} of ${game.cards} cards, ${date(game.created_at)}`)));
  return h('section', { class: 'panel', 'aria-labelledby': 'open' }, h('h2', { id: 'open' }, 'Go on'), h('ul', {}, items));
}

function nameOf(game, variants) {
  return variants.find(({ variant }) => variant === game.variant)?.name ?? game.variant;
}

function form(root, { variants, lang }, options) {
  const chosen = variants.some(({ variant }) => variant === options.variant) ? options.variant : variants[0].variant;
  const seed = h('input', { id: 'seed', maxlength: 64, autocomplete: 'off', spellcheck: 'false' });
  const element = h('form', { class: 'setup', on: { submit: (event) => send(event, root, element, options) } },
    h('fieldset', {}, h('legend', {}, 'Rules'),
      h('div', { class: 'variants', lang }, variants.map((variant) => variantChoice(variant, variant.variant === chosen)))),
    h('fieldset', {}, h('legend', {}, 'How'),
      Object.entries(MODES).map(([value, text]) => modeChoice(value, text, value === options.mode))),
    !options.practice && h('details', {}, h('summary', {}, 'Your own seed'),
      h('p', { class: 'muted' }, `The service promises its part of the shuffle before it knows yours. Whatever you type here
        goes in, and you can check afterwards that it did.`),
      h('label', { class: 'field', for: 'seed' }, 'Any text, or nothing', seed)),
    h('button', { type: 'submit', class: 'primary big' }, 'Deal'));
  return element;
}

function variantChoice({ variant, name, brief, chance, options }, checked) {
  const outcome = options.on_lock === 'restart' ? 'need no restart' : 'are won';
  return h('label', { class: 'variant' }, h('input', { type: 'radio', name: 'variant', value: variant, checked }),
    h('span', {}, h('strong', {}, name), h('span', { class: 'muted' }, brief),
      h('small', { lang: 'en' }, `${percent(chance.value)} of deals ${outcome}`)));
}

function modeChoice(value, text, checked) {
  return h('label', { class: 'mode' }, h('input', { type: 'radio', name: 'mode', value, checked }), ` ${text}`);
}

async function send(event, root, element, { practice, signal, onDealt }) {
  event.preventDefault();
  if (element.getAttribute('aria-busy')) return;
  element.setAttribute('aria-busy', 'true');
  clearProblem(root);
  try {
    onDealt(await deal(wanted(element, practice), signal));
  } catch (problem) {
    showProblem(root, problem);
  } finally {
    element.removeAttribute('aria-busy');
  }
}

function wanted(element, practice) {
  const value = (name) => element.querySelector(`[name="${name}"]:checked`).value;
  const seed = element.querySelector('#seed')?.value;
  return {
    variant: value('variant'), mode: value('mode'), practice,
    ...(seed && { deal: { kind: 'random', client_seed: seed } }),
  };
}
