// Feeds races to the page's pure modules, in a world where connections break as told; prints what came of it.
import { ServerClock } from '../../service/web/race/clock.js';
import { after, newer, withOwn } from '../../service/web/race/course.js';
import { invitation } from '../../service/web/race/invitation.js';
import { OwnGame } from '../../service/web/race/moves.js';
import { standings } from '../../service/web/race/places.js';
import { PATIENCE, POLLS, subscribe } from '../../service/web/race/stream.js';
import { requested } from '../../service/web/race/terms.js';

const entry = (seat, facts = {}) => ({
  seat, player: { id: `p${seat}`, display_name: `Player ${seat}`, bot: false }, ready: false, client_seed: null,
  state: 'waiting', game_id: null, revealed: 0, errors: 0, time_ms: null, place: null, ...facts,
});
const race = (facts = {}) => ({
  id: 'R', status: 'open', variant: 'standard', capacity: 4, start: 'host', host: 1, seq: 1, join_code: 'CODE',
  rematch_id: null, starts_at: null, ends_at: null, ended_at: null, entries: [entry(1, { game_id: 'G1' })], ...facts,
});

// A whole race, from the first seat that is taken to its end.
const LOG = [
  ['joined', { seat: 1 }], ['joined', { seat: 2 }], ['joined', { seat: 3 }],
  ['left', { seat: 3, reason: 'kicked', host: 1 }], ['ready', { seat: 2 }],
  ['countdown', { starts_at: 's', ends_at: 'e' }], ['started', {}],
  ['progress', { seat: 2, revealed: 2, errors: 0 }], ['mistake', { seat: 1, revealed: 1, errors: 1 }],
  ['progress', { seat: 1, revealed: 2, errors: 1 }], ['locked', { seat: 1, revealed: 2, errors: 1, time_ms: 900 }],
  ['finished', { seat: 2, revealed: 52, errors: 0, time_ms: 4000 }],
  ['over', { places: [{ seat: 2, place: 1 }, { seat: 1, place: 2 }] }],
].map(([event, facts], index) => ({ seq: index + 1, event, server_time: `t${index + 1}`, ...facts }));
const END = LOG.length;

const heard = (data) => ({ kind: data.event, seq: data.seq, data });
const upTo = (seq) => LOG.slice(1, seq).map(heard).reduce(after, race());
const asEveryoneSees = (seq) => ({ ...upTo(seq), join_code: null });

const refusal = (status, retryAfter = null) => Object.assign(new Error(String(status)), { status, retryAfter });

// A service that has all of LOG. `streams` says how each stream goes: how far it tells, and from where; `shut` does not
// open; `silent` tells nothing. `refused` are the answers to the first requests, 0 for none.
// The log is `empty` so often.
function world({ streams = [], refused = [], trimmed = 0, empty = 0 }) {
  const asked = [], waits = [];
  const log = ({ after: last }) => {
    if (last < trimmed) throw refusal(422);
    return { items: (empty -= 1) >= 0 ? [] : LOG.slice(last), next: null };
  };
  const listen = (listener, signal, last) => {
    const { to, from = last, shut, silent } = streams.shift() ?? { to: END };
    if (!shut) listener.opened();
    if (silent) return listener.quiet();
    for (const data of LOG.slice(from, to ?? from)) if (!signal.aborted) listener.heard(heard(data));
    if (!signal.aborted) listener.ended();
  };
  return {
    asked, waits, random: () => 1,
    sleep: async (ms) => {
      waits.push(ms);
      if (waits.length > 200) throw new Error(`it never ends: ${asked}`);
    },
    ask: async (method, path, { query = {} }) => {
      asked.push(`${method} ${path.replace('/v1/', '')}`);
      if (refused.length) {
        const [status, retryAfter] = [refused.shift()].flat();
        if (status !== 200) throw refusal(status, retryAfter);
      }
      if (path.endsWith('/tickets')) return { ticket: 'T' };
      return path.endsWith('/log') ? log(query) : asEveryoneSees(END - 2);
    },
    open: (address, listener, silence, signal) => {
      const last = Number(new URLSearchParams(address.split('?')[1]).get('after'));
      asked.push(`EVENTS ${last}`);
      queueMicrotask(() => listen(listener, signal, last));
    },
  };
}

// What is told to whoever follows the race from its first event to its end, or leaves at another.
async function follow(plan = {}) {
  const there = world(plan), leave = new AbortController(), seqs = [], kinds = [], states = [];
  let known = race();
  const onEvent = (event) => {
    seqs.push(event.seq);
    kinds.push(event.kind);
    known = after(known, event);
    if (event.seq === plan.leaveAt) leave.abort();
  };
  await subscribe('R', { after: 1, onEvent, onState: (state) => states.push(state), signal: leave.signal }, there);
  return { seqs, kinds, states, known, asked: there.asked, waits: there.waits };
}

const atEachEvent = (streams, empty = 0) =>
  Promise.all(LOG.slice(0, -1).map(({ seq }) => follow({ streams: streams(seq), empty })));

const own = { flips: 9, placement_errors: 0 };
const runners = [
  entry(1, { state: 'locked', revealed: 30, time_ms: 800 }), entry(2, { state: 'racing', revealed: 30 }),
  entry(3, { state: 'finished', revealed: 52, time_ms: 9000 }), entry(4, { state: 'racing', revealed: 30 }),
  entry(5, { state: 'racing', revealed: 30, errors: 1 }), entry(6, { state: 'racing', revealed: 31 }),
];
const placed = [entry(1, { place: 4 }), entry(2, { place: 2 }), entry(3, { place: 2 }), entry(4, { place: 1 })];
const inPlaces = (facts) => standings(race(facts)).map(({ place, entry: { seat } }) => [place, seat]);

// A racer's own game at a service that answers the steps as told: 'lost', or a status that refuses, or else takes them.
async function steps(answers, piles) {
  const sent = [];
  let version = 1;
  const now = () => ({ data: { version, hand: {}, result: null }, headers: new Headers({ ETag: `"${version}"` }) });
  const asking = async (method, path, { body, key, ifMatch }) => {
    if (method === 'GET') return now();
    sent.push({ pile: body.pile, key, tag: ifMatch });
    const answer = answers.shift();
    if (answer) throw refusal(answer === 'lost' ? 0 : answer);
    version += 1;
    const { data, headers } = now();
    return { data: { game: data, accepted: true, coach: null, moves: [] }, headers };
  };
  const game = new OwnGame('G', new AbortController().signal, { asking, lang: 'en' });
  await game.load();
  for (const pile of piles) await game.place(pile).catch(() => {});
  return sent;
}

// What the clock says is left until 10:00:05 when answers, each asked and come at such a tick, say it is 10:00:00.
function left(...answers) {
  let tick = 0;
  const clock = new ServerClock(() => tick);
  return answers.map(([asked, come]) => {
    tick = come;
    clock.set('2026-12-01T10:00:00.000Z', asked);
    return clock.until('2026-12-01T10:00:05.000Z');
  });
}

const ID = '01a22f08-1bd2-849e-a3d3-de3219b200ac';
const late = newer(upTo(9), race({ seq: 5, entries: [] }));
const overtaken = after(newer(upTo(7), upTo(10)), heard(LOG[7]));

console.log(JSON.stringify({
  end: END,
  polls: POLLS,
  whole: await follow(),
  cut: await atEachEvent((seq) => [{ to: seq }]),
  cut_twice: await atEachEvent((seq) => [{ to: seq }, { to: seq + 1 }], 2),
  cut_and_overlapping: await atEachEvent((seq) => [{ to: seq }, { to: END, from: 0 }], 1),
  torn: await atEachEvent((seq) => [{ to: seq }, { to: END, from: Math.min(seq + 1, END - 1) }], 1),
  repeated: await atEachEvent((seq) => [{ to: seq, from: 0 }]),
  shut: await follow({ streams: Array(PATIENCE).fill({ shut: true }), empty: PATIENCE + POLLS }),
  silent: await follow({ streams: [{ silent: true }] }),
  away: await follow({ refused: [0, 0, 0, 503, 0] }),
  busy: await follow({ refused: [[503, 7]] }),
  gone: await follow({ streams: [{ to: 5 }], refused: [200, 410] }),
  signed_out: await follow({ refused: [401] }),
  too_long_away: await follow({ streams: [{ to: 4 }], trimmed: 6 }),
  left: await follow({ leaveAt: 5 }),
  steps: LOG.map(({ seq }) => upTo(seq)),
  late_answer: { seq: late.seq, seats: late.entries.map(({ seat }) => seat) },
  overtaken: { seq: overtaken.seq, revealed: overtaken.entries[0].revealed },
  kept: newer(race({ rematch_id: 'M' }), race({ seq: 4, join_code: null, entries: [entry(1)] })),
  reset_back: after(upTo(9), { kind: 'reset', seq: 3, data: asEveryoneSees(3) }).seq,
  own_ahead: withOwn(upTo(9), own, 'p1').entries[0].revealed,
  own_behind: withOwn(upTo(10), { ...own, flips: 1 }, 'p1').entries[0].revealed,
  live: inPlaces({ status: 'running', entries: runners }),
  final: inPlaces({ status: 'finished', entries: placed }),
  made: requested({ capacity: '3', variant: 'standard', errors: 'penalty', penalty_s: '2.5', time_limit_s: '' }),
  wished: requested({ capacity: '', variant: '', errors: 'count', penalty_s: '5' }),
  invited: {
    link: invitation(`https://clock.example/#/race/${ID}?code=AB12CD34`),
    hash: invitation(`come: #/race/${ID.toUpperCase()}?code=AB12CD34`),
    words: invitation(`${ID} AB12CD34`),
    bare: invitation(ID),
    none: invitation('AB12CD34'),
  },
  clock: left([0, 100], [1000, 1200], [2000, 2000]),
  steps_sent: await steps(['lost', null, null], [7, 9, 2]),
  steps_refused: (await steps([412, null], [7, 3])).map(({ pile }) => pile),
}));
