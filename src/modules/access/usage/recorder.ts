import type { Database } from "../../../db/database.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";
import { countInBucket, type Histogram, indexAmong, toBucket } from "../../../kit/histogram.ts";
import { EDGES } from "../../platform/metrics/index.ts";
import { parseKeyMode } from "../keys/index.ts";
import { addUsage, type UsageCell } from "./store.ts";
import { addTraffic, noTraffic } from "./traffic.ts";

/** All answers of a route since the process started. */
export interface RouteTotals {
  route: string;
  /** Answers by the first digit of their status: `byClass[2]` counts 2xx. */
  byClass: number[];
  durationMs: number;
  histogram: Histogram;
  /** Recent requests, by the index of the metric's bound that they are counted under. */
  recent: RecentRequest[];
}

/** A request that stands for others of about the same duration. */
export interface RecentRequest {
  requestId: string;
  traceId?: string;
  /** Unix milliseconds of its answer. */
  at: number;
  durationMs: number;
}

/** A request as counted once it is answered. */
interface AnsweredRequest {
  /** Empty for requests without a proved key. */
  keyId: string;
  /** Method and path template: `GET /api/partner/users/{user_id}` */
  route: string;
  status: number;
  durationMs: number;
  requestId?: string;
  /** If its trace is exported. */
  traceId?: string;
}

export interface UsageRecorder {
  record(answered: AnsweredRequest): void;
  /** Counts that are not stored yet; reads add them to the stored ones. */
  pending(): Iterable<UsageCell>;
  totals(): Iterable<RouteTotals>;
  /**
   * Writes pending counts: sandbox keys' to sandbox.db, all others to live.db. Counts that could not be written stay
   * pending. @throws WriteUnavailable
   */
  flush(): Promise<void>;
}

const MAX_PENDING_CELLS = 50_000;
/** This many cells take a write transaction at most some 20 ms. */
const CELLS_A_CHANGE = 200;

/** Counts requests in memory, by minute, key and route; `flush` writes them in batches. */
export function createUsageRecorder(clock: Clock, live: Database, sandbox: Database): UsageRecorder {
  const totals = new Map<string, RouteTotals>();
  let cells = new Set<UsageCell>();
  /** The newest minute's cells by key and route, so that no text is built per request. */
  let newest = { minute: -1, byKey: new Map<string, Map<string, UsageCell>>() };
  /** Removed from `cells`, and not yet committed. */
  const leaving = new Set<UsageCell>();
  let flushing: Promise<void> = Promise.resolve();

  function cellOf(minute: number, keyId: string, route: string): UsageCell | null {
    if (newest.minute !== minute) newest = { minute, byKey: new Map() };
    const known = newest.byKey.get(keyId)?.get(route);
    if (known !== undefined) return known;
    if (cells.size >= MAX_PENDING_CELLS) return null;
    const cell = { minute, keyId, route, ...noTraffic() };
    cells.add(cell);
    const byRoute = newest.byKey.get(keyId);
    if (byRoute === undefined) newest.byKey.set(keyId, new Map([[route, cell]]));
    else byRoute.set(route, cell);
    return cell;
  }

  async function store(file: Database, own: UsageCell[]): Promise<void> {
    for (let start = 0; start < own.length; start += CELLS_A_CHANGE) {
      const chunk = own.slice(start, start + CELLS_A_CHANGE);
      await file.writer.run((tx) => addUsage(tx, chunk), "lasting");
      for (const cell of chunk) leaving.delete(cell);
    }
  }

  /** Returns counts that could not be written to the pending ones, added up by minute, key and route. */
  function takeBack(refused: Iterable<UsageCell>): void {
    const known = new Map([...cells].map((cell) => [nameOf(cell), cell]));
    for (const cell of refused) {
      const same = known.get(nameOf(cell));
      if (same !== undefined) addTraffic(same, cell);
      else if (cells.size < MAX_PENDING_CELLS) {
        cells.add(cell);
        known.set(nameOf(cell), cell);
      }
    }
  }

  async function storeAll(): Promise<void> {
    for (const cell of cells) leaving.add(cell);
    cells = new Set();
    newest = { minute: -1, byKey: new Map() };
    const bySandbox = Object.groupBy(leaving, (cell) => parseKeyMode(cell.keyId));
    const stored = await Promise.allSettled([
      store(live, bySandbox.live ?? []),
      store(sandbox, bySandbox.sandbox ?? []),
    ]);
    takeBack(leaving);
    leaving.clear();
    const failed = stored.find((each) => each.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  return {
    record(answered) {
      const { keyId, route, status, durationMs } = answered;
      const bucket = toBucket(durationMs);
      const now = clock.now();
      const own = totalsOf(totals, route);
      count(own, answered, bucket);
      noteRecent(own, answered, { bucket, now });
      const cell = cellOf(Math.floor(now / MINUTE_MS), keyId, route);
      if (cell === null) return;
      cell.requests++;
      if (status >= 400) cell.errors++;
      if (status >= 500) cell.serverErrors++;
      if (status === 429) cell.rateLimited++;
      countInBucket(cell.histogram, bucket);
    },
    *pending() {
      yield* leaving;
      yield* cells;
    },
    totals: () => totals.values(),
    flush() {
      flushing = flushing.catch(() => {}).then(storeAll);
      return flushing;
    },
  };
}

function nameOf({ minute, keyId, route }: UsageCell): string {
  return `${minute} ${keyId} ${route}`;
}

function totalsOf(totals: Map<string, RouteTotals>, route: string): RouteTotals {
  let own = totals.get(route);
  if (own === undefined) {
    own = { route, byClass: [0, 0, 0, 0, 0, 0], durationMs: 0, histogram: new Map(), recent: [] };
    totals.set(route, own);
  }
  return own;
}

function count(own: RouteTotals, { status, durationMs }: AnsweredRequest, bucket: number): void {
  const statusClass = Math.floor(status / 100);
  own.byClass[statusClass] = (own.byClass[statusClass] ?? 0) + 1;
  own.durationMs += durationMs;
  countInBucket(own.histogram, bucket);
}

/** Scrapes are this far apart, so that a newer request would be seen by none. */
const RECENT_MS = 5 * SECOND_MS;

function noteRecent(
  { recent }: RouteTotals,
  { requestId, traceId, durationMs }: AnsweredRequest,
  { bucket, now }: { bucket: number; now: number },
): void {
  if (requestId === undefined) return;
  const index = indexAmong(EDGES, bucket);
  const known = recent[index];
  // A clock that was set back must not keep it.
  if (known === undefined || now - known.at >= RECENT_MS || now < known.at)
    recent[index] = { requestId, traceId, at: now, durationMs };
}
