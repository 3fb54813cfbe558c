/** Plays through the generated TypeScript client, against the address that is given, and prints what happened. */

import { createClock, type Clock, type Schemas } from "./index.ts";

/** What was asked for; an Error if it is a problem. */
function good<Answer>({ data, error }: { data?: Answer; error?: unknown }): Answer {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function guest(address: string, name: string): Promise<Clock> {
  const welcome = good(await createClock(address).POST("/v1/players", { body: { display_name: name } }));
  return createClock(address, welcome.session.token);
}

async function wholeGame(ada: Clock): Promise<Schemas["Game"]> {
  let game = good(await ada.POST("/v1/games"));
  while (game.result === null) {
    const params = { path: { game_id: game.id } };
    game = good(await ada.POST("/v1/games/{game_id}/step", { params, body: { count: 3 } })).game;
  }
  return game;
}

/** Whether the second step under a key was a replay, and its answer the same. */
async function repeatedStep(ada: Clock): Promise<[boolean, boolean]> {
  const game = good(await ada.POST("/v1/games"));
  const header = { "Idempotency-Key": "one", "If-Match": `"${game.version}"` };
  const init = { params: { path: { game_id: game.id }, header }, parseAs: "text" } as const;
  const first = await ada.POST("/v1/games/{game_id}/step", init);
  const again = await ada.POST("/v1/games/{game_id}/step", init);
  return [again.response.headers.has("Idempotency-Replayed"), good(first) === good(again)];
}

async function watchDecision(ada: Clock, serverSeed: string): Promise<[string, string | undefined]> {
  const deal = { kind: "seed", server_seed: serverSeed } as const;
  const dealt = good(await ada.POST("/v1/games", { body: { variant: "watch", practice: true, deal } }));
  const params = { path: { game_id: dealt.id } };
  const { game } = good(await ada.POST("/v1/games/{game_id}/autoplay", { params, body: { until: "decision" } }));
  const [choice] = game.choices ?? [];
  if (choice === undefined) throw new Error("nothing to choose");
  const turn = good(await ada.POST("/v1/games/{game_id}/reprieve", { params, body: choice }));
  return [game.status, turn.moves[0]?.kind];
}

async function problem(ada: Clock, game: Schemas["Game"]): Promise<[string, number]> {
  const { error } = await ada.POST("/v1/games/{game_id}/step", { params: { path: { game_id: game.id } } });
  return error === undefined ? ["none", 200] : [error.type, error.status];
}

async function listed(ada: Clock, game: Schemas["Game"]): Promise<Schemas["Move"][]> {
  const moves: Schemas["Move"][] = [];
  for (let cursor: string | null | undefined = undefined; cursor !== null; ) {
    const query: { limit: number; cursor?: string } = cursor === undefined ? { limit: 4 } : { limit: 4, cursor };
    const params = { path: { game_id: game.id }, query };
    const page: Schemas["MovePage"] = good(await ada.GET("/v1/games/{game_id}/moves", { params }));
    moves.push(...page.items);
    cursor = page.next;
  }
  return moves;
}

async function raceLog(ada: Clock, bob: Clock): Promise<string[]> {
  const race = good(await ada.POST("/v1/races", { body: { capacity: 2, visibility: "private", start: "full" } }));
  const params = { path: { race_id: race.id } };
  if (race.join_code === null) throw new Error("a private race without a code");
  good(await bob.POST("/v1/races/{race_id}/join", { params, body: { code: race.join_code } }));
  const log = good(await bob.GET("/v1/races/{race_id}/log", { params: { ...params, query: { after: 0 } } }));
  return log.items.map(({ event }) => event);
}

const [address = "", serverSeed = ""] = process.argv.slice(2);
const [ada, bob] = [await guest(address, "Ada"), await guest(address, "Bob")];
const game = await wholeGame(ada);
console.log(JSON.stringify({
  status: game.status,
  flips: game.flips,
  repeated: await repeatedStep(ada),
  decision: await watchDecision(ada, serverSeed),
  problem: await problem(ada, game),
  listed: (await listed(ada, game)).length,
  log: await raceLog(ada, bob),
}));
