import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { Text } from "../../../http/schema/shapes.ts";
import { createValidator } from "../../../http/schema/validate.ts";
import { DAY_MS, isoUtc } from "../../../kit/clock.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { requirePlainlyRead } from "../../platform/mail/index.ts";
import {
  countOpenWindows,
  findOpenByTitle,
  findWindow,
  insertWindow,
  type MaintenanceWindow,
} from "./store.ts";

export interface NewMaintenance {
  title: string;
  /** Names of the affected checks; empty for the whole service. */
  checks: readonly string[];
  /** Unix milliseconds; null for now. */
  startsAt: number | null;
  /** Unix milliseconds, or a duration from the start. */
  ends: number | { afterMs: number };
}

const TITLE = createValidator(Text(120));
const MAX_DAYS = 30;
const MAX_OPEN = 100;

/**
 * Schedules maintenance. The affected checks' time in it counts neither as up nor as down; time already measured stays
 * unchanged. @throws Problem invalid_payload naming the field; state_conflict if unfinished maintenance has the same
 * title, or too much is scheduled
 */
export function createMaintenance(tx: Tx, actor: Actor, requested: NewMaintenance): MaintenanceWindow {
  const [fault] = TITLE.faults(requested.title) ?? [];
  if (fault !== undefined) throw invalidPayload("title", fault.message);
  requirePlainlyRead("title", requested.title);
  const startsAt = requested.startsAt ?? tx.now;
  if (startsAt < tx.now) throw invalidPayload("from", "must not lie in the past");
  const endsAt = typeof requested.ends === "number" ? requested.ends : startsAt + requested.ends.afterMs;
  if (endsAt <= startsAt) throw invalidPayload("to", "must be after the start");
  if (endsAt - startsAt > MAX_DAYS * DAY_MS)
    throw invalidPayload("to", `must be at most ${MAX_DAYS} days after the start`);
  const duplicate = findOpenByTitle(tx, requested.title, tx.now);
  if (duplicate !== null)
    throw new Problem(
      "state_conflict",
      `Choose another title, or end maintenance ${duplicate.id}, which has this title.`,
    );
  if (countOpenWindows(tx, tx.now) >= MAX_OPEN)
    throw new Problem("state_conflict", `End other maintenance first: ${MAX_OPEN} windows are scheduled.`);
  const { title, checks } = requested;
  const id = insertWindow(tx, { title, checks, starts_at: startsAt, ends_at: endsAt });
  recordAudit(tx, actor, {
    action: "maintenance.add",
    subject: `maintenance:${id}`,
    details: { title, checks, starts_at: isoUtc(startsAt), ends_at: isoUtc(endsAt) },
  });
  const made = findWindow(tx, id);
  if (made === null) throw new Error(`maintenance ${id} was not stored`);
  return made;
}
