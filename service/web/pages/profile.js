/** The player's own account and games. */

import { call } from '../lib/api.js';
import { h, replace, set } from '../lib/dom.js';
import { showProblem } from '../lib/notice.js';
import { ask, current, ensure, forget } from '../lib/session.js';
import { date } from '../lib/time.js';
import { accountOf, entrance } from '../people/account.js';
import { deedsOf } from './player.js';

export const title = 'You';

/** @type {function(HTMLElement, {signal: AbortSignal}): Promise<void>} */
export async function show(root, { signal }) {
  const anew = () => signal.aborted || show(root, { signal }).then(() => focusHeading(root), failed);
  const failed = (problem) => showProblem(root, problem, anew);
  replace(root, h('h1', {}, title));
  if (!current()) return showNobody(root, anew);
  try {
    await showAccount(root, anew, signal);
  } catch (problem) {
    if (!SIGNED_OUT.includes(problem.slug)) throw problem;
    showNobody(root, anew, true);
  }
}

/** When the login has ended elsewhere, and there is no secret here, or not the right one any more. */
const SIGNED_OUT = ['unauthenticated', 'bad-credentials'];

async function showAccount(root, anew, signal) {
  const { data: account } = await ask('GET', '/v1/players/me', { signal });
  const { data: player } = await call('GET', `/v1/players/${account.id}`, { signal });
  replace(root, h('h1', {}, account.display_name), banned(account),
    await deedsOf(player, signal), h('h2', {}, 'Account'), accountOf(account, anew), entrance(anew));
}

const banned = ({ banned_at: since }) =>
  since && h('p', { class: 'notice' }, `Since ${date(since)} this account is banned from the boards.`);

const NOBODY = 'Nobody is signed in here. The first game that you deal makes you a guest account; nothing is asked.';
const ENDED = 'The login of this browser has ended, and cannot be renewed from here.';

function showNobody(root, anew, ended = false) {
  const begin = () => {
    if (ended) forget();
    return ensure().then(anew, (problem) => showProblem(root, problem, begin));
  };
  const button = h('button', { type: 'button', class: 'primary', on: { click: begin } }, 'Make an account now');
  replace(root, h('h1', {}, title), ended && h('p', { class: 'notice' }, ENDED),
    h('p', {}, NOBODY), h('p', {}, button), entrance(anew));
}

function focusHeading(root) {
  set(root.querySelector('h1'), { tabindex: '-1' }).focus({ preventScroll: true });
}
