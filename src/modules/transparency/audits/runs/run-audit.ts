import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../../../../db/database.ts";
import { canonicalJson } from "../../../../kit/canonical-json.ts";
import { collectGarbage } from "../../../../kit/memory.ts";
import { sha256Hex } from "../../../../kit/seal.ts";
import { findTokenId, type TrackedToken } from "../../../token/figures/index.ts";
import { chunksOfWindow, listWatched } from "../../../token/movements/index.ts";
import { DETECTORS, type Figures, type Finding, type Pass } from "../detectors/index.ts";
import { readDetectorThresholds } from "../policy/index.ts";
import { clearAbandoned } from "./clear.ts";
import { readCoverage } from "./coverage.ts";
import { gatherFigures, type Subject } from "./figures.ts";
import { finishAudit } from "./finish-audit.ts";
import { Holdings } from "./holdings.ts";
import { logRuns } from "./log-runs.ts";
import type { AuditRun } from "./model.ts";
import type { AuditParts } from "./parts.ts";
import { anomalyOf } from "./row.ts";
import { findRun } from "./store.ts";
import { reserveRun, stageRow } from "./store-run.ts";
import type { Window } from "./window.ts";

/** The chain was never read: there is nothing to audit. */
export class NothingToAudit extends Error {}

/** Rows a commit: it holds the writer for a few milliseconds. */
const ROWS_A_COMMIT = 200;
/** Left to itself the runtime lets a long run grow by half before it collects. */
const CHUNKS_A_COLLECTION = 40;

/**
 * Applies every detector to the movements of a window, and publishes the run. Works in turns of a few milliseconds beside
 * requests; memory does not grow with the window.
 * @throws NothingToAudit, SupplyUnknown, or the signal's reason
 */
export async function runAudit(
  parts: AuditParts,
  token: TrackedToken,
  window: Window,
  signal: AbortSignal,
): Promise<AuditRun> {
  const { live } = parts;
  const tokenId = findTokenId(live.read, token.source);
  if (tokenId === null) throw new NothingToAudit("the chain was not read yet");
  const subject: Subject = { tokenId, token, window };
  const breathe = async () => {
    signal.throwIfAborted();
    await nextTurn();
  };
  await clearAbandoned(live, parts.clock.now(), breathe);
  const figures = await gatherFigures(live.read, subject, breathe);
  const policy = readDetectorThresholds(live.read);
  const policyVersion = versionOf(policy, token);
  const run = await live.writer.run((tx) => reserveRun(tx, { tokenId, window, policy, policyVersion }));
  const movements = await detect(parts, { run, subject, figures, policy }, breathe);
  const coverage = { ...(await readCoverage(live.read, subject, figures.decimals, breathe)), movements };
  await finishAudit(live, run, coverage, breathe);
  await logRuns(parts, tokenId);
  const made = findRun(live.read, tokenId, run);
  if (made === null) throw new Error(`the run ${run} was not stored`);
  return made;
}

interface Work {
  run: string;
  subject: Subject;
  figures: Figures;
  policy: ReadonlyMap<string, number>;
}

/** Runs the window past every detector and stages what they find. Returns how many account changes there were. */
async function detect(
  { live, paidFor }: AuditParts,
  { run, subject, figures, policy }: Work,
  breathe: () => Promise<void>,
): Promise<number> {
  const { tokenId, window } = subject;
  const passes = startPasses(figures, policy);
  const watched = listWatched(live.read, tokenId);
  const holdings = new Holdings(watched, figures.lastPosts, figures.wallets.treasury, paidFor);
  let [movements, chunks] = [0, 0];
  for (const chunk of chunksOfWindow(live.read, tokenId, window)) {
    const found: Finding[] = [];
    for (const each of chunk) {
      const transaction = holdings.take(each);
      movements += transaction.changes.length;
      for (const pass of passes) found.push(...(pass.see?.(transaction) ?? []));
    }
    await stage(live, run, found, figures.decimals);
    if (++chunks % CHUNKS_A_COLLECTION === 0) collectGarbage();
    await breathe();
  }
  for (const pass of passes) await stage(live, run, [...(pass.end?.() ?? [])], figures.decimals);
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

async function stage(
  live: Database,
  run: string,
  found: readonly Finding[],
  decimals: number,
): Promise<void> {
  for (let at = 0; at < found.length; at += ROWS_A_COMMIT) {
    const rows = found.slice(at, at + ROWS_A_COMMIT).map((finding) => anomalyOf(finding, decimals));
    await live.writer.run((tx) => {
      for (const row of rows) stageRow(tx, run, row);
    }, "lasting");
  }
}

const VERSION_LENGTH = 12;

/** Names what decides beside the data: thresholds, lists of wallets, the expected authority. */
function versionOf(policy: ReadonlyMap<string, number>, { wallets, expected }: TrackedToken): string {
  const lists = Object.fromEntries(Object.entries(wallets).map(([role, list]) => [role, [...list].sort()]));
  const text = canonicalJson({
    thresholds: Object.fromEntries(policy),
    wallets: lists,
    expected_mint_authority: expected.mint_authority,
  });
  return sha256Hex(text).slice(0, VERSION_LENGTH);
}
