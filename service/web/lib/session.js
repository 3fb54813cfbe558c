/**
 * The player's account: a guest that is made when one is first needed, and kept in this browser.
 *
 * The secret is what signs the player in again when a token has run out; who signed in with a link code has none here.
 */

import { call } from './api.js';
import { Problem } from './problem.js';

const STORED = 'clock.session';
const listeners = new Set();
let making = null;

/**
 * @typedef {Object} Session
 * @property {string} playerId
 * @property {string|null} secret
 * @property {string} token
 * @property {string[]} scopes
 */

/** @returns {Session|null} who is signed in here */
export function current() {
  try {
    return JSON.parse(localStorage.getItem(STORED));
  } catch {
    return null;
  }
}

/**
 * Who is signed in here; a new guest if nobody is.
 * @returns {Promise<Session>}
 */
export function ensure() {
  const session = current();
  if (session) return Promise.resolve(session);
  making ??= makeGuest().finally(() => { making = null; });
  return making;
}

/**
 * Ask the API as the player, with `call`'s arguments and answer. A token that has run out is renewed once.
 * @param {string} method
 * @param {string} path
 * @param {Object} [options]
 * @returns {Promise<import('./api.js').Answer>}
 */
export async function ask(method, path, options = {}) {
  const { token } = await ensure();
  try {
    return await call(method, path, { ...options, token });
  } catch (problem) {
    if (problem.slug !== 'unauthenticated') throw problem;
    const renewed = await renew(token);
    return call(method, path, { ...options, token: renewed.token });
  }
}

/**
 * A new token from the secret.
 * @param {string} [spent] the token that was refused; if another is stored already, that one is taken
 * @returns {Promise<Session>}
 * @throws {Problem} `unauthenticated`: the account is gone, or its secret is not here; it is forgotten, so that the
 *   next request makes a new guest
 */
export async function renew(spent) {
  const session = await ensure();
  if (spent && session.token !== spent) return session;
  if (!session.secret) throw lost();
  const body = { player_id: session.playerId, secret: session.secret };
  const { data } = await call('POST', '/v1/sessions', { body }).catch((problem) => {
    throw problem.slug === 'bad-credentials' ? lost() : problem;
  });
  return keep({ ...session, token: data.token, scopes: data.scopes });
}

/**
 * Sign in with a link code from another device.
 * @param {string} code
 * @returns {Promise<Session>}
 */
export async function signIn(code) {
  const { data } = await call('POST', '/v1/sessions', { body: { link_code: code } });
  const { token, scopes } = data;
  const { data: player } = await call('GET', '/v1/players/me', { token });
  return keep({ playerId: player.id, secret: null, token, scopes });
}

/**
 * End this login, here and at the server. A guest whose secret is nowhere else is gone for good.
 * @returns {Promise<void>}
 */
export async function signOut() {
  const session = current();
  forget();
  if (session) await call('DELETE', '/v1/sessions/current', { token: session.token, tries: 2 }).catch(() => {});
}

/** Forget the account here and say nothing to the server, as when it has been erased. */
export function forget() {
  localStorage.removeItem(STORED);
}

/**
 * Keep a changed session, as when the secret was replaced.
 * @param {Session} session
 * @returns {Session}
 */
export function keep(session) {
  localStorage.setItem(STORED, JSON.stringify(session));
  return session;
}

/**
 * @param {function(): void} listener called when another tab has signed in somebody else, or signed out
 * @returns {function(): void} ends it
 */
export function onChangeElsewhere(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function lost() {
  forget();
  return new Problem(401, { type: '/problems/unauthenticated' });
}

async function makeGuest() {
  const { data } = await call('POST', '/v1/players', { body: { display_name: 'Guest' } });
  const { player, secret, session } = data;
  return keep({ playerId: player.id, secret, token: session.token, scopes: session.scopes });
}

globalThis.addEventListener?.('storage', ({ key, oldValue, newValue }) => {
  if (key !== STORED || playerIn(oldValue) === playerIn(newValue)) return;
  for (const listener of listeners) listener();
});

const playerIn = (stored) => JSON.parse(stored)?.playerId ?? null;
