/**
 * Everything that happens in a race, each event once and in order, however often the connection breaks.
 *
 * A browser's EventSource cannot send a token, so each is opened with a ticket that is good once; and it does not say
 * why it failed. So after a break the race's log is asked. Its answer tells what was missed, and whether there is any
 * use in going on. Where no stream comes through, the log is all there is, and is asked again and again.
 */
import { Sequence } from './sequence.js';

/** How long a stream may say nothing before the log is asked whether anything was missed. */
export const SILENCE_MS = 20_000;
/** How often the log is asked while there is no stream. */
export const POLL_MS = 2_000;
/** So many streams in a row that do not open are enough: then the log is followed for a while. */
export const PATIENCE = 2;
/** How often the log is asked before a stream is tried again. */
export const POLLS = 15;
/** How long to wait at most before the service is asked again. */
export const LONGEST_MS = 30_000;
const PAGE = 100;

/**
 * Follows a race to its end, until `signal` aborts, or until there is no use in going on.
 *
 * @param {string} raceId
 * @param {object} options
 * @param {number} options.after the `seq` of the last event that is known
 * @param {string} [options.code] the `join_code`, for a private race in which one has no seat
 * @param {(event: {kind: string, seq: number, data: object}) => void} options.onEvent
 * @param {(state: "connecting" | "live" | "lost" | "polling" | "over" | "hopeless", problem?: Error) => void}
 *   options.onState told at each change, with the problem where there is one
 * @param {AbortSignal} options.signal
 * @param {object} world what there is outside: `BROWSER` of `line.js`
 * @returns {Promise<void>}
 */
export async function subscribe(raceId, { after, code, onEvent, onState, signal }, world) {
  const who = code ? { code } : {};
  const line = {
    world, signal, who, path: `/v1/races/${raceId}`,
    events: new Sequence(after, onEvent), tell: changes(onState), shut: 0, tries: 0,
  };
  line.tell('connecting');
  while (!line.events.isOver && !signal.aborted) {
    try {
      await (line.shut < PATIENCE ? stream(line) : poll(line));
    } catch (problem) {
      if (signal.aborted) return;
      if (isHopeless(problem)) return line.tell('hopeless', problem);
      line.tell('lost', problem);
      await rest(line, problem.retryAfter);
    }
  }
  if (line.events.isOver) line.tell('over');
}

/** One stream to its end, and what was missed after that. */
async function stream(line) {
  const opened = await listen(line);
  line.shut = opened ? 0 : line.shut + 1;
  if (line.events.isOver || line.signal.aborted) return;
  if (line.shut < PATIENCE) line.tell('lost');
  await rest(line);
  await catchUp(line);
}

/** The log, for a while. */
async function poll(line) {
  for (let count = 0; count < POLLS && !line.events.isOver && !line.signal.aborted; count++) {
    await catchUp(line);
    line.tell('polling');
    if (!line.events.isOver) await line.world.sleep(POLL_MS, line.signal);
  }
  line.shut = PATIENCE - 1;
}

/** Resolves when the stream has ended, with whether it had opened; rejects where even the log does not answer. */
async function listen(line) {
  const { ticket } = await line.world.ask('POST', '/v1/tickets', { signal: line.signal });
  const query = new URLSearchParams({ ...line.who, ticket, after: line.events.last });
  const ending = new AbortController();
  const signal = AbortSignal.any([line.signal, ending.signal]);
  try {
    return await new Promise((resolve, reject) => {
      let opened = false;
      const check = () => catchUp(line).then((missed) => missed && resolve(opened), reject);
      const listener = {
        opened: () => { opened = true; line.tries = 0; line.tell('live'); },
        heard: (event) => { if (!line.events.take(event) || line.events.isOver) resolve(opened); },
        quiet: () => (opened ? check() : resolve(opened)),
        ended: () => resolve(opened),
      };
      line.signal.addEventListener('abort', listener.ended, { signal: ending.signal });
      line.world.open(`${line.path}/events?${query}`, listener, SILENCE_MS, signal);
    });
  } finally {
    ending.abort();
  }
}

/** Tells what has happened since, by the log; whether there was anything. */
async function catchUp(line) {
  const before = line.events.last;
  let items;
  do {
    items = await missed(line);
    for (const data of items) line.events.take({ kind: data.event, seq: data.seq, data });
  } while (items.length === PAGE && !line.events.isOver);
  return line.events.last > before;
}

/** The next page of the log; where it does not reach back so far, a `reset` is all there is. */
async function missed(line) {
  const { world, signal, who, path, events } = line;
  try {
    const query = { ...who, after: events.last, limit: PAGE };
    return (await world.ask('GET', `${path}/log`, { query, signal })).items;
  } catch (problem) {
    if (problem.status !== 422) throw problem;
    const data = await world.ask('GET', path, { query: who, signal });
    events.take({ kind: 'reset', seq: data.seq, data });
    return [];
  }
}

/** Waits before the next try, longer each time, and not all clients alike. */
async function rest(line, retryAfter = 0) {
  const longest = Math.min(LONGEST_MS, 1000 * 2 ** line.tries++);
  const wait = longest * (0.5 + 0.5 * line.world.random());
  await line.world.sleep(Math.max(wait, 1000 * (retryAfter ?? 0)), line.signal);
}

/** Whether asking again gets the same answer: signed out, gone, or never there. */
const isHopeless = ({ status }) => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Calls `tell` when it is told something else than before. */
function changes(tell) {
  let last;
  return (state, problem) => {
    if (state === last) return;
    last = state;
    tell(state, problem);
  };
}
