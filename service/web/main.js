/** The page's frame: finds the page for the address behind the #, and leaves the last one. */

import { announce } from './lib/announce.js';
import { h, replace, set } from './lib/dom.js';
import { showProblem, watchConnection } from './lib/notice.js';
import { unreachable } from './lib/problem.js';
import { onChangeElsewhere } from './lib/session.js';

/** Which module shows what. */
const PAGES = {
  play: 'play',
  practice: 'practice',
  rules: 'rules',
  'rules/:variant': 'rules',
  quiz: 'quiz',
  race: 'race',
  'race/:id': 'race',
  boards: 'boards',
  'boards/:board': 'boards',
  'players/:id': 'player',
  profile: 'profile',
  fairness: 'fairness',
  verify: 'verify',
  'verify/:id': 'verify',
  daily: 'daily',
};

let leave = new AbortController();

/**
 * What an address asks for.
 * @param {string} hash as `#/race/<id>?code=ABC`
 * @returns {{name: string|null, params: Object<string, string>, query: URLSearchParams}} name of the module, null for none
 */
export function route(hash) {
  const [path, search] = hash.replace(/^#\/?/, '').split('?');
  const parts = (path || 'play').split('/').filter(Boolean).map(decoded);
  const query = new URLSearchParams(search);
  for (const [pattern, name] of Object.entries(PAGES)) {
    const params = match(pattern.split('/'), parts);
    if (params) return { name, params, query };
  }
  return { name: null, params: {}, query };
}

function match(pattern, parts) {
  if (pattern.length !== parts.length) return null;
  const params = {};
  const fits = pattern.every((word, index) => {
    if (word.startsWith(':')) params[word.slice(1)] = parts[index];
    return word.startsWith(':') || word === parts[index];
  });
  return fits ? params : null;
}

/** Anything else behind the # leads to an element. */
function isRoute(hash) {
  return hash === '' || hash.startsWith('#/');
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function open(moved) {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  const { name, params, query } = route(isRoute(location.hash) ? location.hash : '');
  const page = document.getElementById('page');
  const root = h('div', { class: `page page-${name ?? 'none'}` });
  try {
    const module = name ? await load(name) : nowhere;
    if (signal.aborted) return;
    replace(page, root);
    arrive(module.title, name, moved);
    await module.show(root, { params, query, signal });
    focusHeading(moved && !signal.aborted && page);
  } catch (problem) {
    if (!signal.aborted) showProblem(root.isConnected ? root : page, problem, () => open(false));
  }
}

function load(name) {
  return import(`./pages/${name}.js`).catch((error) => {
    console.warn(error);
    throw unreachable();
  });
}

function arrive(title, name, moved) {
  document.title = `${title} · Clock Solitaire`;
  for (const link of document.querySelectorAll('header nav a')) {
    set(link, { 'aria-current': route(link.hash).name === name && 'page' });
  }
  scrollTo(0, 0);
  if (moved) announce(title);
}

/** So that reading and tabbing go on at the new page, unless the page has put the focus somewhere already. */
function focusHeading(page) {
  const heading = page && !page.contains(document.activeElement) && page.querySelector('h1');
  if (heading) set(heading, { tabindex: '-1' }).focus({ preventScroll: true });
}

const nowhere = {
  title: 'No such page',
  show: (root) => replace(root, h('h1', {}, 'No such page'),
    h('p', {}, 'There is nothing at this address. ', h('a', { href: '#/play' }, 'Play a game'), ' instead.')),
};

/** The link past the navigation moves the focus and leaves the address alone, which names the page. */
function skip(event) {
  event.preventDefault();
  document.getElementById('page').focus();
}

if (globalThis.document) {
  document.querySelector('.skip').addEventListener('click', skip);
  watchConnection(document.getElementById('connection'));
  onChangeElsewhere(() => open(false));
  addEventListener('hashchange', () => isRoute(location.hash) && open(true));
  open(false);
}
