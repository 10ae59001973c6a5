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
  /** Names of checks; none stands for the whole service. */
  checks: readonly string[];
  /** Unix milliseconds; null: now. */
  startsAt: number | null;
  /** Unix milliseconds, or so many after its beginning. */
  ends: number | { afterMs: number };
}

const TITLE = createValidator(Text(120));
const MAX_DAYS = 30;
const MAX_OPEN = 100;

/**
 * Announces maintenance: from its beginning to its end what it concerns counts neither as up nor as down.
 * What has been measured already stays as it was measured.
 * @throws Problem invalid_payload naming the field, or state_conflict where one of this title has not ended.
 */
export function addMaintenance(tx: Tx, actor: Actor, wanted: NewMaintenance): MaintenanceWindow {
  const [fault] = TITLE.faults(wanted.title) ?? [];
  if (fault !== undefined) throw invalidPayload("title", fault.message);
  requirePlainlyRead("title", wanted.title);
  const startsAt = wanted.startsAt ?? tx.now;
  if (startsAt < tx.now) throw invalidPayload("from", "must not lie in the past");
  const endsAt = typeof wanted.ends === "number" ? wanted.ends : startsAt + wanted.ends.afterMs;
  if (endsAt <= startsAt) throw invalidPayload("to", "must be after its beginning");
  if (endsAt - startsAt > MAX_DAYS * DAY_MS)
    throw invalidPayload("to", `must be at most ${MAX_DAYS} days after its beginning`);
  const twin = findOpenByTitle(tx, wanted.title, tx.now);
  if (twin !== null)
    throw new Problem(
      "state_conflict",
      `Choose another title, or end maintenance ${twin.id}: it has this one.`,
    );
  if (countOpenWindows(tx, tx.now) >= MAX_OPEN)
    throw new Problem("state_conflict", `End some maintenance first: ${MAX_OPEN} are announced.`);
  const { title, checks } = wanted;
  const id = insertWindow(tx, { title, checks, starts_at: startsAt, ends_at: endsAt });
  recordAudit(tx, actor, "maintenance.add", `maintenance:${id}`, {
    title,
    checks,
    starts_at: isoUtc(startsAt),
    ends_at: isoUtc(endsAt),
  });
  const made = findWindow(tx, id);
  if (made === null) throw new Error(`maintenance ${id} was not stored`);
  return made;
}
