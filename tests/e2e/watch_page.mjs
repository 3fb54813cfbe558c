// Runs the sample of docs/races.md, which comes on standard input, against servers that misbehave; prints what it did.
import {readFileSync} from "node:fs";

const sample = readFileSync(0, "utf8");

// What each request is answered: a status with a body; a missing status is a server that is down.
// A stream is a list of events, after which the connection is lost.
async function run(races, streams, tickets = []) {
  const asked = [], shown = [], waits = [];
  const answer = (status, body, headers = {}) => {
    if (status === undefined) throw new TypeError("fetch failed");
    return {status, ok: status < 300, json: async () => body, headers: new Headers(headers)};
  };
  const globals = {
    token: "t",
    fetch: async (path, {method}) => {
      asked.push(`${method} ${path}`);
      const query = [...new URLSearchParams(path.split("?")[1]).keys()];
      if (query.some(name => name !== "code")) return answer(422);
      return method === "POST" ? answer(...(tickets.shift() ?? [201, {ticket: "tick"}])) : answer(...races.shift());
    },
    EventSource: class {
      constructor(address) {
        asked.push(`EVENTS ${address}`);
        this.heard = {};
        const told = streams.shift();
        queueMicrotask(() => {
          for (const [kind, id] of told)
            if (!this.closed) this.heard[kind]({lastEventId: String(id), data: `{"seq":${id}}`});
          if (!this.closed) this.onerror();
        });
      }
      addEventListener(kind, listener) { this.heard[kind] = listener; }
      close() { this.closed = true; }
    },
    setTimeout: (done, ms) => { waits.push(ms); queueMicrotask(done); },
    show: (kind, data) => shown.push([kind, data.seq]),
  };
  const watch = new Function(...Object.keys(globals), `${sample}; return watch;`)(...Object.values(globals));
  return {told: await watch("R", races.code), asked, shown, waits};
}

const open = [200, {status: "running", seq: 2}], finished = [200, {status: "finished", seq: 9}];
console.log(JSON.stringify({
  over_before: await run([finished], []),
  to_the_end: await run([open, finished], [[["snapshot", 2], ["progress", 3], ["over", 9]]]),
  dropped: await run([open, open, finished], [[["snapshot", 2], ["progress", 3]], [["over", 9]]]),
  away: await run([[], [], [], [503], [], [], [], [], [], finished], []),
  gone: await run([[410]], []),
  unknown: await run([[404]], []),
  signed_out: await run([open, [401]], [[["snapshot", 2]]]),
  signed_out_between: await run([open], [], [[401]]),
  busy: await run([[429, {}, {"Retry-After": "40"}], open, finished], [[["over", 9]]]),
  no_ticket_yet: await run([open, finished], [], [[429, {}, {"Retry-After": "50"}]]),
  conflict: await run([[409], open, finished], [[["over", 9]]]),
  by_code: await run(Object.assign([open, finished], {code: "A&B"}), [[["over", 9]]]),
}));
