/** The player's own account: its name, its logins, what is stored of it, and its end. */

import { announce } from '../lib/announce.js';
import { call } from '../lib/api.js';
import { h, replace } from '../lib/dom.js';
import { clearProblem, showProblem } from '../lib/notice.js';
import { oneAtATime } from '../lib/once.js';
import { ask, current, forget, keep, signIn } from '../lib/session.js';
import { dateAndTime } from '../lib/time.js';
import { confirmed } from './asking.js';
import { field, form } from './fields.js';

/**
 * @param {Object} account as GET /v1/players/me answers
 * @param {function(): void} changed called when the page should be shown anew
 * @returns {HTMLElement}
 */
export function accountOf(account, changed) {
  return h('div', {},
    part('Your name', renaming(account, changed)),
    part('A second device', linking()),
    part('Signing in', ...staying(changed)),
    part('Everything stored about you', taking()),
    part('The end', ending(changed)));
}

const part = (heading, ...children) =>
  h('section', { class: 'panel', 'aria-label': heading }, h('h3', {}, heading), children);

function renaming(account, changed) {
  const hint = '1 to 32 characters. Others may have the same name.';
  const { display_name: value, name_locked: locked } = account;
  if (locked) return h('p', {}, `The operators have named this account ${value}, and the name stays.`);
  const name = field('display_name', 'Name', { value, autocomplete: 'nickname' }, hint);
  return form('Rename', [name], async (body) => {
    await ask('PATCH', '/v1/players/me', { body });
    announce(`You are called ${body.display_name} now`);
    changed();
  });
}

/** A button that does one thing, and says beside itself when that failed. */
function action(label, act) {
  const box = h('div', {});
  const click = oneAtATime(async () => {
    clearProblem(box);
    await act().catch((problem) => showProblem(box, problem, click));
  });
  box.append(h('button', { type: 'button', on: { click } }, label));
  return box;
}

function linking() {
  const told = h('p', { role: 'status' });
  const show = async () => {
    const { data } = await ask('POST', '/v1/link-codes');
    replace(told, 'Type this on the other device: ', h('strong', { class: 'code' }, data.code),
      `. It is good once, until ${dateAndTime(data.expires_at)}.`);
  };
  return h('div', {}, h('p', {}, 'A code signs in another device, or another program, without telling it your secret.'),
    action('Show a code', show), told);
}

function staying(changed) {
  const out = async () => {
    const text = ['Every login of this account ends, this one too.', keysOf(current()) ?? NO_SECRET_HERE];
    const sure = 'I can sign in again, or do not want to';
    if (!(await confirmed({ heading: 'Sign out everywhere?', text, sure, yes: 'Sign out', no: 'Stay' }))) return;
    await ask('DELETE', '/v1/sessions');
    forget();
    changed();
  };
  return [
    keysOf(current()) ? h('details', {}, h('summary', {}, 'What opens this account'), keysOf(current()))
      : h('p', {}, NO_SECRET_HERE),
    action('Sign out everywhere', out),
  ];
}

const NO_SECRET_HERE = 'This device was signed in by a code, so the secret of the account is on another one.';

function keysOf(session) {
  if (!session?.secret) return null;
  return h('div', {}, h('p', {}, 'Keep these two where you find them again. Whoever has them can play as you.'),
    h('dl', { class: 'figures facts' }, h('dt', {}, 'Player id'), h('dd', { class: 'code' }, session.playerId),
      h('dt', {}, 'Secret'), h('dd', { class: 'code' }, session.secret)));
}

function taking() {
  const save = async () => {
    const { data } = await ask('GET', '/v1/players/me/export');
    const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    h('a', { href: address, download: 'clock-solitaire.json' }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    announce('Your data are saved as a file');
  };
  return h('div', {}, h('p', {}, 'Your account, games, results, races and statistics in one file.'),
    action('Save as a file', save));
}

const ERASED = [
  'Your name and every link between you and your games go at once, and your places on the boards close up.',
  'The games stay, without a name. Nobody can bring the account back.',
];

function ending(changed) {
  const erase = async () => {
    const sure = 'Erase it for good';
    if (!(await confirmed({ heading: 'Erase this account?', text: ERASED, sure, yes: 'Erase', no: 'Keep it' }))) return;
    await ask('DELETE', '/v1/players/me');
    forget();
    announce('The account is erased');
    changed();
  };
  return action('Erase the account', erase);
}

const LEFT_BEHIND =
  'The account of this browser, if there is one, is left behind. Note its secret if you want to come back.';

/**
 * For somebody who has an account elsewhere.
 * @param {function(): void} changed
 * @returns {HTMLElement}
 */
export function entrance(changed) {
  const quiet = { spellcheck: 'false', autocapitalize: 'off' };
  const hint = 'From your profile on the other device.';
  const code = field('link_code', 'Code', { autocomplete: 'one-time-code', ...quiet }, hint);
  const id = field('player_id', 'Player id', { autocomplete: 'username', ...quiet });
  const secret = field('secret', 'Secret', { type: 'password', autocomplete: 'current-password' });
  const heading = 'Use another account';
  return h('section', { class: 'panel', 'aria-label': heading }, h('h2', {}, heading), h('p', {}, LEFT_BEHIND),
    form('Sign in with a code', [code], async (given) => {
      await signIn(given.link_code);
      changed();
    }),
    h('details', {}, h('summary', {}, 'With a player id and secret'), form('Sign in', [id, secret], async (body) => {
      const { data } = await call('POST', '/v1/sessions', { body });
      keep({ playerId: body.player_id, secret: body.secret, token: data.token, scopes: data.scopes });
      changed();
    })));
}
