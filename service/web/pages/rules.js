/** The rules: `#/rules` for all variants and the words of the game, `#/rules/<variant>` for one. */

import { call } from '../lib/api.js';
import { h, replace } from '../lib/dom.js';
import { language, percent } from '../lib/words.js';
import { folded, foldedNote, paragraphs, section } from '../texts/paragraphs.js';

export const title = 'Rules';

/** @type {function(HTMLElement, {params: Object, query: URLSearchParams, signal: AbortSignal}): Promise<void>} */
export async function show(root, { params, query, signal }) {
  replace(root, h('h1', {}, title));
  const lang = query.get('lang') ?? language();
  const fetchText = async (path) => (await call('GET', path, { query: { lang }, signal })).data;
  const book = await fetchText('/v1/rules');
  const nodes = params.variant
    ? onePage(await fetchText(`/v1/rules/${encodeURIComponent(params.variant)}`))
    : await overview(book, fetchText);
  replace(root, nodes, others(book.languages, params.variant, lang));
}

/** The parameter `lang` goes along from page to page where it was asked for. */
const addressIn = (lang) => (variant) =>
  `#/rules${variant ? `/${variant}` : ''}${lang === language() ? '' : `?lang=${lang}`}`;

function others(languages, variant, lang) {
  const link = (one) => h('a', { href: addressIn(one.lang)(variant), lang: one.lang, hreflang: one.lang }, one.name);
  const links = languages.filter((one) => one.lang !== lang).map(link);
  return links.length > 0 && h('p', { class: 'row' }, links);
}

async function overview(book, fetchText) {
  const [{ terms }, { mistakes }] = await Promise.all([fetchText('/v1/glossary'), fetchText('/v1/mistakes')]);
  const { lang } = book;
  return [
    h('h1', {}, title),
    h('ul', { class: 'deals' }, book.variants.map((variant) => brief(variant, lang))),
    h('p', {}, h('a', { href: '#/quiz' }, 'Do you know them? Take the quiz.')),
    part('What beginners get wrong', lang, mistakes.map(foldedNote)),
    part('Words of the game', lang, glossary(terms)),
    h('h2', {}, 'Rules of your own'),
    h('p', {}, 'Through the API, games can be practised under any of these that go together. * marks what is usual.'),
    h('div', { lang }, book.options.map(option)),
    folded('clashes', 'What does not go together', h('ul', { lang }, book.clashes.map(({ why }) => h('li', {}, why)))),
  ];
}

function brief({ variant, name, also, brief: text, chance, options }, lang) {
  return h('li', { class: 'panel' },
    h('div', { lang }, h('h2', {}, h('a', { href: addressIn(lang)(variant) }, name)),
      also.length > 0 && h('p', { class: 'muted' }, also.join(', ')), h('p', {}, text)),
    h('p', { class: 'muted' }, chanceOf(chance, options)));
}

/** Some chances are fractions of hundreds of digits; those that fit are told exactly. */
function chanceOf({ numerator, denominator, value }, rules) {
  const exact = denominator < 1000 ? `, exactly ${numerator}/${denominator}` : '';
  const what = rules.on_lock === 'restart' ? 'no restart' : 'a win';
  return `Chance of ${what}: ${percent(value)}${exact}.`;
}

const glossary = (terms) =>
  h('dl', {}, terms.map(({ term, meaning }) => [h('dt', {}, h('strong', {}, term)), h('dd', {}, meaning)]));

function option({ option: code, name, text, default: usual, values }) {
  const line = ({ value, text: meaning }) => h('li', {}, meaning, value === usual && ' *');
  return folded(code, name, paragraphs(text), h('ul', {}, values.map(line)));
}

function onePage({ lang, variant, ...page }) {
  return [
    h('h1', { lang }, page.name),
    page.also.length > 0 && h('p', { class: 'muted', lang }, page.also.join(', ')),
    h('p', { lang }, page.brief),
    h('p', { class: 'muted' }, chanceOf(page.chance, page.options)),
    h('p', { class: 'row' }, h('a', { class: 'button primary', href: `#/play?variant=${variant}` }, 'Play'),
      h('a', { class: 'button', href: `#/practice?variant=${variant}` }, 'Practise')),
    h('div', { lang }, page.sections.map(section)),
    part('What beginners get wrong', lang, page.mistakes.map(foldedNote)),
    part('Where sources disagree', lang, page.disagreements.map(disagreement)),
    part('More to know', lang, page.facts.map(foldedNote)),
    h('p', {}, h('a', { href: addressIn(lang)('') }, 'All variants')),
  ];
}

const part = (heading, lang, notes) =>
  notes.length !== 0 && h('section', {}, h('h2', {}, heading), h('div', { lang }, notes));

const disagreement = ({ id, topic, sources, reading }) =>
  folded(id, topic, h('p', {}, sources), h('p', {}, h('strong', { lang: 'en' }, 'Here: '), reading));
