import type { Database } from "../db/database.ts";
import type { Sql } from "../db/sql.ts";
import type { Clock } from "../kit/clock.ts";
import type { AddressSet } from "../kit/network/addresses.ts";
import type { Logger } from "../kit/process/log.ts";
import type { Tracer } from "../kit/tracing/tracer.ts";
import type { Actor, Role } from "./access/actor.ts";
import type { FindKey } from "./access/partner-auth.ts";
import type { Exchange } from "./exchange.ts";
import type { InFlight } from "./in-flight.ts";
import type { Uploads } from "./input/uploads.ts";
import type { MutationStore, NonceMemory, OperatorMutations } from "./mutation.ts";
import type { RateLimiter } from "./rate-limit.ts";

/** The operator of a bearer token or session, by its SHA-256; null if it is unknown, expired or ended. */
export type FindOperator = (
  kind: "bearer" | "session",
  tokenHash: string,
  nowMs: number,
) => { name: string; role: Role } | null;

/** Configured limits per minute; 0 turns one off. */
export interface Limits {
  publicApi: number;
  pages: number;
  partner: number;
  sandbox: number;
  admin: number;
  failedAuth: number;
  /** Rate limits announced by modules, by name. */
  announced: ReadonlyMap<string, AnnouncedLimit>;
}

/** A module's own limit. */
export interface AnnouncedLimit {
  perMinute: number;
  /** The title shown to people, such as Signed log. */
  label: string;
  countedBy: "address" | "key";
}

export function announced(name: string, limits: Limits): number {
  const limit = limits.announced.get(name);
  if (limit === undefined) throw new Error(`no module announces the limit ${name}`);
  return limit.perMinute;
}

/** The services of the HTTP layer, passed in because http knows no feature. */
export interface HttpServices {
  clock: Clock;
  log: Logger;
  limits: Limits;
  limiter: RateLimiter;
  /** Requests in progress. */
  inFlight: InFlight;
  /** Reads bodies, limited over all connections. */
  uploads: Uploads;
  trustedProxies: AddressSet;
  /** Addresses that need no token if an operation admits them. */
  tokenFreeAddresses: AddressSet;
  nonceRequiredInSandbox: boolean;
  baseUrl: () => string;
  findKey: FindKey;
  findOperator: FindOperator;
  /** The file with a caller's state; it stays open until `letGo`. */
  openDatabase: (actor: Actor) => Database;
  letGo: (file: Database) => void;
  nonces: NonceMemory;
  mutations: MutationStore;
  operatorMutations: OperatorMutations;
  /** Why changes are refused now; null in normal operation. Read in this transaction of live.db if one is given. */
  safeModeReason: (tx?: Sql) => string | null;
  /**
   * Call before the work. The returned function resolves once every commit made since then is confirmed by the replica.
   * @throws Problem safe_mode if that cannot be known
   */
  confirmation: () => () => Promise<void>;
  /** A secret of this process, sent by its own probes so that they are not counted. */
  probeSecret: string;
  /** Collects spans of requests; null unless traces are exported. */
  tracer: Tracer | null;
  recordAnswer: (exchange: Exchange, answered: CountedAnswer) => void;
}

/** One request with the services that answer it. */
export interface Call {
  exchange: Exchange;
  services: HttpServices;
}

/** An answer as it is counted and logged. */
export interface CountedAnswer {
  /** Method and path template. */
  route: string;
  status: number;
  durationMs: number;
}
