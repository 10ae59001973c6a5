import type { Database } from "../db/database.ts";
import type { Actor, Intent } from "./actor.ts";

export interface Context<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Who = Actor,
  What = Intent | null,
> {
  params: Params;
  query: Query;
  body: Body;
  actor: Who;
  /** What nonce, idempotency key and payload say; null for what is no mutation. */
  intent: What;
  /** The files that this caller's state lives in: live, or the partner's sandbox file. */
  db: Database;
  /** Unix milliseconds at which the request was taken up; in the sandbox the time of the sandbox file. */
  now: number;
  requestId: string;
  /** As sent: a GET operation answers HEAD too. */
  method: string;
  /** The caller's address, proxies that we trust taken into account. */
  address: string;
  /** What the caller's program says it is; empty where it says nothing. */
  userAgent: string;
  /** Our own base address, without a slash at its end. */
  baseUrl: string;
  /** What the answer will bear; headers may be added. */
  responseHeaders: Record<string, string>;
  /** A header of the request, by its lower-case name; null where it was not sent. */
  header(name: string): string | null;
}
