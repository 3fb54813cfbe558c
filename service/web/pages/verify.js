/** "Verify this deal": `#/verify/<game id>?race=&promised=`, or a proof pasted as text, which needs no server. */

import { announce } from '../lib/announce.js';
import { call } from '../lib/api.js';
import { h, replace, set } from '../lib/dom.js';
import { kept } from '../lib/kept.js';
import { showProblem } from '../lib/notice.js';
import { ask, current } from '../lib/session.js';
import { verify } from '../trust/checks.js';
import { Unreadable, readProof } from '../trust/proof.js';
import { report } from '../texts/report.js';

export const title = 'Verify a deal';

/** @type {function(HTMLElement, {params: Object, query: URLSearchParams, signal: AbortSignal}): Promise<void>} */
export async function show(root, { params, query, signal }) {
  const found = h('section', { 'aria-label': 'What was found' });
  const quiet = { spellcheck: 'false', autocomplete: 'off' };
  const text = h('textarea', { rows: '10', 'aria-describedby': 'pasted-fault', ...quiet });
  const promised = h('input', { value: query.get('promised') ?? '', ...quiet });
  const check = () => checkText(found, { text, promised: promised.value, gameId: params.id ?? null, raceId: query.get('race') });
  replace(root, h('h1', {}, title), h('p', {}, ABOUT), found, entry(text, promised, check));
  if (params.id) await fetchAll(found, { text, check, id: params.id, race: query.get('race'), signal });
}

const ABOUT =
  'The service cannot choose your cards: before it knows your part of the seeds, it commits itself to its own. ' +
    'When the game is over it opens that, and this page shuffles the deck again, here in your browser.';

function entry(text, promised, check) {
  const submit = (event) => {
    event.preventDefault();
    return check();
  };
  return h('form', { class: 'stack', on: { submit } },
    h('div', { class: 'labelled' },
      h('label', { class: 'field' }, 'Proof, as GET /v1/games/{id}/proof answers it', text),
      h('span', { class: 'fault', id: 'pasted-fault', role: 'alert' }),
      h('small', {}, 'Or {"proof": ..., "game": ..., "race": ...}, with the game and the race as they were shown.')),
    h('label', { class: 'field' }, 'Commitment that you were shown before the deal, if you kept it', promised),
    h('div', {}, h('button', { class: 'primary' }, 'Verify')));
}

/** Checks what stands in the text field, and nothing else: what was fetched is put there first. */
async function checkText(found, { text, promised, gameId, raceId }) {
  tellFault(text, '');
  try {
    const { proof, game, race } = readProof(text.value);
    const from = race?.id ?? game?.race_id ?? raceId;
    const own = { raced: Boolean(from), me: current()?.playerId, seeds: from ? kept('seed', from) : [] };
    const outcome = await verify(proof, { game, race, promised, gameId: game?.id ?? gameId, ...own });
    announce(replace(found, report(outcome)).querySelector('h2').textContent);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    replace(found);
    tellFault(text, error.message);
    text.focus();
  }
}

function tellFault(text, fault) {
  set(text, { 'aria-invalid': fault ? 'true' : null });
  document.getElementById('pasted-fault').textContent = fault;
}

async function fetchAll(found, { text, check, id, race, signal }) {
  try {
    const bundle = await bundleOf(id, race, signal);
    text.value = JSON.stringify(bundle, null, 1);
    await check();
  } catch (problem) {
    showProblem(replace(found), problem, () => fetchAll(found, { text, check, id, race, signal }));
  }
}

/** The proof; and the game and its race, as far as whoever looks may see them. */
async function bundleOf(id, raceId, signal) {
  const path = `/v1/games/${encodeURIComponent(id)}`;
  const { data: proof } = await (current() ? ask : call)('GET', `${path}/proof`, { signal });
  const game = await perhaps(path, signal);
  const from = raceId ?? game?.race_id;
  const race = from ? await perhaps(`/v1/races/${encodeURIComponent(from)}`, signal) : null;
  return { proof, ...(game && { game }), ...(race && { race }) };
}

const NOT_SHOWN = ['not-found', 'saved-game-discarded', 'no-longer-kept', 'race-discarded', 'unauthenticated'];

/** What only those who are signed in may see, and perhaps not even they. */
async function perhaps(path, signal) {
  if (!current()) return null;
  try {
    return (await ask('GET', path, { signal })).data;
  } catch (problem) {
    if (!NOT_SHOWN.includes(problem.slug)) throw problem;
    return null;
  }
}
