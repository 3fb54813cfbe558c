/**
 * Requests to the API, as any client may make them.
 *
 * A change carries an Idempotency-Key, so it can be repeated when its answer was lost: the API then answers as it did
 * the first time and changes nothing. Whoever wants to know that a request waits listens with `onTrouble`.
 */

import { pause } from './time.js';
import { Problem, unreachable } from './problem.js';

export { Problem, explain } from './problem.js';

const TRIES = 6;
const LONGEST_WAIT_S = 30;
/** How long one try may go unanswered. Changes get less, since somebody who plays waits for them. */
const QUESTION_LIMIT_MS = 30_000;
const CHANGE_LIMIT_MS = 15_000;
const PASSING = new Set(['unreachable', 'store-unavailable', 'quota-exceeded', 'request-timeout', 'not-ready']);

const listeners = new Set();

/**
 * @typedef {Object} Answer
 * @property {number} status
 * @property {*} data the JSON of the body; null when there is none
 * @property {Headers} headers
 */

/**
 * Ask the API for something, again while it is away or busy.
 * @param {string} method
 * @param {string} path from the root, as `/v1/games`
 * @param {{body?: Object, query?: Object, key?: string, ifMatch?: string, ifNoneMatch?: string, token?: string,
 *   signal?: AbortSignal, tries?: number}} [options] `key` is the Idempotency-Key, a new one by default; `tries` says
 *   how often to ask at most, 6 by default
 * @returns {Promise<Answer>} an answer of 2xx, or 304
 * @throws {Problem} whatever the API refused, or `unreachable`; {DOMException} AbortError once `signal` says so
 */
export async function call(method, path, options = {}) {
  try {
    return await persist(prepare(method, path, options), options);
  } finally {
    tell(null);
  }
}

/**
 * All items of a list, page after page.
 * @param {function(string, string, Object): Promise<Answer>} ask `call`, or `ask` of the session
 * @param {string} path
 * @param {Object} [options] as for `call`
 * @returns {Promise<Object[]>}
 */
export async function all(ask, path, options = {}) {
  const items = [];
  let cursor;
  do {
    const { data } = await ask('GET', path, { ...options, query: { limit: 100, ...options.query, cursor } });
    items.push(...data.items);
    cursor = data.next;
  } while (cursor);
  return items;
}

/**
 * Be told about requests that wait.
 * @param {function({problem: Problem, seconds: number}|null): void} listener gets null when answers come again
 * @returns {function(): void} ends it
 */
export function onTrouble(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function persist(request, { signal, tries = TRIES }) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await once(request);
    } catch (problem) {
      if (!PASSING.has(problem.slug) || tried >= tries) throw problem;
      await waitFor(problem, tried, signal);
    }
  }
}

function prepare(method, path, { body, query, key, ifMatch, ifNoneMatch, token, signal }) {
  const headers = {
    Accept: 'application/json',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(method === 'POST' && { 'Idempotency-Key': key ?? crypto.randomUUID?.() ?? randomKey() }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...(ifMatch && { 'If-Match': ifMatch }),
    ...(ifNoneMatch && { 'If-None-Match': ifNoneMatch }),
  };
  const init = { method, headers, body: body && JSON.stringify(body), signal, credentials: 'omit' };
  return { address: address(path, query), init };
}

function address(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

/** For pages that came without TLS, where browsers have no `randomUUID`. */
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-');
}

async function once({ address: where, init }) {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), init.method === 'GET' ? QUESTION_LIMIT_MS : CHANGE_LIMIT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
  try {
    return await answerOf(where, { ...init, signal }, init.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** No answer is a problem; that nobody wants one any more, as `left` says, is none. */
async function answerOf(where, init, left) {
  const response = await fetch(where, init).catch(() => {
    left?.throwIfAborted();
    throw unreachable();
  });
  const data = await read(response, left);
  if (response.ok || response.status === 304) return { status: response.status, data, headers: response.headers };
  throw new Problem(response.status, data, response.headers);
}

async function read(response, signal) {
  try {
    const text = await response.text();
    return text ? JSON.parse(text) : null;
  } catch {
    signal?.throwIfAborted();
    if (response.ok) throw unreachable();
    return null;
  }
}

async function waitFor(problem, tried, signal) {
  const growing = Math.min(2 ** (tried - 1), LONGEST_WAIT_S) * (0.75 + Math.random() / 2);
  const seconds = Math.min(Math.max(problem.retryAfter ?? 0, growing), LONGEST_WAIT_S);
  tell({ problem, seconds });
  await pause(seconds * 1000, signal, 'online');
}

function tell(trouble) {
  for (const listener of listeners) listener(trouble);
}
