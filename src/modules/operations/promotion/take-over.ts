import { mkdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readDatabase } from "../../../db/reader.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { keptNotePath, signsOn } from "../../transparency/signed-log/index.ts";
import { BackupError, moveIntoPlace, type Restorer } from "../backups/index.ts";
import {
  type LeaseStore,
  newestEpoch,
  newestNoteUpTo,
  OWN_EPOCH_FILE,
  readHandOver,
  recordNote,
  renewLease,
  replicaLocation,
  type SeenRenewal,
  seeRenewal,
  writeOwnEpoch,
} from "../lease/index.ts";
import {
  type FoundEpoch,
  fetchReplica,
  findEpoch,
  isReplicaEmpty,
  type Program,
  replicaPosition,
} from "../replication/index.ts";
import { type ClaimedEpoch, claimNext, nothingHeld } from "./claim.ts";
import { keepProgram, STANDBY_FOLDER } from "./directory.ts";
import { markPromoted } from "./mark-promoted.ts";

export interface TakeOverPlan {
  dataDir: string;
  /** LITESTREAM_REPLICA_URL. */
  url: string;
  store: LeaseStore | string;
  program: Program;
  leaseSeconds: number;
  /** Id of this machine's log key; null without one. */
  logKey: string | null;
  /** LEASE_STRICT: every acknowledged change must be present. */
  isStrict: boolean;
  /** Whether nobody is there to judge a replica that is damaged, or whose log its newest note does not prove. */
  isAutomatic: boolean;
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
  /** The notification to operators. */
  announces: string;
}

/** A restored and proved state of the replica. */
interface Restored {
  from: FoundEpoch;
  /** Newest transactions of the replica before the restore. */
  position: string;
  files: string[];
  /** Whether only the newest state was accepted. */
  isNewest: boolean;
}

const MAX_RESTORES = 4;

/**
 * A promotion into a vacant directory: the replica is restored and proved, then the next epoch is claimed, and then the state
 * is moved into place. Nothing is claimed for a replica that cannot be used. `discard` ends each, whatever happened.
 */
export class TakeOver {
  #newestClaimed = 0;
  #restored: Restored | null = null;
  #claimed: ClaimedEpoch | null = null;
  /** The previous leader's newest renewal that this machine saw before its claim. */
  #seen: SeenRenewal | null = null;
  readonly #scratch: string;

  constructor(private readonly plan: TakeOverPlan) {
    this.#scratch = join(plan.dataDir, STANDBY_FOLDER, "promoting");
  }

  /** Restores and proves the replica, and claims nothing. @throws BackupError, StoreError */
  async prepare(): Promise<void> {
    const { store, isAutomatic, isStrict } = this.plan;
    let isHandedOver = false;
    if (typeof store !== "string") {
      this.#newestClaimed = await newestEpoch(store);
      this.#seen = await seeRenewal(store, this.#newestClaimed, null);
      isHandedOver = (await readHandOver(store, this.#newestClaimed)) !== null;
    }
    const restored = await this.#restore(isHandedOver || isStrict || isAutomatic);
    if (isAutomatic && (await this.#continuation(restored.from)).standing === "waits")
      throw new BackupError("the origin of the replica is unproved: its newest note does not fit its log");
    this.#restored = restored;
  }

  /**
   * Claims the next epoch. @param seen a renewal that this machine saw earlier
   * @throws LeaseError if another machine was faster; StoreError
   */
  async claim(seen: SeenRenewal | null = null): Promise<ClaimedEpoch> {
    const { store, leaseSeconds, logKey, restorer } = this.plan;
    const newestReplicated = this.#requireRestored().from.epoch;
    const newestClaimed = this.#newestClaimed;
    const { clock } = restorer;
    this.#seen = seen ?? this.#seen;
    const plan = { store, newestClaimed, newestReplicated, leaseSeconds, logKey, clock };
    const claimed = await claimNext(plan);
    this.#claimed = claimed;
    // Standbys see from then on whether this machine goes on.
    if (typeof store !== "string") await renewLease(store, claimed.epoch, clock.now()).catch(() => {});
    return claimed;
  }

  /**
   * Makes the restored state that of the claimed epoch. The previous leader may have written until it noticed the claim, so the
   * replica is restored again if it grew until the leader's lease ran out. @throws BackupError, StoreError; the directory is
   * then unchanged
   */
  async complete(): Promise<TakeOverResult> {
    const { dataDir, restorer, url } = this.plan;
    const [claimed, scratch] = [this.#requireClaimed(), this.#scratch];
    const { from, files } = await this.#settled(claimed);
    const { standing, note, stored } = await this.#continuation(from);
    const signs = standing === "signs";
    // The previous leader may still store a note of entries that this promotion discards: restores look here first.
    if (signs && stored !== null) await stored.keep(claimed.epoch);
    const state = `epoch ${claimed.epoch}, from epoch ${from.epoch}`;
    for (const file of files) await markPromoted(join(scratch, file), restorer, { state, signsOn: signs });
    const kept = standing === "waits" ? null : note;
    if (kept !== null) writeFileSync(keptNotePath(scratch), kept, { mode: 0o600, flush: true });
    const { epoch, holder, installation } = claimed;
    const announces = `Epoch ${epoch} starts here with the state of epoch ${from.epoch}.`;
    writeOwnEpoch(scratch, { epoch, holder, installation, replica: replicaLocation(url), announces });
    const beside = [OWN_EPOCH_FILE, ...(kept === null ? [] : [basename(keptNotePath(scratch))])];
    moveIntoPlace([...beside, ...files], scratch, dataDir);
    keepProgram(dataDir, this.plan.program);
    rmSync(join(dataDir, STANDBY_FOLDER), { recursive: true, force: true });
    return { from, files, signsOn: signs, announces };
  }

  /** Removes what was restored and not moved into place. */
  discard(): void {
    this.#restored = null;
    rmSync(this.#scratch, { recursive: true, force: true });
    try {
      rmdirSync(join(this.plan.dataDir, STANDBY_FOLDER));
    } catch {
      // A standby's, or gone.
    }
  }

  async #restore(isNewest: boolean): Promise<Restored> {
    const { url, store, program, restorer, requireKeys, log } = this.plan;
    rmSync(this.#scratch, { recursive: true, force: true });
    mkdirSync(this.#scratch, { recursive: true, mode: 0o700 });
    const onFallback = (database: string, txid: string) =>
      log.warn("the newest state of the replica is damaged: an earlier one is used", { database, txid });
    const from = await findEpoch({ url, store, program, at: null });
    if (await isReplicaEmpty(program, from.replica)) throw nothingHeld(url);
    const position = await replicaPosition(program, from.replica);
    const source = { replica: from.replica, program, at: null };
    const files = await fetchReplica(
      isNewest ? source : { ...source, onFallback },
      this.#scratch,
      restorer.prove,
    );
    requireKeys(join(this.#scratch, "live.db"));
    return { from, position, files, isNewest };
  }

  async #settled(claimed: ClaimedEpoch): Promise<Restored> {
    const { url, store, program, isStrict, log } = this.plan;
    const mustBeNewest = claimed.wasHandedOver || isStrict;
    let restored = this.#requireRestored();
    await this.#waitForPrevious(claimed);
    for (let restores = 1; ; restores++) {
      // A promotion before this one, slower than LEASE_SECONDS, may have begun its own epoch until it noticed this claim.
      const [newest, position] = await Promise.all([
        findEpoch({ url, store, program, at: null }),
        replicaPosition(program, restored.from.replica),
      ]);
      const isSettled =
        newest.epoch === restored.from.epoch &&
        (restored.isNewest || !mustBeNewest) &&
        position === restored.position;
      if (isSettled || restores === MAX_RESTORES) return restored;
      log.info("the replica grew in the meantime: restoring it again", {});
      restored = await this.#restore(mustBeNewest);
    }
  }

  /** Waits until no machine before this one can have a valid confirmation of its lease. */
  async #waitForPrevious(claimed: ClaimedEpoch): Promise<void> {
    if (claimed.wasHandedOver) return;
    const waitMs = (await this.#previousEndsAt(claimed)) - performance.now();
    if (waitMs <= 0) return;
    this.plan.log.info("waiting for the previous leader to notice the claim", {
      wait_ms: Math.round(waitMs),
    });
    await Bun.sleep(waitMs);
  }

  /**
   * By performance.now(), as setting the system clock must not shorten the other machine's time to notice. A leader renews its
   * lease before it looks for a claim: if it did not renew until after the claim, its last confirmation is not newer than the
   * renewal that was seen.
   */
  async #previousEndsAt({ epoch }: ClaimedEpoch): Promise<number> {
    const { store, leaseSeconds } = this.plan;
    const [seen, leaseMs] = [this.#seen, leaseSeconds * SECOND_MS];
    const latest = performance.now() + leaseMs;
    if (typeof store === "string" || store.seesEveryWrite !== true) return latest;
    if (seen === null || seen.text === null || seen.epoch !== epoch - 1) return latest;
    const again = await seeRenewal(store, seen.epoch, seen).catch(() => null);
    return again === seen ? seen.at + leaseMs : latest;
  }

  /** Whether the restored log continues to be signed, and the note that it continues. */
  async #continuation({ epoch }: FoundEpoch) {
    const { store } = this.plan;
    const found = typeof store === "string" ? null : await newestNoteUpTo(store, epoch);
    const note = found?.note ?? null;
    const standing = readDatabase(join(this.#scratch, "log.db"), (sql) => signsOn(sql, note));
    const stored =
      typeof store === "string" || found === null
        ? null
        : { keep: (own: number) => recordNote(store, own, found) };
    return { standing, note, stored };
  }

  #requireRestored(): Restored {
    if (this.#restored === null) throw new Error("the replica was not restored");
    return this.#restored;
  }

  #requireClaimed(): ClaimedEpoch {
    if (this.#claimed === null) throw new Error("no epoch was claimed");
    return this.#claimed;
  }
}
