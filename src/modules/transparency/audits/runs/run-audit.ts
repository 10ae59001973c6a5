import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../../kit/formats/canonical-json.ts";
import { findTokenId, type TrackedToken } from "../../../token/figures/index.ts";
import { readDetectorThresholds } from "../policy/index.ts";
import { deleteAbandonedRuns } from "./clear.ts";
import { detectAnomalies } from "./detection/detection.ts";
import type { Answer, Step } from "./detection/protocol.ts";
import { finishAudit } from "./finish-audit.ts";
import { logRuns } from "./log-runs.ts";
import type { AuditRun } from "./model.ts";
import type { AuditParts } from "./parts.ts";
import { findRun } from "./store.ts";
import { reserveRun, stageRow } from "./store-run.ts";
import type { Window } from "./window.ts";

/** The chain was never read: there is nothing to audit. */
export class NothingToAudit extends Error {}

/**
 * Applies every detector to the movements of a window, and publishes the run. The work is a thread's;
 * requests beside it wait for its commits of a millisecond. Memory does not grow with the window.
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
  const pause = async () => {
    signal.throwIfAborted();
    await yieldToEventLoop();
  };
  await deleteAbandonedRuns(live, parts.clock.now(), pause);
  const policy = readDetectorThresholds(live.read);
  const policyVersion = versionOf(policy, token);
  let run = "";
  const answer = async ({ kind, asked }: Step): Promise<Answer> => {
    switch (kind) {
      case "prepared":
        run = await live.writer.run((tx) => reserveRun(tx, { tokenId, window, policy, policyVersion }));
        return null;
      case "payments":
        return asked.map(parts.paidFor);
      case "rows":
        await live.writer.run((tx) => {
          for (const row of asked) stageRow(tx, run, row);
        }, "lasting");
        return null;
    }
  };
  const coverage = await detectAnomalies({ path: live.path, tokenId, token, window, policy }, answer, signal);
  await finishAudit(live, run, coverage, pause);
  await logRuns(parts, tokenId);
  const made = findRun(live.read, tokenId, run);
  if (made === null) throw new Error(`the run ${run} was not stored`);
  return made;
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
