import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { openReadOnly } from "../../../../../db/reader.ts";
import { Sql } from "../../../../../db/sql.ts";
import { collectGarbage } from "../../../../../kit/process/memory.ts";
import { listWatched } from "../../../../token/movements/index.ts";
import { chunksOfWindow, type WindowTransaction } from "../../../../token/transactions/index.ts";
import { DETECTORS, type Figures, type Finding, type Pass } from "../../detectors/index.ts";
import { readCoverage } from "../coverage.ts";
import { gatherFigures, SupplyUnknown } from "../figures.ts";
import { Holdings } from "../holdings.ts";
import { stagedRowOf } from "../row.ts";
import type { DetectionTask, Ending, Step, Steps } from "./protocol.ts";

/**
 * The thread of an audit run: what takes half a minute for a million movements keeps no request waiting, and neither do its
 * garbage collections. An entry point of its own: the build names it beside main.ts.
 */

declare const self: Worker;

/** Busy timeout of the thread's connection: no request waits for it. */
const BUSY_WAIT_MS = 5_000;
/** Below the usual 0, above the lowest 19: requests go first, and a busy machine still ends the run in time. */
const NICENESS = 5;
/** Left to itself the runtime lets a long run grow by half before it collects. */
const CHUNKS_PER_COLLECTION = 40;

let resume: (answer: unknown) => void = () => {};

self.onmessage = ({ data }: MessageEvent<DetectionTask>) => {
  self.onmessage = ({ data: answer }: MessageEvent<unknown>) => resume(answer);
  void detect(data).then((ending) => postMessage(ending));
};

function ask<Kind extends keyof Steps>(
  kind: Kind,
  asked: Steps[Kind]["asked"],
): Promise<Steps[Kind]["answer"]> {
  return new Promise((resolve) => {
    resume = resolve as (answer: unknown) => void;
    postMessage({ kind, asked } as Step);
  });
}

async function detect(task: DetectionTask): Promise<Ending> {
  try {
    lowerPriority();
    const sql = new Sql(openReadOnly(task.path, BUSY_WAIT_MS));
    try {
      const figures = gatherFigures(sql, task);
      await ask("prepared", null);
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

/** On Linux a thread has a priority of its own; elsewhere the scheduler decides alone. */
function lowerPriority(): void {
  if (process.platform !== "linux") return;
  setPriority(Number(basename(readlinkSync("/proc/thread-self"))), NICENESS);
}

/** Runs the window past every detector, and hands over what they find. Returns how many account changes there were. */
async function applyDetectors(sql: Sql, task: DetectionTask, figures: Figures): Promise<number> {
  const { tokenId, window, policy } = task;
  const { treasury } = figures.wallets;
  const passes = startPasses(figures, policy);
  const holdings = new Holdings(listWatched(sql, tokenId), figures.lastPosts, treasury);
  let [movements, chunks] = [0, 0];
  for (const chunk of chunksOfWindow(sql, tokenId, window)) {
    const found: Finding[] = [];
    const paidFor = await paymentsOf(chunk, treasury);
    for (const each of chunk) {
      const transaction = holdings.take(each, paidFor.get(each.signature) ?? null);
      movements += transaction.changes.length;
      for (const pass of passes) found.push(...(pass.visit?.(transaction) ?? []));
    }
    await sendRows(found, figures.decimals);
    if (++chunks % CHUNKS_PER_COLLECTION === 0) collectGarbage();
  }
  for (const pass of passes) await sendRows([...(pass.end?.() ?? [])], figures.decimals);
  return movements;
}

function startPasses(figures: Figures, policy: ReadonlyMap<string, number>): Pass[] {
  const threshold = (name: string) => {
    const value = policy.get(name);
    if (value === undefined) throw new Error(`there is no threshold ${name}`);
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
  const answers = await ask("payments", signatures);
  return new Map(signatures.map((signature, index) => [signature, answers[index] ?? null]));
}

/** Rows a message: staging them holds the writer for a millisecond. */
const ROWS_PER_MESSAGE = 25;

async function sendRows(found: readonly Finding[], decimals: number): Promise<void> {
  for (let at = 0; at < found.length; at += ROWS_PER_MESSAGE)
    await ask(
      "rows",
      found.slice(at, at + ROWS_PER_MESSAGE).map((finding) => stagedRowOf(finding, decimals)),
    );
}
