import { DAY_MS, HOUR_MS } from "../../kit/clock.ts";
import {
  bad,
  badInProduction,
  type Diagnosis,
  type Finding,
  type Inspection,
  notForProduction,
  ok,
  warn,
} from "../platform/diagnosis/index.ts";
import { firstStartAt } from "../platform/state/index.ts";
import { FAILURES_SHOWN_DAYS, tallyFailedAlerts } from "./alerts/index.ts";
import { BACKUP_THRESHOLDS, keyFault, listManifests } from "./backups/index.ts";
import { LENIENT_WORDS, type LeaseState } from "./lease/index.ts";
import {
  detectVersion,
  findBuiltIn,
  findOnPath,
  lagSeconds,
  MIN_VERSION,
  type Program,
  readReplication,
  resolveOrigin,
} from "./replication/index.ts";
import type { StoreFacts } from "./stores/index.ts";

export interface OperationsFacts extends StoreFacts {
  config: Inspection["config"] & {
    dataDir: string;
    backupEncryptionKey: string | null;
    backupS3Bucket: string | null;
    litestreamReplicaUrl: string | null;
    alertWebhookUrl: string | null;
    alertEmail: readonly string[];
    smtpUrl: string | null;
    leaseStrict: boolean;
    leaseLenient: boolean;
  };
  backupDirectory: string;
  litestream: Program;
  /** Null without a replica. */
  lease: LeaseFacts | null;
}

/** State of this directory's lease in the replica's store. */
export type LeaseFacts = {
  /** One or two sentences. */
  words: string;
} & (
  | { standing: LeaseState["kind"] }
  /** The replica holds another history: a start is refused, with the ways on. */
  | { standing: "foreign"; ways: string }
);

export const OPERATIONS_FINDINGS: readonly Finding<OperationsFacts>[] = [
  {
    name: "backup_settings",
    order: 140,
    secrets: ["BACKUP_ENCRYPTION_KEY", "BACKUP_S3_SECRET_ACCESS_KEY"],
    look: backupSettings,
  },
  { name: "backups", order: 150, look: backups },
  { name: "litestream", order: 160, look: litestream },
  { name: "replication", order: 170, look: replication },
  { name: "lease", order: 175, secrets: ["LITESTREAM_REPLICA_URL", "LEASE_WITNESS_URL"], look: lease },
  { name: "alerts", order: 230, secrets: ["ALERT_WEBHOOK_URL", "SMTP_URL"], look: alerts },
];

function backupSettings({ config }: OperationsFacts): Diagnosis {
  const fault = config.backupEncryptionKey === null ? null : keyFault(config.backupEncryptionKey);
  if (fault !== null)
    return bad(
      `BACKUP_ENCRYPTION_KEY is not an age key: ${fault}. No backup can be made.`,
      "Set a recipient (age1…), an identity (AGE-SECRET-KEY-1…) or a passphrase.",
    );
  const encrypted = config.backupEncryptionKey === null ? "not encrypted" : "encrypted";
  if (config.backupS3Bucket !== null) return ok(`${encrypted}, copied to ${config.backupS3Bucket}`);
  if (!config.isProduction) return ok(`${encrypted}, on this machine only`);
  return warn(
    `Backups stay on this machine, ${encrypted}, and are lost with its disk.`,
    "Set BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.",
  );
}

/** Whether a backup exists, and the age of the newest. */
function backups(facts: OperationsFacts): Diagnosis | null {
  if (!facts.isInstalled) return null;
  const { now } = facts;
  const [newest] = listManifests(facts.backupDirectory);
  if (newest === undefined) {
    const since = facts.read("live.db", firstStartAt) ?? now;
    if (now - since < DAY_MS) return notForProduction(ok("none yet: the first is made at 02:41 UTC"));
    return badInProduction(facts, "There is no backup.", "salute backup run, and: salute jobs list");
  }
  const age = now - Date.parse(newest.created_at);
  const made = `${newest.id}, ${Math.max(0, Math.floor(age / HOUR_MS))} h old`;
  if (age > BACKUP_THRESHOLDS.age_hours_warn.value * HOUR_MS)
    return badInProduction(
      facts,
      `The newest backup is ${made}.`,
      "salute backup run, and: salute jobs list",
    );
  if (newest.upload_error !== null)
    return warn(
      `${made}; uploading its copy failed: ${newest.upload_error}`,
      "Correct BACKUP_S3_* or the store, then: salute backup run",
    );
  return ok(made);
}

/** The Litestream executable in use; null if it is neither needed nor built in. */
function litestream({ config, litestream: program }: OperationsFacts): Diagnosis | null {
  const origin = resolveOrigin(program);
  const builtIn = origin === "built in" ? (findBuiltIn()?.version ?? null) : null;
  if (builtIn !== null) return ok(`${builtIn}, built into this executable`);
  if (config.litestreamReplicaUrl === null) return null;
  const found = findOnPath(program);
  const version = found === null ? null : detectVersion(found, program.environment);
  if (found !== null && version !== null && Bun.semver.order(version, MIN_VERSION) >= 0)
    return ok(`${version}: ${found}, by ${origin}`);
  if (found !== null)
    return bad(
      `Litestream ${version ?? "of an unknown version"} can damage a replica: ${found}, by ${origin}.`,
      `Install ${MIN_VERSION} or newer, or set LITESTREAM_BIN`,
    );
  return bad(
    `LITESTREAM_REPLICA_URL is set, but Litestream was not found by ${origin}.`,
    "Install it, set LITESTREAM_BIN, or take a release, which contains it",
  );
}

/** Replication as last recorded by the running server; null without a replica. */
function replication({ config, now, isInstalled }: OperationsFacts): Diagnosis | null {
  if (config.litestreamReplicaUrl === null || !isInstalled) return null;
  const state = readReplication(config.dataDir);
  if (state === null)
    return warn(
      "No server has started Litestream for this directory.",
      "salute serve, with LITESTREAM_REPLICA_URL set",
    );
  if (state.fault !== null)
    return warn(`Litestream: ${state.fault}`, "Read the server's log; check LITESTREAM_BIN and the store.");
  const lag = lagSeconds(state, now);
  const txids = state.replicas.map(({ name, txid }) => `${name} ${txid ?? "-"}`).join(", ");
  const message = `Litestream ${state.version} (${state.origin}), ${lag === null ? "not yet in sync" : `${lag} s behind`}; last transactions: ${txids}`;
  if (lag !== null && lag <= BACKUP_THRESHOLDS.replica_lag_seconds_warn.value) return ok(message);
  return warn(`${message}.`, "Check that the server is running and that the store accepts uploads.");
}

/** Whether a lease keeps two machines from both writing; null without a replica. */
function lease(facts: OperationsFacts): Diagnosis | null {
  const { config, lease: found } = facts;
  if (found === null)
    return config.leaseStrict
      ? warn(
          "LEASE_STRICT is set, but LITESTREAM_REPLICA_URL is not: there is no lease.",
          "Set LITESTREAM_REPLICA_URL, or unset LEASE_STRICT.",
        )
      : null;
  if (found.standing === "foreign")
    return (facts.isInstalled ? bad : warn)(found.words, `choose:\n${found.ways}`);
  const { standing, words } = found;
  if ((standing === "held" || standing === "unknown") && config.leaseLenient)
    return warn(
      `${words} ${LENIENT_WORDS}`,
      "Unset LEASE_LENIENT, unless going on matters more than these changes.",
    );
  if (standing === "held" || standing === "unknown")
    return ok(
      facts.isInstalled
        ? words
        : "The replica's store supports a lease, and this directory leads nothing: it has no databases.",
    );
  if (standing === "none")
    return config.leaseStrict
      ? bad(
          words,
          "Move the replica to S3 or file://, or unset LEASE_STRICT: the server refuses to start as configured.",
        )
      : warn(
          words,
          "Before running `salute promote --fenced`, make sure that the other machine is off for good.",
        );
  if (standing === "unreachable")
    return badInProduction(
      facts,
      `${words} ${config.leaseLenient ? LENIENT_WORDS : "A server refuses changes until it is confirmed."}`,
      "Check the network, the store and its access keys.",
    );
  if (!facts.isInstalled) return ok(`${words} An empty directory can become a standby of it or be promoted.`);
  return bad(words, "To lead again: salute promote --data NEW");
}

function alerts({ config, now, read }: OperationsFacts): Diagnosis {
  const { alertWebhookUrl, alertEmail, smtpUrl, isProduction } = config;
  if (alertEmail.length > 0 && smtpUrl === null)
    return notForProduction(
      warn(
        "ALERT_EMAIL is set, but SMTP_URL is not: no alert is sent by mail.",
        "Set SMTP_URL, or unset ALERT_EMAIL.",
      ),
    );
  if (alertWebhookUrl === null && alertEmail.length === 0)
    return notForProduction(
      isProduction
        ? warn(
            "No alerts are sent when a status check changes.",
            "Set ALERT_WEBHOOK_URL, or ALERT_EMAIL and SMTP_URL; then: salute alerts test",
          )
        : ok("ALERT_WEBHOOK_URL and ALERT_EMAIL are unset: no alerts are sent"),
    );
  const failed = read("live.db", (sql) => tallyFailedAlerts(sql, now).count) ?? 0;
  if (failed > 0)
    return warn(
      `${failed} alerts of the last ${FAILURES_SHOWN_DAYS} days could not be sent.`,
      "salute alerts list, and: salute alerts test",
    );
  const ways = [
    ...(alertWebhookUrl === null ? [] : [`to ${new URL(alertWebhookUrl).host}`]),
    ...(alertEmail.length === 0 ? [] : [`by mail to ${alertEmail.join(", ")}`]),
  ];
  return ok(`sent ${ways.join(" and ")}`);
}
