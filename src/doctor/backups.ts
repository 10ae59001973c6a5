import { HOUR_MS } from "../kit/clock.ts";
import { keyFault } from "../modules/operations/backups/index.ts";
import { lagSeconds, MIN_VERSION } from "../modules/operations/replication/index.ts";
import { bad, badInProduction, type Diagnosis, ok, warn } from "./diagnosis.ts";
import type { Facts, InstalledFacts } from "./facts.ts";

/** One is made each day, and takes a while. */
const OLD_MS = 26 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** Whether what BACKUP_* says can work. */
export function backupSettings(facts: Facts): Diagnosis {
  const { config } = facts;
  const fault = config.backupEncryptionKey === null ? null : keyFault(config.backupEncryptionKey);
  if (fault !== null)
    return bad(
      `BACKUP_ENCRYPTION_KEY is no key of age: ${fault}. No backup can be made.`,
      "Set a recipient (age1…), an identity (AGE-SECRET-KEY-1…) or a passphrase.",
    );
  const encrypted = config.backupEncryptionKey === null ? "not encrypted" : "encrypted";
  if (config.backupS3Bucket !== null) return ok(`${encrypted}, copied to ${config.backupS3Bucket}`);
  if (!config.isProduction) return ok(`${encrypted}, on this machine only`);
  return warn(
    "Backups stay on this machine, and are lost with its disk.",
    "Set BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.",
  );
}

/** Whether there is a backup, and how old the newest is. */
export function backups(facts: Facts, { newestBackup, state }: InstalledFacts): Diagnosis {
  const { now } = facts;
  if (newestBackup === null) {
    const since = state?.firstStartAt ?? now;
    if (now - since < DAY_MS) return ok("none yet: the first is made in the night (02:41 UTC)");
    return badInProduction(facts, "There is no backup.", "salute backup run, and: salute jobs list");
  }
  const age = now - Date.parse(newestBackup.created_at);
  const made = `${newestBackup.id}, ${Math.max(0, Math.floor(age / HOUR_MS))} h old`;
  if (age > OLD_MS)
    return badInProduction(
      facts,
      `The newest backup is ${made}.`,
      "salute backup run, and: salute jobs list",
    );
  if (newestBackup.upload_error !== null)
    return warn(
      `${made}; no copy was sent: ${newestBackup.upload_error}`,
      "Mend BACKUP_S3_* or the store, then: salute backup run",
    );
  return ok(made);
}

/** Where Litestream comes from; null where it is neither needed nor built in. */
export function litestream({ config, litestream: { origin, found, version } }: Facts): Diagnosis | null {
  if (found !== null && origin === "built in") return ok(`${version}, built into this executable`);
  if (found !== null && config.litestreamReplicaUrl !== null) {
    if (version !== null && Bun.semver.order(version, MIN_VERSION) >= 0)
      return ok(`${version}: ${found}, by ${origin}`);
    return bad(
      `Litestream ${version ?? "of an unknown version"} can damage a replica: ${found}, by ${origin}.`,
      `Install ${MIN_VERSION} or newer, or set LITESTREAM_BIN`,
    );
  }
  if (config.litestreamReplicaUrl === null) return null;
  return bad(
    `LITESTREAM_REPLICA_URL is set, and there is no Litestream (looked for by ${origin}).`,
    "Install it, set LITESTREAM_BIN, or build it in: bun run build --with-litestream PATH",
  );
}

/** A minute without a sync is more than a slow store. */
const LAG_SECONDS_WARN = 60;

/** Whether the replica follows, as the running server last saw it; null where none is configured. */
export function replication(
  { config, now }: Facts,
  { replication: state }: InstalledFacts,
): Diagnosis | null {
  if (config.litestreamReplicaUrl === null) return null;
  if (state === null)
    return warn(
      "No server has started Litestream on this directory.",
      "salute serve, with LITESTREAM_REPLICA_URL set",
    );
  if (state.fault !== null)
    return warn(`Litestream: ${state.fault}`, "See the server's log; check LITESTREAM_BIN and the store.");
  const lag = lagSeconds(state, now);
  const txids = state.replicas.map(({ name, txid }) => `${name} ${txid ?? "-"}`).join(", ");
  const words = `Litestream ${state.version} (${state.origin}), ${lag === null ? "not yet in sync" : `${lag} s behind`}; last transactions: ${txids}`;
  if (lag !== null && lag <= LAG_SECONDS_WARN) return ok(words);
  return warn(`${words}.`, "Look whether the server runs, and whether the store takes what is sent.");
}
