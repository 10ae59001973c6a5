import type { SQLQueryBindings, Database as SqliteDatabase, Statement } from "bun:sqlite";
import { type Random, systemRandom } from "../kit/random.ts";

/** A statement with its number of parameters: asking SQLite costs a call per execution. */
interface PreparedStatement {
  statement: Statement;
  parameters: number;
}

export type SqlValue = string | number | bigint | Uint8Array | null;

/**
 * One connection to one SQLite file. Statements are prepared once and cached by their text. Everything here is
 * synchronous.
 */
export class Sql {
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(readonly client: SqliteDatabase) {}

  get<Row>(text: string, ...values: SqlValue[]): Row | null {
    return this.#statement(text, values).get(...(values as SQLQueryBindings[])) as Row | null;
  }

  all<Row>(text: string, ...values: SqlValue[]): Row[] {
    return this.#statement(text, values).all(...(values as SQLQueryBindings[])) as Row[];
  }

  /**
   * Rows one by one, with constant memory; uses a statement of its own. The iteration must end within a turn of the
   * event loop: for longer reads use pages (`inPages`).
   */
  *iterate<Row>(text: string, ...values: SqlValue[]): Generator<Row, void> {
    this.admit();
    const statement = prepareOnce(this.client, text, values);
    try {
      yield* statement.iterate(...(values as SQLQueryBindings[])) as Iterable<Row>;
    } finally {
      statement.finalize();
    }
  }

  /**
   * SQLite's query plan, one entry per step. Uses a statement of its own: bun:sqlite leaves a cached EXPLAIN open
   * from its second run on, which keeps the connection at its snapshot.
   */
  plan(text: string, ...values: SqlValue[]): string[] {
    this.admit();
    const statement = prepareOnce(this.client, `EXPLAIN QUERY PLAN ${keptPrepared(text)}`, values);
    try {
      const steps = statement.all(...(values as SQLQueryBindings[])) as { detail: string }[];
      return steps.map(({ detail }) => detail);
    } finally {
      statement.finalize();
    }
  }

  /** The row of a statement that always has one, such as an INSERT with RETURNING. */
  one<Row>(text: string, ...values: SqlValue[]): Row {
    const row = this.get<Row>(text, ...values);
    if (row === null) throw new Error(`this statement returned no row: ${text}`);
    return row;
  }

  /** Returns the number of changed rows and the last row id. */
  run(text: string, ...values: SqlValue[]): { changes: number; lastInsertRowid: number } {
    const result = this.#statement(text, values).run(...(values as SQLQueryBindings[]));
    return { changes: result.changes, lastInsertRowid: Number(result.lastInsertRowid) };
  }

  close(): void {
    for (const { statement } of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.client.close(true);
  }

  /** @throws if no statement may run now */
  protected admit(): void {}

  #statement(text: string, values: SqlValue[]): Statement {
    this.admit();
    let prepared = this.#statements.get(text);
    if (prepared === undefined) {
      const statement = this.client.prepare(keptPrepared(text));
      prepared = { statement, parameters: statement.paramsCount };
      this.#statements.set(text, prepared);
    }
    requireCount(prepared, text, values);
    return prepared.statement;
  }
}

/**
 * SQLite plans by the value bound to `LIMIT ?`, and therefore prepares the statement again at each execution: 5 to 10
 * µs, more than most reads take. It does not look into an expression.
 */
function keptPrepared(text: string): string {
  return text.replace(/\bLIMIT \?/g, "LIMIT +?");
}

/** bun:sqlite silently binds NULL for a missing positional value, so they are counted here. */
function requireCount({ parameters }: PreparedStatement, text: string, values: SqlValue[]): void {
  if (parameters !== values.length)
    throw new Error(`this statement takes ${parameters} values, not ${values.length}: ${text}`);
}

function prepareOnce(client: SqliteDatabase, text: string, values: SqlValue[]): Statement {
  const statement = client.prepare(text);
  requireCount({ statement, parameters: statement.paramsCount }, text, values);
  return statement;
}

/**
 * Rows of a list that is read over several turns of the event loop, such as an export: `read` returns the rows after
 * a given one, or the first rows for null.
 */
export function* inPages<Row>(read: (after: Row | null) => readonly Row[]): Generator<Row, void> {
  for (let last: Row | null = null; ; ) {
    const page: readonly Row[] = read(last);
    if (page.length === 0) return;
    yield* page;
    last = page.at(-1) ?? null;
  }
}

/**
 * Topics that a commit announces. deliveries: records may be due. holding: claimed records may not be sent now, or not as
 * they were claimed. draining: a webhook's queue is to be held or released. events: a partner has new events. brand: the
 * installation's face may have changed.
 */
export type Signal = "deliveries" | "holding" | "draining" | "events" | "brand";

/** The argument of a write closure: the writer's connection inside a transaction, with one time for all its rows. */
export class Tx extends Sql {
  /** Unix milliseconds, the same for every row of this change; in a sandbox file its own time. */
  now = 0;
  /** Real time in Unix milliseconds, in every file; used for nonces. */
  clockNow = 0;
  /** Source of the ids and secrets of this change. */
  random: Random = systemRandom;
  /** Idempotency-Key of the request behind this change, for its events; null without one. */
  idempotencyKey: string | null = null;
  /** Whether this change is a partner's mutation. */
  isMutation = false;
  /** Topics of this batch; the writer announces them after the commit. */
  readonly signals = new Set<Signal>();
  #isOpen = false;
  readonly #known = new Map<string, unknown>();

  /**
   * @param simulatesDeliveries whether this is a sandbox file: no packet leaves, and due deliveries count as
   *   delivered.
   */
  constructor(
    client: SqliteDatabase,
    readonly simulatesDeliveries = false,
  ) {
    super(client);
  }

  /** Whether a transaction is in progress. A statement outside one would commit by itself. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  set isOpen(isOpen: boolean) {
    this.#isOpen = isOpen;
    this.forget();
  }

  /** Keeps a value for the rest of the transaction, so that its many changes need not read it again. */
  keep(name: string, value: unknown): void {
    this.#known.set(name, value);
  }

  /** The value kept under this name; undefined without one. */
  recall<Value>(name: string): Value | undefined {
    return this.#known.get(name) as Value | undefined;
  }

  /** One more than the number kept under this name, or than the newest one, and kept in its place. */
  next(name: string, newest: () => number): number {
    const next = (this.recall<number>(name) ?? newest()) + 1;
    this.keep(name, next);
    return next;
  }

  /** Forgets what was kept: at a transaction's beginning and end, and when one of its changes is undone. */
  forget(): void {
    this.#known.clear();
  }

  protected override admit(): void {
    if (!this.#isOpen)
      throw new Error("a statement of the writer outside its closure, or after an await in it");
  }
}

/** Whether an error is SQLite's own with this code prefix: "SQLITE_BUSY", "SQLITE_CONSTRAINT_UNIQUE", … */
export function isSqliteError(error: unknown, codePrefix: string): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "code" in cause && String(cause.code).startsWith(codePrefix);
}

const PASSING_IN_SQLITE = ["BUSY", "LOCKED", "PROTOCOL", "FULL", "IOERR", "READONLY", "CANTOPEN", "NOMEM"];
const PASSING_IN_FILES = ["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE"];

/** Whether an error concerns locks, disks or memory: a temporary fault that the request did not cause. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Error && "syscall" in error && "code" in error)
    return PASSING_IN_FILES.includes(String(error.code));
  return PASSING_IN_SQLITE.some((kind) => isSqliteError(error, `SQLITE_${kind}`));
}
