import { sqliteVersion } from "./db/database.ts";
import { madeAt } from "./db/migrate.ts";
import { readJobRollup } from "./features/jobs/index.ts";
import {
  type Checks,
  checkBackup,
  checkDatabase,
  checkJobs,
  checkReliability,
  checkRpc,
  type Policy,
} from "./features/system-status/index.ts";
import { JOBS } from "./jobs/index.ts";
import { readJobStates } from "./jobs/states.ts";
import type { Services } from "./services.ts";

/** What the checks look at; the rest of the services they have no need of. */
type Looked = Pick<Services, "config" | "live" | "sandbox" | "chain" | "http" | "startedAt" | "readiness">;

/** Every check of the system's status, each a rule fed with what its feature reads. */
export function systemChecks(looked: Looked, policy: Policy): Checks {
  const { config, live, sandbox, chain, http, startedAt, readiness } = looked;
  const limits = policy.checks;
  const installedAt = madeAt(live.read);
  const version = sqliteVersion();
  return {
    database: async () =>
      checkDatabase(
        {
          faults: await filesFaults(readiness),
          walBytes: live.fileSizes().wal + sandbox.fileSizes().wal,
          sqliteVersion: version,
          isInSafeMode: http.safeModeReason() !== null,
        },
        limits.database,
      ),
    jobs: (now) => checkJobs(readJobStates(live.read, JOBS, startedAt, now), limits.jobs),
    reliability: () => checkReliability(readJobRollup(live.read), limits.reliability),
    rpc: () => checkRpc({ mode: chain?.mode ?? null, isProduction: config.isProduction }),
    transaction_sync: () => notYet("Transactions are not followed yet."),
    holder_cache: () => notYet("Holders have not been counted yet."),
    public_stats: () => notYet("No figures have been made yet."),
    mint_authority: () => notYet("The mint's authorities have not been read yet.", UNREVIEWED),
    webhooks: () => notYet("Nothing is delivered yet."),
    backup: (now) => checkBackup({ lastOkAt: null, installedAt }, now, limits.backup),
  };
}

const UNREVIEWED = {
  review_status: "not_reviewed",
  expected_review_status: null,
  expectation_configured: false,
  mismatch: false,
};

function notYet(message: string, observed: Record<string, unknown> = {}) {
  return { status: "ok" as const, message, observed };
}

/** What is wrong with the files; whether jobs run is another check's matter. */
async function filesFaults(readiness: Looked["readiness"]): Promise<string[]> {
  const { checks } = await readiness();
  return Object.entries(checks)
    .filter(([name, found]) => name !== "jobs" && found !== "ok")
    .map(([name, found]) => `${name} ${found}`);
}
