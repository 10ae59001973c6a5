import { sqliteVersion } from "../db/database.ts";
import { madeAt } from "../db/migrate.ts";
import { readJobStates } from "../jobs/states.ts";
import { readDrill } from "../modules/operations/backups/index.ts";
import { lagSeconds, type Replicator } from "../modules/operations/replication/index.ts";
import { readJobRollup } from "../modules/platform/jobs/index.ts";
import { isPaused, readSafeMode } from "../modules/platform/state/index.ts";
import {
  type Checks,
  checkBackup,
  checkDatabase,
  checkFigures,
  checkJobs,
  checkMintAuthority,
  checkReliability,
  checkRpc,
  checkWebhooks,
  type Policy,
} from "../modules/status/system/index.ts";
import { type FigureKind, readFigure, readRpcHealth } from "../modules/token/figures/index.ts";
import { readLateness } from "../modules/webhooks/deliveries/index.ts";
import { JOBS } from "./modules.ts";
import type { Services } from "./services.ts";

/** What the checks look at; the rest of the services they have no need of. */
type Looked = Pick<
  Services,
  "config" | "live" | "sandbox" | "token" | "http" | "startedAt" | "readiness" | "backups" | "replicator"
>;

/** Every check of the system's status, each a rule fed with what its feature reads. */
export function systemChecks(looked: Looked, policy: Policy): Checks {
  const { config, live, sandbox, token, http, startedAt, readiness, backups, replicator } = looked;
  const limits = policy.checks;
  const installedAt = madeAt(live.read);
  const version = sqliteVersion();
  const reading = <Kind extends FigureKind>(kind: Kind) =>
    token === null ? null : readFigure(live.read, token, kind);
  return {
    database: async () =>
      checkDatabase(
        {
          faults: await filesFaults(readiness),
          walBytes: live.fileSizes().wal + sandbox.fileSizes().wal,
          sqliteVersion: version,
          isInSafeMode: http.safeModeReason() !== null,
          brokenInvariant: readSafeMode(live.read)?.invariant ?? null,
        },
        limits.database,
      ),
    jobs: (now) => checkJobs(readJobStates(live.read, JOBS, startedAt, now), limits.jobs),
    reliability: () => checkReliability(readJobRollup(live.read), limits.reliability),
    rpc: () =>
      checkRpc(
        {
          mode: token?.mode ?? null,
          isProduction: config.isProduction,
          health: token === null ? null : readRpcHealth(live.read, token),
        },
        limits.rpc,
      ),
    transaction_sync: (now) =>
      checkFigures(
        reading("transaction_sync"),
        "The chain was read for transactions",
        now,
        limits.transaction_sync,
      ),
    holder_cache: (now) =>
      checkFigures(reading("holder_cache"), "Holders were counted", now, limits.holder_cache),
    public_stats: (now) =>
      checkFigures(reading("public_stats"), "Supply and circulation were read", now, limits.public_stats),
    mint_authority: (now) =>
      checkMintAuthority(reading("mint_authorities"), token?.expected ?? null, now, limits.mint_authority),
    webhooks: (now) =>
      checkWebhooks({ ...readLateness(live.read, now), isPaused: isPaused(live.read) }, now, limits.webhooks),
    backup: (now) =>
      checkBackup(
        {
          lastOkAt: backups.newestAt(),
          installedAt,
          replica: replicaFacts(replicator, now),
          drill: readDrill(live.read),
        },
        now,
        limits.backup,
      ),
  };
}

function replicaFacts(replicator: Replicator | null, now: number) {
  if (replicator === null) return null;
  const { state } = replicator;
  const lastTxid = state.replicas.find(({ name }) => name === "live")?.txid ?? null;
  return { fault: state.fault, lagSeconds: lagSeconds(state, now), lastTxid };
}

/** What is wrong with the files; whether jobs run is another check's matter. */
async function filesFaults(readiness: Looked["readiness"]): Promise<string[]> {
  const { checks } = await readiness();
  return Object.entries(checks)
    .filter(([name, found]) => name !== "jobs" && found !== "ok")
    .map(([name, found]) => `${name} ${found}`);
}
