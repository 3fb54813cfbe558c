/** The service, each call typed by openapi.yaml: `await clock.POST("/v1/games", {body: {variant: "watch"}})`. */

import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

export type Clock = Client<paths>;
export type Schemas = components["schemas"];

export function createClock(baseUrl: string, token?: string, options: ClientOptions = {}): Clock {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return createClient<paths>({ ...options, baseUrl, headers: { ...headers, ...options.headers } });
}
