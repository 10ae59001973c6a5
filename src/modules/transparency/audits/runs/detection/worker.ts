import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { openReadOnly } from "../../../../../db/reader.ts";
import { Sql } from "../../../../../db/sql.ts";
import { collectGarbage } from "../../../../../kit/runtime/collect-garbage.ts";
import { listWatched } from "../../../../token/movements/index.ts";
import { chunksOfWindow, type WindowTransaction } from "../../../../token/transactions/index.ts";
import { DETECTORS, type Figures, type Finding, type Pass } from "../../detectors/index.ts";
import { readCoverage } from "../coverage.ts";
import { gatherFigures, SupplyUnknown } from "../figures.ts";
import { Holdings } from "../holdings.ts";
import { toStagedRow } from "../row.ts";
import type { StagedRow } from "../store-run.ts";
import type { DetectionTask, WorkerOutcome, WorkerRequest, WorkerRequests } from "./protocol.ts";

/**
 * Worker thread of an audit run. A million movements take half a minute; in a thread, neither that nor its garbage
 * collections delay requests. It is a separate entry point of the build, beside main.ts.
 */

declare const self: Worker;

/** Busy timeout of the thread's database connection. */
const BUSY_WAIT_MS = 5_000;
/** Between the default 0 and the lowest 19: requests take precedence, yet the run ends in time on a busy machine. */
const NICENESS = 5;
/** Without explicit collections, memory grows by half during a long run. */
const CHUNKS_PER_COLLECTION = 100;

let resolveReply: (reply: unknown) => void = () => {};

self.onmessage = ({ data }: MessageEvent<DetectionTask>) => {
  self.onmessage = ({ data: reply }: MessageEvent<unknown>) => resolveReply(reply);
  void detect(data).then((outcome) => postMessage(outcome));
};

/** Sends a request to the main thread and waits for its reply. */
function send<Kind extends keyof WorkerRequests>(
  kind: Kind,
  payload: WorkerRequests[Kind]["payload"],
): Promise<WorkerRequests[Kind]["reply"]> {
  return new Promise((resolve) => {
    resolveReply = resolve as (reply: unknown) => void;
    postMessage({ kind, payload } as WorkerRequest);
  });
}

async function detect(task: DetectionTask): Promise<WorkerOutcome> {
  try {
    lowerPriority();
    const sql = new Sql(openReadOnly(task.path, BUSY_WAIT_MS));
    try {
      const figures = gatherFigures(sql, task);
      await send("prepared", null);
      const movements = await applyDetectors(sql, task, figures);
      return { kind: "done", coverage: { ...readCoverage(sql, task, figures.decimals), movements } };
    } finally {
      sql.close();
    }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: "failed", message, isSupplyUnknown: error instanceof SupplyUnknown };
  }
}

/** Only Linux has a priority per thread. Elsewhere, and without /proc, the default stays: a failure is ignored. */
function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), NICENESS);
  } catch {}
}

/** Applies every detector to the window's transactions and sends the findings. Returns the number of account changes. */
async function applyDetectors(sql: Sql, task: DetectionTask, figures: Figures): Promise<number> {
  const { tokenId, window, policy } = task;
  const { treasury } = figures.wallets;
  const passes = startPasses(figures, policy);
  const holdings = new Holdings(listWatched(sql, tokenId), figures.lastPosts, treasury);
  let [movements, chunks] = [0, 0];
  const rows = new RowMessages(figures.decimals);
  for (const chunk of chunksOfWindow(sql, tokenId, window)) {
    const paidFor = await paymentsOf(chunk, treasury);
    for (const each of chunk) {
      const transaction = holdings.apply(each, paidFor.get(each.signature) ?? null);
      movements += transaction.changes.length;
      for (const pass of passes) rows.add(pass.visit?.(transaction) ?? []);
    }
    await rows.send("full");
    if (++chunks % CHUNKS_PER_COLLECTION === 0) collectGarbage();
  }
  for (const pass of passes) rows.add(pass.end?.() ?? []);
  await rows.send("all");
  return movements;
}

function startPasses(figures: Figures, policy: ReadonlyMap<string, number>): Pass[] {
  const threshold = (name: string) => {
    const value = policy.get(name);
    if (value === undefined) throw new Error(`the policy has no threshold ${name}`);
    return value;
  };
  return DETECTORS.map((detector) => detector.start(figures, threshold));
}

async function paymentsOf(
  chunk: readonly WindowTransaction[],
  treasury: ReadonlySet<string>,
): Promise<Map<string, string | null>> {
  const isPayment = ({ changes }: WindowTransaction) =>
    changes.some(({ ownerPre }) => ownerPre !== null && treasury.has(ownerPre));
  const signatures = chunk.filter(isPayment).map(({ signature }) => signature);
  if (signatures.length === 0) return new Map();
  const payments = await send("payments", signatures);
  return new Map(signatures.map((signature, index) => [signature, payments[index] ?? null]));
}

/** Rows of one message, which is one commit: staging them occupies the writer for about a millisecond. */
const ROWS_PER_MESSAGE = 25;

/** Collects findings into full messages, so that a few of them cause no commit of their own. */
class RowMessages {
  #waiting: StagedRow[] = [];

  constructor(private readonly decimals: number) {}

  add(found: Iterable<Finding>): void {
    for (const finding of found) this.#waiting.push(toStagedRow(finding, this.decimals));
  }

  /** Sends the full messages, or everything. */
  async send(which: "full" | "all"): Promise<void> {
    const least = which === "full" ? ROWS_PER_MESSAGE : 1;
    let at = 0;
    for (; this.#waiting.length - at >= least; at += ROWS_PER_MESSAGE)
      await send("rows", this.#waiting.slice(at, at + ROWS_PER_MESSAGE));
    this.#waiting = this.#waiting.slice(at);
  }
}
