import { Database } from "bun:sqlite";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { type NextTurns, OwnTurns, type Turns, takeTurn } from "../../chain/rpc/turns.ts";
import { isSqliteError } from "../../db/sql.ts";
import { sha256Hex } from "../../kit/crypto/seal.ts";
import { checkedJson } from "../../kit/formats/checked-json.ts";
import { readUptime } from "../../kit/process/uptime.ts";

const STATE_FILE = "rpc-turns.json";
/** An empty file, locked while the state is read and written. */
const LOCK_FILE = "rpc-turns.lock";

const BUSY_MS = 5;
/** A process that holds the lock for longer was stopped while it held it. */
const MAX_BUSY_MS = 1_000;
/** The system's uptime has two decimals. */
const RESOLUTION_MS = 10;

const State = Type.Object({
  /** The machine's run whose uptime the turns are of. */
  boot: Type.String(),
  next: Type.Record(Type.String(), Type.Number()),
});
type State = Static<typeof State>;

const STATE = checkedJson("The turns of RPC addresses", State);

/**
 * Turns of all processes on a data directory: the server and the commands beside it. They are counted in the machine's
 * uptime, so setting the clock changes nothing, and taken when they come, so a killed process leaves at most one
 * behind. A state that is damaged or of an earlier run of the machine is none. Where the directory takes no files, and
 * on systems whose uptime cannot be read, each process counts alone.
 */
export class RpcTurns implements Turns {
  readonly #own = new OwnTurns(() => performance.now());
  readonly #statePath: string;
  #lock: Database | null = null;
  #busySince: number | null = null;

  constructor(private readonly dataDir: string) {
    this.#statePath = join(dataDir, STATE_FILE);
  }

  take(key: string, spacingMs: number): number {
    try {
      this.#lock ??= openLock(join(this.dataDir, LOCK_FILE));
      this.#lock.run("BEGIN IMMEDIATE");
    } catch (error) {
      return this.#isBriefly(error) ? BUSY_MS : this.#own.take(key, spacingMs);
    }
    this.#busySince = null;
    try {
      return this.#takeLocked(sha256Hex(key).slice(0, 32), spacingMs);
    } catch {
      return this.#own.take(key, spacingMs);
    } finally {
      this.#lock.run("ROLLBACK");
    }
  }

  /** Whether another process holds the lock, and not for long. */
  #isBriefly(error: unknown): boolean {
    if (!isSqliteError(error, "SQLITE_BUSY")) return false;
    this.#busySince ??= performance.now();
    return performance.now() - this.#busySince < MAX_BUSY_MS;
  }

  /** Keys are hashed: they contain addresses, which may contain passwords. */
  #takeLocked(key: string, spacingMs: number): number {
    const { ms: now, boot } = readUptime();
    const next = readNext(this.#statePath, boot);
    const wait = takeTurn(next, { key, spacingMs, now, resolutionMs: RESOLUTION_MS });
    if (wait > 0) return wait;
    const kept = Object.entries(next).filter(([, at]) => at > now);
    const state: State = { boot, next: Object.fromEntries(kept) };
    writeFileSync(this.#statePath, JSON.stringify(state), { mode: 0o600 });
    return 0;
  }
}

function openLock(path: string): Database {
  // SQLite would create it for everybody to read.
  closeSync(openSync(path, "a", 0o600));
  const lock = new Database(path);
  lock.run("PRAGMA busy_timeout = 0");
  lock.run("PRAGMA journal_mode = OFF");
  return lock;
}

function readNext(path: string, boot: string): NextTurns {
  try {
    const state = STATE.read(readFileSync(path, "utf8"));
    return state.boot === boot ? state.next : {};
  } catch {
    return {};
  }
}
