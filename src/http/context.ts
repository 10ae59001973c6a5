import type { Database } from "../db/database.ts";
import type { Actor, Intent } from "./access/actor.ts";

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
  /** The body's value before its amounts, ids and flags were decoded: what makes two requests the same intent. */
  entered: unknown;
  actor: Who;
  /** Nonce, idempotency key and payload; null if the request is not a mutation. */
  intent: What;
  /** The file with this caller's state: live, or the partner's sandbox file. */
  db: Database;
  /** Unix milliseconds of the request's start; in the sandbox the time of the sandbox file. */
  now: number;
  requestId: string;
  /** As sent: a GET operation also answers HEAD. */
  method: string;
  /** Path and query, as sent. */
  target: string;
  /** The caller's address, as reported by trusted proxies. */
  address: string;
  /** The caller's User-Agent header; empty without one. */
  userAgent: string;
  /** The server's base address, without a slash at its end. */
  baseUrl: string;
  /** The answer's headers; more may be added. */
  responseHeaders: Record<string, string>;
  /** For long work. @throws Problem if the client has left: no answer reaches it */
  requireClient(): void;
  /** A header of the request, by its lower-case name; null if missing. */
  header(name: string): string | null;
}
