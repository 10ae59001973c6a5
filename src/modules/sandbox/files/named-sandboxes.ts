import type { Database } from "../../../db/database.ts";
import { sandboxIds } from "../../../db/files.ts";
import type { Sql } from "../../../db/sql.ts";
import { SANDBOX_HEADER } from "../../../http/access/sandbox-name.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { DAY_MS, HOUR_MS } from "../../../kit/clock.ts";
import { readSetting, writeSetting } from "../../platform/state/index.ts";
import { parseSandboxId } from "./sandbox-id.ts";

/** Real time of the last use in Unix milliseconds, at most an hour late. */
export const USED_SETTING = "practice_used_at";

/** A named sandbox without a request for this long is deleted. */
export const UNUSED_MS = DAY_MS;
export const MAX_NAMED = 20;
/**
 * A named sandbox whose file is larger is reset at night: four days of credits at a sandbox key's limit, which only a
 * sandbox that no job resets comes to. Used daily, it would otherwise grow for as long as it is used.
 */
export const MAX_NAMED_MB = 200;

/** @throws Problem invalid_payload if the partner has as many named sandboxes as it may (contract section 2, caps) */
export function requireRoom(dataDir: string, partner: string): void {
  const named = sandboxIds(dataDir).map(parseSandboxId);
  const count = named.filter((place) => place.partner === partner && place.name !== null).length;
  if (count < MAX_NAMED) return;
  throw invalidPayload(
    SANDBOX_HEADER,
    `must name a sandbox that you have, after a reset: a partner has at most ${MAX_NAMED} named ones, and each is deleted a day after its last request`,
  );
}

/** Unix milliseconds, real time. */
export function usedAt(sql: Sql): number {
  return Number(readSetting(sql, USED_SETTING) ?? 0);
}

/** Notes a use, in the background and once an hour at most. If that fails, the next request tries it again. */
export function noteUse(database: Database, clockNow: number): void {
  if (clockNow - usedAt(database.read) < HOUR_MS) return;
  void database.writer.run((tx) => writeSetting(tx, USED_SETTING, String(clockNow))).catch(() => {});
}
