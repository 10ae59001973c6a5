import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SECOND_MS } from "../../../kit/clock.ts";
import {
  bad,
  badInProduction,
  type Diagnosis,
  type Finding,
  type Inspection,
  ok,
  warn,
} from "../../platform/diagnosis/index.ts";
import { COPY_SETTINGS, checkAfter, REPLICA_SETTINGS, type StoreSettings } from "./hints.ts";
import type { StoreTrial } from "./try-store.ts";

export interface StoreFacts extends Inspection {
  config: Inspection["config"] & {
    dataDir: string;
    backupEncryptionKey: string | null;
    backupS3Bucket: string | null;
    litestreamReplicaUrl: string | null;
  };
  /** Trial uploads; null for a store that is not configured or not S3-compatible. */
  stores: { copies: StoreTrial | null; replica: StoreTrial | null };
  /** Number of the device that a path is on, or would be on once it exists. */
  findDevice: (path: string) => number;
}

export const STORE_FINDINGS: readonly Finding<StoreFacts>[] = [
  {
    name: "second_copy",
    order: 145,
    secrets: ["BACKUP_S3_SECRET_ACCESS_KEY", "LITESTREAM_REPLICA_URL"],
    look: secondCopy,
  },
  { name: "backup_encryption", order: 146, secrets: ["BACKUP_ENCRYPTION_KEY"], look: backupEncryption },
  {
    name: "backup_store",
    order: 147,
    secrets: ["BACKUP_S3_SECRET_ACCESS_KEY"],
    look: (facts) => store(facts, facts.stores.copies, COPY_SETTINGS),
  },
  {
    name: "replica_store",
    order: 172,
    secrets: ["LITESTREAM_SECRET_ACCESS_KEY"],
    look: (facts) => store(facts, facts.stores.replica, REPLICA_SETTINGS),
  },
];

/** S3 refuses requests at 15 minutes; a lease and its expiry are shown with the store's times. */
const SKEW_WARN_MS = 5 * SECOND_MS;

/** Whether anything of this installation would survive the loss of its disk. */
function secondCopy(facts: StoreFacts): Diagnosis {
  const { dataDir, backupS3Bucket, isProduction, litestreamReplicaUrl: url } = facts.config;
  const { findDevice } = facts;
  const path = url === null ? null : localPath(url);
  const elsewhere =
    "Set LITESTREAM_REPLICA_URL to a store on another machine, or to a directory on another disk.";
  if (path !== null && isWithin(path, dataDir))
    return badInProduction(
      facts,
      `The replica ${path} is inside ${dataDir}, and is lost with it.`,
      elsewhere,
    );
  if (path !== null && findDevice(path) === findDevice(dataDir))
    return warn(`The replica ${path} is on the same disk as ${dataDir}, and is lost with it.`, elsewhere);
  if (url === null && backupS3Bucket === null && !isProduction) return ok("none: development");
  if (url === null && backupS3Bucket === null)
    return bad(
      "Neither a replica nor copies of backups leave this machine: the loss of its disk is the loss of everything.",
      "Set LITESTREAM_REPLICA_URL, or BACKUP_S3_ENDPOINT and the settings that go with it.",
    );
  return ok(
    [...(url === null ? [] : ["a replica"]), ...(backupS3Bucket === null ? [] : ["copies of backups"])].join(
      " and ",
    ),
  );
}

/** Null without copies elsewhere: on this machine the databases are not encrypted either. */
function backupEncryption({ config }: StoreFacts): Diagnosis | null {
  if (config.backupS3Bucket === null) return null;
  if (config.backupEncryptionKey !== null) return ok("copies are encrypted");
  return warn(
    `Backups are copied to ${config.backupS3Bucket} unencrypted: access to the bucket is access to the data of every user.`,
    "Set BACKUP_ENCRYPTION_KEY to a recipient of age (age1…), whose identity is kept elsewhere.",
  );
}

function store(facts: StoreFacts, trial: StoreTrial | null, settings: StoreSettings): Diagnosis | null {
  if (trial === null) return null;
  const { refusal, skewMs } = trial;
  if (refusal !== null)
    return badInProduction(
      facts,
      `A trial upload failed: ${refusal.words}.`,
      sentence(checkAfter(refusal.code, settings)),
    );
  if (skewMs !== null && Math.abs(skewMs) > SKEW_WARN_MS)
    return warn(
      `This machine's clock is ${Math.round(Math.abs(skewMs) / SECOND_MS)} s ${skewMs > 0 ? "behind" : "ahead of"} the store's.`,
      "Correct the machine's time; stores refuse requests from 15 minutes on.",
    );
  return ok("accepts uploads, and its clock agrees");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The directory of a replica on this machine; null if it is elsewhere. */
function localPath(url: string): string | null {
  return /^file:/i.test(url) && URL.canParse(url) ? fileURLToPath(url) : null;
}

function isWithin(path: string, directory: string): boolean {
  const way = relative(resolve(directory), resolve(path));
  return way === "" || !(way === ".." || way.startsWith("../"));
}
