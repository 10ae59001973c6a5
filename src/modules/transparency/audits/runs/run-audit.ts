import type { Actor } from "../../../../http/operation.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../../kit/formats/canonical-json.ts";
import { findTokenId, type TrackedToken } from "../../../token/figures/index.ts";
import { readDetectorThresholds } from "../policy/index.ts";
import { deleteAbandonedRuns } from "./clear.ts";
import { detectAnomalies } from "./detection/detection.ts";
import type { WorkerReply, WorkerRequest } from "./detection/protocol.ts";
import { finishAudit } from "./finish-audit.ts";
import { logRuns } from "./log-runs.ts";
import type { AuditRun } from "./model.ts";
import type { AuditParts } from "./parts.ts";
import { findRun } from "./store.ts";
import { reserveRun, stageRow } from "./store-run.ts";
import type { Window } from "./window.ts";

const JOB: Actor = { kind: "job", name: "audit_run" };

/** The chain was never read, so there is nothing to audit. */
export class NothingToAudit extends Error {}

interface RunOptions {
  token: TrackedToken;
  window: Window;
  signal: AbortSignal;
  /** Who asked for the run; the job by default. */
  actor?: Actor;
}

/**
 * Applies every detector to the movements of a window and publishes the run. A worker thread does the work; concurrent
 * requests wait at most for its commits of about a millisecond. Memory does not grow with the window.
 * @throws NothingToAudit, SupplyUnknown, or the signal's reason
 */
export async function runAudit(
  parts: AuditParts,
  { token, window, signal, actor = JOB }: RunOptions,
): Promise<AuditRun> {
  const { live } = parts;
  const tokenId = findTokenId(live.read, token.source);
  if (tokenId === null) throw new NothingToAudit("the chain has not been read yet");
  await deleteAbandonedRuns(live, parts.clock.now(), signal);
  const policy = readDetectorThresholds(live.read);
  const policyVersion = versionOf(policy, token);
  let [run, stagedRows] = ["", 0];
  const answer = async ({ kind, payload }: WorkerRequest): Promise<WorkerReply> => {
    switch (kind) {
      case "prepared":
        run = await live.writer.run((tx) => reserveRun(tx, { tokenId, window, policy, policyVersion }));
        return null;
      case "payments":
        return payload.map(parts.paidFor);
      case "rows":
        await live.writer.run((tx) => {
          for (const row of payload) stageRow(tx, run, row);
        }, "lasting");
        stagedRows += payload.length;
        return null;
    }
  };
  const coverage = await detectAnomalies({ path: live.path, tokenId, token, window, policy }, answer, signal);
  await finishAudit(live, { actor, run, stagedRows, coverage, signal });
  await logRuns(parts, tokenId);
  const stored = findRun(live.read, tokenId, run);
  if (stored === null) throw new Error(`the run ${run} was not stored`);
  return stored;
}

const VERSION_LENGTH = 12;

/** Identifies the settings that determine a run's rows: thresholds, wallet lists, expected mint authority. */
function versionOf(policy: ReadonlyMap<string, number>, { wallets, expected }: TrackedToken): string {
  const lists = Object.fromEntries(Object.entries(wallets).map(([role, list]) => [role, [...list].sort()]));
  const text = canonicalJson({
    thresholds: Object.fromEntries(policy),
    wallets: lists,
    expected_mint_authority: expected.mint_authority,
  });
  return sha256Hex(text).slice(0, VERSION_LENGTH);
}
