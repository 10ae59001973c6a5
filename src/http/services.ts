import type { Database } from "../db/database.ts";
import type { AddressSet } from "../kit/addresses.ts";
import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/log.ts";
import type { Actor, Role } from "./actor.ts";
import type { Exchange } from "./exchange.ts";
import type { InFlight } from "./in-flight.ts";
import type { MutationStore, NonceMemory, OperatorMutations } from "./mutation.ts";
import type { FindKey } from "./partner-auth.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { Uploads } from "./uploads.ts";

/** An operator by the SHA-256 of a bearer token or session that is neither expired nor ended; else null. */
export type FindOperator = (
  kind: "bearer" | "session",
  tokenHash: string,
  nowMs: number,
) => { name: string; role: Role } | null;

/** Per-minute limits, by configuration; 0 switches one off. */
export interface Limits {
  publicApi: number;
  pages: number;
  partner: number;
  sandbox: number;
  admin: number;
  failedAuth: number;
  /** The rate limits that modules announce, by name. */
  announced: ReadonlyMap<string, AnnouncedLimit>;
}

/** A limit of a module's own. */
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

/** What the surfaces stand on. http knows no feature, so all of this is handed in. */
export interface HttpServices {
  clock: Clock;
  log: Logger;
  limits: Limits;
  limiter: RateLimiter;
  /** What is being answered now. */
  inFlight: InFlight;
  /** Reads bodies, bounded over all connections. */
  uploads: Uploads;
  trustedProxies: AddressSet;
  /** Addresses that need no token where an operation admits them. */
  tokenFreeAddresses: AddressSet;
  nonceRequiredInSandbox: boolean;
  baseUrl: () => string;
  findKey: FindKey;
  findOperator: FindOperator;
  /** The file that a caller's state lives in; it is kept open until it is let go of. */
  databaseOf: (actor: Actor) => Database;
  letGo: (file: Database) => void;
  nonces: NonceMemory;
  mutations: MutationStore;
  operatorMutations: OperatorMutations;
  /** Why changes are refused now; null in normal running. */
  safeModeReason: () => string | null;
  /**
   * Called before a form's work; what it returns settles once what was committed meanwhile may be acknowledged.
   * It throws Problem safe_mode where that cannot be known.
   */
  confirmation: () => () => Promise<void>;
  /** What our own probes send, so that they count nowhere: a secret of this process. */
  probeSecret: string;
  /** Counts an answer; `route` is its method and path template. */
  recordAnswer: (exchange: Exchange, route: string, status: number, durationMs: number) => void;
}
