import type { Sql, Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { Problem } from "../../../http/problem.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { recordAudit } from "../audit/index.ts";
import { beginPause, endPause } from "./pauses.ts";
import { readRestored } from "./restored.ts";
import { deleteSetting, readSetting, writeSetting } from "./store.ts";

const SETTING = "safe_mode";

export interface SafeMode {
  reason: string;
  /** Unix milliseconds. */
  since: number;
}

/** Why changes are refused, and since when; null in normal running (contract section 1). */
export function readSafeMode(sql: Sql): SafeMode | null {
  const value = readSetting(sql, SETTING);
  return value === null ? null : (JSON.parse(value) as SafeMode);
}

/**
 * Switches safe mode on with a reason, or off with null; deliveries pause with it. Kept in the audit trail.
 * @throws Problem state_conflict where it should go off while a restored directory waits for `resume`.
 */
export function switchSafeMode(tx: Tx, actor: Actor, reason: string | null): void {
  const restored = reason === null ? readRestored(tx) : null;
  if (restored !== null)
    throw new Problem(
      "state_conflict",
      `Run salute resume, which ends safe mode too: this directory was restored from ${restored.from} at ${isoUtc(restored.at)}.`,
    );
  if (reason === null) deleteSetting(tx, SETTING);
  else writeSetting(tx, SETTING, JSON.stringify({ reason, since: tx.now } satisfies SafeMode));
  if (reason === null) endPause(tx, "safe_mode");
  else beginPause(tx, "safe_mode");
  recordAudit(
    tx,
    actor,
    reason === null ? "safe_mode.off" : "safe_mode.on",
    "service",
    reason === null ? {} : { reason },
  );
}
