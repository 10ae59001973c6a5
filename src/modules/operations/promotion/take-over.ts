import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDatabase } from "../../../db/reader.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { signsOn } from "../../transparency/signed-log/index.ts";
import { putInPlace, type Restorer, scratchOf } from "../backups/index.ts";
import { type LeaseStore, newestNote, placeOf, writeOwnEpoch } from "../lease/index.ts";
import {
  type FoundEpoch,
  fetchReplica,
  findEpoch,
  type Program,
  replicaPosition,
} from "../replication/index.ts";
import type { Claimed } from "./claim.ts";
import { STANDBY_FOLDER } from "./directory.ts";
import { markPromoted } from "./mark-promoted.ts";

export interface TakeOver {
  dataDir: string;
  /** As LITESTREAM_REPLICA_URL. */
  url: string;
  store: LeaseStore | string;
  program: Program;
  claimed: Claimed;
  leaseSeconds: number;
  /** LEASE_STRICT: no change that was acknowledged may be missing. */
  isStrict: boolean;
  restorer: Restorer;
  /** Refuses a master key that is not this state's. */
  requireKeys: (livePath: string) => void;
  log: Logger;
}

export interface TakenOver {
  /** Whose state it is. */
  from: FoundEpoch;
  files: string[];
  /** Whether the log is signed on; else it waits for `log resume` or `log restart`. */
  signsOn: boolean;
}

/**
 * Restores what the replica holds into a vacant directory, as the state of the epoch that was claimed. The machine
 * before it may have written until it noticed the claim: so the replica is read anew where it grew within LEASE_SECONDS.
 * @throws BackupError, StoreError; the directory is then as it was
 */
export async function takeOver(plan: TakeOver): Promise<TakenOver> {
  const { dataDir, restorer, claimed, url } = plan;
  const scratch = scratchOf(dataDir);
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  try {
    const { from, files } = await restoreSettled(plan, scratch);
    plan.requireKeys(join(scratch, "live.db"));
    const signs = await placeNote(plan, from, scratch);
    const words = `epoch ${claimed.epoch}, from epoch ${from.epoch}`;
    for (const file of files) await markPromoted(join(scratch, file), restorer, words, signs);
    writeOwnEpoch(dataDir, { epoch: claimed.epoch, holder: claimed.holder, replica: placeOf(url) });
    putInPlace(files, scratch, dataDir);
    rmSync(join(dataDir, STANDBY_FOLDER), { recursive: true, force: true });
    return { from, files, signsOn: signs };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const MOST_RESTORES = 4;

async function restoreSettled(
  plan: TakeOver,
  scratch: string,
): Promise<{ from: FoundEpoch; files: string[] }> {
  const { url, store, program, claimed, leaseSeconds, restorer, log } = plan;
  // Not by the clock: one that is set forward meanwhile would cut short the other machine's time to notice.
  const over = performance.now() + leaseSeconds * SECOND_MS;
  const onEarlier = (database: string, txid: string) =>
    log.warn("the newest state of the replica is damaged: an earlier one is taken", { database, txid });
  for (let restores = 1; ; restores++) {
    const from = await findEpoch({ url, store, program, at: null });
    const before = await replicaPosition(program, from.replica);
    const source = { replica: from.replica, program, at: null };
    const mayLose = !claimed.wasHandedOver && !plan.isStrict;
    const files = await fetchReplica(mayLose ? { ...source, onEarlier } : source, scratch, restorer.prove);
    if (claimed.wasHandedOver) return { from, files };
    const waitMs = over - performance.now();
    if (waitMs > 0) {
      log.info("waiting for the machine before this one to notice", { wait_ms: Math.round(waitMs) });
      await Bun.sleep(waitMs);
    }
    // A promotion before this one, slower than LEASE_SECONDS, may have begun its own epoch until it noticed this claim.
    const newest = await findEpoch({ url, store, program, at: null });
    const isSettled =
      newest.epoch === from.epoch && (await replicaPosition(program, from.replica)) === before;
    if (isSettled || restores === MOST_RESTORES) return { from, files };
    log.info("the replica has grown meanwhile: it is restored again", {});
    for (const file of files) rmSync(join(scratch, file), { force: true });
  }
}

/**
 * Keeps the newest note that was published beside the databases, where the log equals or extends it, and where it would
 * else be signed as a new one. Returns whether the log signs on.
 */
async function placeNote({ store, dataDir }: TakeOver, from: FoundEpoch, scratch: string): Promise<boolean> {
  const note = typeof store === "string" ? null : await newestNoteSince(store, from.epoch);
  const standing = readDatabase(join(scratch, "log.db"), (sql) => signsOn(sql, note));
  if (note !== null && standing !== "waits")
    writeFileSync(join(dataDir, "log.checkpoint"), note, { mode: 0o600, flush: true });
  return standing === "signs";
}

/** A leader that published nothing yet signs on from the one before it. */
async function newestNoteSince(store: LeaseStore, newest: number): Promise<string | null> {
  for (let epoch = newest; epoch >= 0; epoch--) {
    const note = await newestNote(store, epoch);
    if (note !== null) return note;
  }
  return null;
}
