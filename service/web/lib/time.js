/** Durations, dates and waiting. */

/**
 * A duration in words.
 * @param {number} ms
 * @returns {string} `8.4 s`, `1 min 05 s`, `2 h 03 min`
 */
export function duration(ms) {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${two(Math.floor(seconds) % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

/**
 * A running clock's face.
 * @param {number} ms
 * @returns {string} `1:05`
 */
export function clock(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/**
 * A date, as the reader's language writes it.
 * @param {string} iso
 * @returns {string}
 */
export function date(iso) {
  return new Date(iso).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
}

/**
 * A date and a time of day, where the reader is.
 * @param {string} iso
 * @returns {string}
 */
export function dateAndTime(iso) {
  const hour = new Date(iso).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  return `${date(iso)}, ${hour}`;
}

/**
 * How far the server's clock is ahead of this machine's.
 * @param {string} serverNow what it said just now, as `server_now`
 * @returns {number} milliseconds
 */
export function offsetOf(serverNow) {
  return Date.parse(serverNow) - Date.now();
}

/**
 * The server's clock, as near as this machine knows it.
 * @param {number} offset see `offsetOf`
 * @returns {{now: function(): number, until: function(string): number, since: function(string): number}} milliseconds
 */
export function serverClock(offset) {
  const now = () => Date.now() + offset;
  return { now, until: (iso) => Date.parse(iso) - now(), since: (iso) => now() - Date.parse(iso) };
}

/**
 * Wait.
 * @param {number} ms
 * @param {AbortSignal} [signal] ends it with an AbortError
 * @param {string} [early] an event of the window that ends the waiting
 * @returns {Promise<void>}
 */
export function pause(ms, signal, early) {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = (settle, reason) => {
      clearTimeout(timer);
      ended.abort();
      settle(reason);
    };
    const timer = setTimeout(() => end(resolve), ms);
    if (signal?.aborted) end(reject, signal.reason);
    signal?.addEventListener('abort', () => end(reject, signal.reason), { signal: ended.signal });
    if (early) globalThis.addEventListener?.(early, () => end(resolve), { signal: ended.signal });
  });
}

function two(number) {
  return String(number).padStart(2, '0');
}
