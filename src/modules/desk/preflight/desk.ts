import { h } from "preact";
import type { Database } from "../../../db/database.ts";
import { isSqliteSound, sqliteVersion } from "../../../db/database.ts";
import { schemaOf } from "../../../db/migrate.ts";
import { schemaFaults } from "../../../db/schema.ts";
import type { Clock } from "../../../kit/clock.ts";
import { htmlResponse } from "../../../pages/index.ts";
import type { RefusalRecorder } from "../../access/refusals/index.ts";
import type { Readiness } from "../../operations/health/index.ts";
import { readLogStatus, type SignedLog } from "../../transparency/signed-log/index.ts";
import { announcedRows } from "./announced.ts";
import { collect, type GuardedSetting } from "./collect.ts";
import type { Cause } from "./store.ts";
import { type Findings, takeSnapshot } from "./take-snapshot.ts";

/** What the guards need of the services. */
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
  /** SHA-256 of the OpenAPI document of this build. */
  openApiSha256: () => string;
}

/** Looks at everything that the guards guard. */
export async function lookAtGuards(parts: GuardParts): Promise<Findings> {
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
    hasDocs: true,
    settings: parts.installation.settings(),
    version: parts.version,
    sqliteVersion: sqliteVersion(),
    isSqliteSound: isSqliteSound(sqliteVersion()),
    schemaFaults: schemaFaults(live.read),
    migration: schemaOf(live.read),
    openApiSha256: parts.openApiSha256(),
    logHold: hold?.message ?? null,
    thresholds: flat(status.policy.checks),
    others: announcedRows(live.read, parts.refusals, parts.clock.now()),
  });
}

/** Looks, and keeps a snapshot. @returns what was kept in words; null where nothing changed and that was the cause */
export async function guard(parts: GuardParts, cause: Cause): Promise<string | null> {
  const findings = await lookAtGuards(parts);
  const kept = await parts.live.writer.run((tx) => takeSnapshot(tx, findings, cause));
  return kept === null ? null : `snapshot ${kept.id}: ${kept.changes} of ${findings.rows.length} rows differ`;
}

function flat(checks: Readonly<Record<string, Readonly<Record<string, number>>>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(checks).flatMap(([check, limits]) =>
      Object.entries(limits).map(([name, value]) => [`${check}_${name}`, value]),
    ),
  );
}
