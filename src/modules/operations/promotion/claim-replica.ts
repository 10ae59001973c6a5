import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MAIN_FILES } from "../../../db/files.ts";
import type { Clock } from "../../../kit/clock.ts";
import { ensureLogKey, KeyFileError, logKeyId } from "../../platform/key-files/index.ts";
import {
  type Claim,
  claimEpoch,
  claimId,
  epochUrl,
  LeaseError,
  type LeaseStore,
  newestEpoch,
  type OwnEpoch,
  readClaim,
  readOwnEpoch,
  readRecordedEpoch,
  replicaLocation,
  writeOwnEpoch,
} from "../lease/index.ts";
import {
  findEpoch,
  forgetReplica,
  hasReplicatedTo,
  isReplicaEmpty,
  type Program,
  REPLICATED,
} from "../replication/index.ts";

/** A data directory and the replica of its settings. */
export interface ReplicaPlace {
  dataDir: string;
  /** LITESTREAM_REPLICA_URL. */
  url: string;
  /** The replica's store, or the reason why it supports no lease. */
  store: LeaseStore | string;
  /** Asked only if the store supports no lease. */
  program: Program;
}

/** What a directory and a replica are to each other. */
export type Belonging =
  /** The directory claimed the replica before; the lease tells whether it still leads. */
  | { kind: "own" }
  /** The replica is empty, or this directory wrote it: its epoch is still to be claimed. */
  | { kind: "free"; epoch: number }
  /** The replica holds a history that this directory did not write. */
  | { kind: "foreign"; newest: number; claim: Claim | null };

/** Changes nothing. @throws StoreError, BackupError if the store cannot tell */
export async function judgeReplica(place: ReplicaPlace): Promise<Belonging> {
  const { dataDir, url } = place;
  const recorded = readRecordedEpoch(dataDir);
  const own = recorded?.replica === replicaLocation(url) ? recorded : null;
  if (own !== null && own.pending === undefined) return { kind: "own" };
  const { newest, claim, isEmpty } = await findHistory(place);
  const isOurs =
    claim === null
      ? // An older release left epoch 0 unclaimed.
        isEmpty || hasReplicatedTo(dataDir, epochUrl(url, newest))
      : // The start that claimed it was killed before it recorded so.
        claim.holder === own?.holder;
  return isOurs ? { kind: "free", epoch: newest } : { kind: "foreign", newest, claim };
}

async function findHistory({ url, store, program }: ReplicaPlace) {
  if (typeof store === "string") {
    const { epoch, replica } = await findEpoch({ url, store, program, at: null });
    return { newest: epoch, claim: null, isEmpty: await isReplicaEmpty(program, replica) };
  }
  const newest = await newestEpoch(store);
  const claim = await readClaim(store, newest);
  const names = await Promise.all(REPLICATED.map((name) => store.list(`${name}/`, 1)));
  return { newest, claim, isEmpty: claim === null && names.flat().length === 0 };
}

export interface ReplicaClaim extends ReplicaPlace {
  /** Whether a directory beside another's history begins its own in the next epoch. */
  isNewInstallation: boolean;
  clock: Clock;
}

/**
 * Claims the replica for a directory that is about to write to it for the first time, so that no other machine does.
 * @throws LeaseError if the replica holds another history, or another machine was faster; StoreError, BackupError
 */
export async function claimReplica(plan: ReplicaClaim): Promise<void> {
  const { dataDir, url, store, clock } = plan;
  const belonging = await judgeReplica(plan);
  if (belonging.kind === "own") return;
  if (belonging.kind === "foreign" && !plan.isNewInstallation) throw refusal(plan, belonging);
  const recorded = readRecordedEpoch(dataDir);
  const before = readOwnEpoch(dataDir, url);
  const own = {
    epoch: belonging.kind === "foreign" ? belonging.newest + 1 : belonging.epoch,
    holder: typeof store === "string" ? "" : before.holder || claimId(),
    installation: recorded?.installation ?? claimId(),
    replica: replicaLocation(url),
  } satisfies OwnEpoch;
  if (typeof store !== "string") {
    writeOwnEpoch(dataDir, { ...own, pending: true });
    const key = prepareLogKey(dataDir);
    const { epoch, holder, installation } = own;
    const wanted = { epoch, holder, installation, log_key: key.id };
    const claim = await claimEpoch(store, wanted, clock.now());
    if (claim === null) {
      key.undo();
      writeOwnEpoch(dataDir, recorded);
      const winner = await readClaim(store, epoch);
      throw refusal(plan, { kind: "foreign", newest: epoch, claim: winner });
    }
  }
  if (belonging.kind === "foreign") forgetReplica(dataDir);
  writeOwnEpoch(dataDir, own);
}

/** Id of the directory's log key, which a first start creates. `undo` removes a created one. */
function prepareLogKey(dataDir: string): { id: string | null; undo: () => void } {
  const path = join(dataDir, "log.key");
  const isOld = existsSync(path) || hasDatabases(dataDir);
  if (!isOld) ensureLogKey(path);
  return { id: ownLogKey(dataDir), undo: () => isOld || rmSync(path) };
}

/** Id of the directory's log key; null without a usable one. */
export function ownLogKey(dataDir: string): string | null {
  const path = join(dataDir, "log.key");
  if (!existsSync(path)) return null;
  try {
    return logKeyId(readFileSync(path, "utf8"), path);
  } catch (error) {
    if (error instanceof KeyFileError) return null;
    throw error;
  }
}

function hasDatabases(dataDir: string): boolean {
  return MAIN_FILES.some(({ file }) => existsSync(join(dataDir, file)));
}

type Foreign = Extract<Belonging, { kind: "foreign" }>;

/** Why a start is refused, and the ways on, one per line. */
export function describeForeign(
  { dataDir, url }: Pick<ReplicaPlace, "dataDir" | "url">,
  found: Foreign,
): { words: string; ways: string } {
  const replica = replicaLocation(url);
  const here = hasDatabases(dataDir) ? `${dataDir} has databases of its own` : `${dataDir} is empty`;
  return {
    words: `${replica} holds ${describeHistory(dataDir, found)}, and ${here}: a start would write a second history over it.`,
    ways: `  salute standby --data NEW     to follow the machine that leads
  salute promote --data NEW     to take over from it, if it is lost
  salute restore --data NEW     to look at its state without taking over
  salute serve --new-installation ${replica}
                                to begin a history of this directory's own, in the next epoch: the machine that leads stops, nothing is deleted
NEW holds only master.key and log.key of that installation (salute keyfiles import --from DIR --data NEW). With REPLICA_AUTO_RESTORE=1 salute serve takes over there by itself, if no other machine leads.`,
  };
}

function refusal(place: ReplicaPlace, found: Foreign): LeaseError {
  const { words, ways } = describeForeign(place, found);
  return new LeaseError(`${words} Nothing was started, and nothing was written. Choose:\n${ways}`);
}

function describeHistory(dataDir: string, { newest, claim }: Foreign): string {
  const key = ownLogKey(dataDir);
  const isOther = key !== null && typeof claim?.log_key === "string" && claim.log_key !== key;
  const whose = isOther
    ? "the history of another installation"
    : "a history that this directory did not write";
  const by = claim === null ? "unclaimed" : `claimed by ${claim.host} at ${claim.created_at}`;
  return `${whose} (epoch ${newest}, ${by}${typeof claim?.log_key === "string" ? `, log key ${claim.log_key}` : ""})`;
}
