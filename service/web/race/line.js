/** What a race's stream needs of a browser: requests, an EventSource, and time. */
import { ask } from '../lib/session.js';
import { pause } from '../lib/time.js';

const KINDS = [
  'snapshot', 'reset', 'joined', 'left', 'ready', 'countdown', 'started', 'progress', 'mistake',
  'finished', 'locked', 'disqualified', 'forfeited', 'timed_out', 'cancelled', 'over',
];

const LONGEST_ANSWER_MS = 15_000;

/** @type {object} what `subscribe` goes by */
export const BROWSER = {
  random: Math.random,

  /** The body of the API's answer to one request; throws its `Problem`, `unreachable` where none comes in time. */
  ask: async (method, path, { signal, ...options }) => {
    const patient = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_ANSWER_MS)]);
    return (await ask(method, path, { ...options, signal: patient, tries: 1 })).data;
  },

  /** Waits so long, or until the network is back, or `signal` aborts. */
  sleep: (ms, signal) => pause(ms, signal, 'online').catch(() => {}),

  /**
   * Opens a stream until `signal` aborts.
   * @param {string} address
   * @param {{opened: Function, heard: Function, quiet: Function, ended: Function}} listener `quiet` is told when
   *   nothing has come for `silence` milliseconds, and when the page comes back to the front, for it may have slept
   * @param {number} silence
   * @param {AbortSignal} signal
   */
  open: (address, listener, silence, signal) => {
    const source = new EventSource(address);
    let timer;
    const watch = () => { clearTimeout(timer); timer = setTimeout(() => { watch(); listener.quiet(); }, silence); };
    const close = () => { clearTimeout(timer); source.close(); };
    signal.addEventListener('abort', close, { once: true });
    watch();
    source.onopen = () => { watch(); listener.opened(); };
    source.onerror = () => { close(); listener.ended(); };
    for (const kind of KINDS) source.addEventListener(kind, (event) => { watch(); listener.heard(read(kind, event)); });
    addEventListener('offline', source.onerror, { signal });
    document.addEventListener('visibilitychange', () => document.hidden || listener.quiet(), { signal });
  },
};

const read = (kind, { lastEventId, data }) => ({ kind, seq: Number(lastEventId), data: JSON.parse(data) });
