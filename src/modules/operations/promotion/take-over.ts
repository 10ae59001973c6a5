import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readDatabase } from "../../../db/reader.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { endLeaseStop, LOG_AWAITS_RESUME_SETTING, writeSetting } from "../../platform/state/index.ts";
import { keptNotePath, signsOn } from "../../transparency/signed-log/index.ts";
import { changeRestored, moveIntoPlace, type Restorer, scratchOf } from "../backups/index.ts";
import {
  type LeaseStore,
  newestNoteUpTo,
  OWN_EPOCH_FILE,
  replicaLocation,
  storeNote,
  writeOwnEpoch,
} from "../lease/index.ts";
import {
  type FoundEpoch,
  fetchReplica,
  findEpoch,
  type Program,
  replicaPosition,
} from "../replication/index.ts";
import type { ClaimedEpoch } from "./claim.ts";
import { STANDBY_FOLDER } from "./directory.ts";

export interface TakeOver {
  dataDir: string;
  /** LITESTREAM_REPLICA_URL. */
  url: string;
  store: LeaseStore | string;
  program: Program;
  claimed: ClaimedEpoch;
  leaseSeconds: number;
  /** LEASE_STRICT: every acknowledged change must be present. */
  isStrict: boolean;
  restorer: Restorer;
  /** Throws if the master key does not match the restored state. */
  requireKeys: (livePath: string) => void;
  log: Logger;
}

export interface TakeOverResult {
  /** Epoch of the restored state. */
  from: FoundEpoch;
  files: string[];
  /** Whether the log continues to be signed; otherwise it waits for `log resume` or `log restart`. */
  signsOn: boolean;
}

/**
 * Restores the replica into a vacant directory, as the state of the claimed epoch. The previous leader may have written
 * until it noticed the claim, so the replica is restored again if it grew within LEASE_SECONDS. @throws BackupError,
 * StoreError; the directory is then unchanged
 */
export async function takeOver(plan: TakeOver): Promise<TakeOverResult> {
  const { dataDir, restorer, claimed, url } = plan;
  const scratch = scratchOf(dataDir);
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  try {
    const { from, files } = await restoreUntilStable(plan, scratch);
    plan.requireKeys(join(scratch, "live.db"));
    const { signs, note } = await continuationOf(plan, from, scratch);
    const state = `epoch ${claimed.epoch}, from epoch ${from.epoch}`;
    for (const file of files) await markPromoted(join(scratch, file), restorer, { state, signsOn: signs });
    if (note !== null) writeFileSync(keptNotePath(scratch), note, { mode: 0o600, flush: true });
    const { epoch, holder, installation } = claimed;
    writeOwnEpoch(scratch, { epoch, holder, installation, replica: replicaLocation(url) });
    const beside = [OWN_EPOCH_FILE, ...(note === null ? [] : [basename(keptNotePath(scratch))])];
    moveIntoPlace([...beside, ...files], scratch, dataDir);
    rmSync(join(dataDir, STANDBY_FOLDER), { recursive: true, force: true });
    return { from, files, signsOn: signs };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const MAX_RESTORES = 4;

async function restoreUntilStable(
  plan: TakeOver,
  scratch: string,
): Promise<{ from: FoundEpoch; files: string[] }> {
  const { url, store, program, claimed, leaseSeconds, restorer, log } = plan;
  // Monotonic: setting the system clock must not shorten the other machine's time to notice.
  const deadline = performance.now() + leaseSeconds * SECOND_MS;
  const onFallback = (database: string, txid: string) =>
    log.warn("the newest state of the replica is damaged: an earlier one is used", { database, txid });
  for (let restores = 1; ; restores++) {
    const from = await findEpoch({ url, store, program, at: null });
    const before = await replicaPosition(program, from.replica);
    const source = { replica: from.replica, program, at: null };
    const mayLose = !claimed.wasHandedOver && !plan.isStrict;
    const files = await fetchReplica(mayLose ? { ...source, onFallback } : source, scratch, restorer.prove);
    if (claimed.wasHandedOver) return { from, files };
    const waitMs = deadline - performance.now();
    if (waitMs > 0) {
      log.info("waiting for the previous leader to notice the claim", { wait_ms: Math.round(waitMs) });
      await Bun.sleep(waitMs);
    }
    // A promotion before this one, slower than LEASE_SECONDS, may have begun its own epoch until it noticed this claim.
    const newest = await findEpoch({ url, store, program, at: null });
    const isSettled =
      newest.epoch === from.epoch && (await replicaPosition(program, from.replica)) === before;
    if (isSettled || restores === MAX_RESTORES) return { from, files };
    log.info("the replica grew in the meantime: restoring it again", {});
    for (const file of files) rmSync(join(scratch, file), { force: true });
  }
}

/** Whether the log continues to be signed, and the note that it continues: null without one, or if an operator must decide. */
async function continuationOf(
  { store, claimed }: TakeOver,
  from: FoundEpoch,
  scratch: string,
): Promise<{ signs: boolean; note: string | null }> {
  const stored = typeof store === "string" ? null : await newestNoteUpTo(store, from.epoch);
  const note = stored?.note ?? null;
  const standing = readDatabase(join(scratch, "log.db"), (sql) => signsOn(sql, note));
  // The previous leader may still store a note of entries that this promotion discards: restores look here first.
  if (standing === "signs" && typeof store !== "string" && stored !== null)
    await storeNote(store, claimed.epoch, stored);
  return { signs: standing === "signs", note: standing === "waits" ? null : note };
}

interface PromotedState {
  /** The restored state, for the audit trail. */
  state: string;
  /** Whether the log continues to be signed. */
  signsOn: boolean;
}

/** Prepares a restored file for the new leader: ids skip ahead, and the previous leader's stop of changes ends. */
function markPromoted(
  path: string,
  { clock, actor }: Restorer,
  { state, signsOn }: PromotedState,
): Promise<void> {
  return changeRestored(path, clock, (tx) => {
    endLeaseStop(tx, actor);
    if (!signsOn) writeSetting(tx, LOG_AWAITS_RESUME_SETTING, "promoted");
    recordAudit(tx, actor, { action: "promote", subject: "service", details: { state } });
  });
}
