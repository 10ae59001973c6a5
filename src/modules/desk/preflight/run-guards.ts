import { h } from "preact";
import { isSqliteSound, sqliteVersion } from "../../../db/connection.ts";
import type { Database } from "../../../db/database.ts";
import { readSchemaVersion } from "../../../db/migrations/migrate.ts";
import { schemaFaults } from "../../../db/migrations/schema.ts";
import type { Clock } from "../../../kit/clock.ts";
import { htmlResponse } from "../../../pages/index.ts";
import type { RefusalRecorder } from "../../access/refusals/index.ts";
import type { Readiness } from "../../operations/health/index.ts";
import { readLogStatus, type SignedLog } from "../../transparency/signed-log/index.ts";
import { collect, type GuardedSetting } from "./collect.ts";
import { featureRows } from "./feature-rows.ts";
import type { Cause } from "./store.ts";
import { type Findings, takeSnapshot } from "./take-snapshot.ts";

/** Services that the guards depend on. */
export interface GuardParts {
  live: Database;
  clock: Clock;
  refusals: RefusalRecorder;
  signedLog: SignedLog;
  config: {
    isProduction: boolean;
    environmentNamed: boolean;
    host: string;
    publicBaseUrl: string | null;
  };
  status: { policy: { checks: Readonly<Record<string, Readonly<Record<string, number>>>> } };
  readiness: () => Promise<Readiness>;
  installation: { settings: () => readonly GuardedSetting[] };
  version: string;
  /** SHA-256 of this build's OpenAPI document. */
  openApiSha256: () => Promise<string>;
}

/** Runs all guards. */
export async function runGuards(parts: GuardParts): Promise<Findings> {
  const { config, live, signedLog, status } = parts;
  const { ready, checks } = await parts.readiness();
  const { hold } = readLogStatus(signedLog, signedLog.db.read) ?? { hold: null };
  return collect({
    ...config,
    isLoopback: config.host === "localhost" || config.host === "::1" || config.host.startsWith("127."),
    isReady: ready,
    readinessFaults: Object.entries(checks)
      .filter(([, found]) => found !== "ok")
      .map(([name, found]) => `${name} ${found}`),
    pageHeaders: htmlResponse(h("p", null)).headers,
    settings: parts.installation.settings(),
    version: parts.version,
    sqliteVersion: sqliteVersion(),
    isSqliteSound: isSqliteSound(sqliteVersion()),
    schemaFaults: schemaFaults(live.read),
    migration: readSchemaVersion(live.read),
    openApiSha256: await parts.openApiSha256(),
    logHold: hold?.message ?? null,
    thresholds: flat(status.policy.checks),
    others: featureRows(live.read, parts.refusals, parts.clock.now()),
  });
}

/** Runs all guards and stores a snapshot. @returns a summary; null if nothing was stored */
export async function snapshotGuards(parts: GuardParts, cause: Cause): Promise<string | null> {
  const findings = await runGuards(parts);
  const stored = await parts.live.writer.run((tx) => takeSnapshot(tx, findings, cause));
  if (stored === null) return null;
  return `snapshot ${stored.id}: ${stored.changes} of ${findings.rows.length} rows changed`;
}

function flat(checks: Readonly<Record<string, Readonly<Record<string, number>>>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(checks).flatMap(([check, limits]) =>
      Object.entries(limits).map(([name, value]) => [`${check}_${name}`, value]),
    ),
  );
}
