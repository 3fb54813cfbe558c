/** What went wrong, and the words for it. */

/** An answer that is none of the good ones; or no answer, with the slug `unreachable`. */
export class Problem extends Error {
  /**
   * @param {number} status 0 when nothing answered
   * @param {Object|null} said the body, an RFC 9457 problem
   * @param {Headers} [headers]
   */
  constructor(status, said, headers) {
    super(said?.detail ?? said?.title ?? `The server answered ${status}.`);
    this.name = 'Problem';
    this.status = status;
    this.slug = said?.type?.split('/').pop() ?? slugOf(status);
    this.title = said?.title ?? '';
    this.detail = said?.detail ?? '';
    this.errors = said?.errors ?? [];
    this.requestId = said?.request_id ?? headers?.get('X-Request-Id') ?? null;
    this.retryAfter = seconds(headers?.get('Retry-After'));
    this.said = said ?? {};
  }
}

/** @returns {Problem} for a request that nothing answered */
export function unreachable() {
  return new Problem(0, { type: '/problems/unreachable', title: 'No answer', detail: 'The server did not answer.' });
}

const WORDS = {
  unreachable: 'The server does not answer. Your game is kept there, and nothing is lost.',
  'store-unavailable': 'The server cannot reach its store just now. Nothing is lost.',
  'not-ready': 'The server is starting.',
  'quota-exceeded': 'That was a little fast for the server.',
  'too-many-streams': 'The server has no room for more live views just now.',
  'internal-error': 'Something broke on the server. It has been noted there.',
  unauthenticated: 'You are not signed in any more. Go on as a new guest, or sign in again on the page "You".',
  'bad-credentials': 'That code or secret is not right, or has been used.',
  'insufficient-scope': 'This sign-in may only look, not play.',
  'not-found': 'There is nothing here that you may see.',
  'stale-game': 'The game has moved on, perhaps in another window.',
  'game-over': 'This game is over.',
  'too-many-open-games': 'You have too many open games. Finish or abandon one of them first.',
  'saved-game-discarded': 'The stored game was damaged and has been set aside. Deal a new one.',
};

const AGAIN = new Set(['unreachable', 'store-unavailable', 'not-ready', 'quota-exceeded', 'too-many-streams']);

/**
 * A problem in words, for a person.
 * @param {Error} problem
 * @returns {{text: string, again: boolean}} `again` says whether asking later may help
 */
export function explain(problem) {
  if (!(problem instanceof Problem)) return { text: 'The page made a mistake. Reload it to go on.', again: true };
  const pointed = problem.errors.map((error) => error.detail).join(' ');
  const text = WORDS[problem.slug] ?? (pointed || problem.detail || problem.title || problem.message);
  const id = problem.slug === 'internal-error' && problem.requestId ? ` (request ${problem.requestId})` : '';
  return { text: text + id, again: AGAIN.has(problem.slug) || problem.status >= 500 };
}

function slugOf(status) {
  return status === 502 || status === 504 ? 'unreachable' : status === 503 ? 'not-ready' : `http-${status}`;
}

function seconds(header) {
  const value = Number(header);
  return header && Number.isFinite(value) ? value : null;
}
