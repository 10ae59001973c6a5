import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { probeHours, probeStates } from "../../../db/tables/probes.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import type { ProbeResult } from "./client.ts";
import { PROBES } from "./policy.ts";

export function addProbeResult(tx: Tx, { probe, durationMs, error }: ProbeResult): void {
  tx.run(
    `INSERT INTO probe_hours (hour, probe, attempts, successes, last_error) VALUES (?, ?, 1, ?, ?)
       ON CONFLICT (hour, probe) DO UPDATE SET attempts = attempts + 1, successes = successes + excluded.successes,
         last_error = COALESCE(excluded.last_error, last_error)`,
    Math.floor(tx.now / HOUR_MS),
    probe,
    error === null ? 1 : 0,
    error,
  );
  tx.run(
    `INSERT INTO probe_states (probe, last_at, last_ms, failing_since, last_error) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (probe) DO UPDATE SET last_at = excluded.last_at, last_ms = excluded.last_ms,
         failing_since = CASE WHEN excluded.failing_since IS NULL THEN NULL
           ELSE COALESCE(failing_since, excluded.failing_since) END,
         last_error = excluded.last_error`,
    probe,
    tx.now,
    durationMs,
    error === null ? null : tx.now,
    error,
  );
}

export type ProbeState = RowOf<typeof probeStates>;

/** Last result of each probe; probes never called are missing. */
export function listProbeStates(sql: Sql): ProbeState[] {
  return sql
    .all<ProbeState>(
      "SELECT probe, last_at, last_ms, failing_since, last_error FROM probe_states ORDER BY probe",
    )
    .filter(({ probe }) => PROBES.some((each) => each.probe === probe));
}

export type ProbeHour = RowOf<typeof probeHours>;

/** Hours at or after `fromHour` in which a probe never succeeded, newest first. */
export function listZeroHours(sql: Sql, fromHour: number, limit: number): ProbeHour[] {
  return sql.all<ProbeHour>(
    `SELECT hour, probe, attempts, successes, last_error FROM probe_hours
       WHERE hour >= ? AND successes = 0 ORDER BY hour DESC, probe LIMIT ?`,
    fromHour,
    limit,
  );
}

/** Deletes up to `chunk` counts of hours before one. Returns the number deleted. */
export function purgeProbes(tx: Tx, beforeHour: number, chunk: number): number {
  return tx.run("DELETE FROM probe_hours WHERE hour < ? LIMIT ?", beforeHour, chunk).changes;
}
