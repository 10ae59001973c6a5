import { Type } from "@sinclair/typebox";
import { Conditions } from "../../../db/conditions.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { auditEntries } from "../../../db/tables/operations.ts";
import type { Actor } from "../../../http/operation.ts";

const DETAILS = jsonColumn("audit_entries.details", Type.Record(Type.String(), Type.Unknown()));

export interface AuditEntry
  extends Pick<
    RowOf<typeof auditEntries>,
    "id" | "actor_kind" | "actor" | "action" | "subject" | "created_at"
  > {
  details: Record<string, unknown>;
}

/** Adds an entry to the trail, in the commit of the change. Details never contain secrets. */
export function recordAudit(
  tx: Tx,
  actor: Actor,
  { action, subject, details }: Pick<AuditEntry, "action" | "subject" | "details">,
): void {
  tx.run(
    "INSERT INTO audit_entries (actor_kind, actor, action, subject, details, created_at) VALUES (?, ?, ?, ?, ?, ?)",
    actor.kind,
    actorName(actor),
    action,
    subject,
    DETAILS.write({ ...details, ...personBehind(actor) }),
    tx.now,
  );
}

/** The person whom an actor's name does not tell. */
function personBehind(actor: Actor): Record<string, unknown> {
  if (actor.kind === "command") return { os_user: actor.user };
  return actor.kind === "member" && actor.operator !== null ? { operator: actor.operator } : {};
}

/** Details of a change: the old values that `after` replaces; none for a new thing. */
export function oldValues(before: object | null, after: object): { before?: Record<string, unknown> } {
  if (before === null) return {};
  const next = new Map<string, unknown>(Object.entries(after));
  const replaced = Object.entries(before).filter(
    ([name, value]) => next.has(name) && JSON.stringify(value) !== JSON.stringify(next.get(name)),
  );
  return { before: Object.fromEntries(replaced) };
}

/** Entries of a period, including both ends. */
interface AuditPeriod {
  from: number;
  to: number;
  kinds: readonly Actor["kind"][];
  /** Names of actors; all unless given. */
  actors?: readonly string[];
  limit: number;
}

/** Entries of some kinds of actor in a period, newest first. */
export function listAuditBetween(sql: Sql, { from, to, kinds, actors, limit }: AuditPeriod): AuditEntry[] {
  const where = new Conditions().add("created_at BETWEEN ? AND ?", from, to);
  where.add("actor_kind IN (SELECT value FROM json_each(?))", JSON.stringify(kinds));
  if (actors !== undefined) where.add("actor IN (SELECT value FROM json_each(?))", JSON.stringify(actors));
  // The planner would read a whole period for the few entries of some actors.
  const index = actors === undefined ? "" : "INDEXED BY audit_entries_by_actor";
  return sql
    .all<Omit<AuditEntry, "details"> & { details: string }>(
      `SELECT id, actor_kind, actor, action, subject, details, created_at FROM audit_entries ${index}
         WHERE ${where.text} ORDER BY created_at DESC, id DESC LIMIT ?`,
      ...where.values,
      limit,
    )
    .map((row) => ({ ...row, details: DETAILS.read(row.details) }));
}

/** Name of an actor in the trail. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case "partner":
      return actor.keyId;
    case "anonymous":
      return "";
    case "player":
      return `tg:${actor.telegramId}`;
    default:
      return actor.name;
  }
}

/** Missing filters match everything. */
export interface AuditFilters {
  /** Name of the operator, command, job or key. */
  actor?: string | undefined;
  /** The whole action, or its part before the dot: `key` finds `key.create`. */
  action?: string | undefined;
  subject?: string | undefined;
  /** Unix milliseconds, `to` exclusive. */
  from?: number | null;
  to?: number | null;
  /** Only entries older than the one with this id. */
  before?: number | undefined;
}

/** The newest matching entries, newest first. */
export function listAudit(sql: Sql, limit: number, filters: AuditFilters = {}): AuditEntry[] {
  const { actor, action, subject, before, from, to } = filters;
  const where = new Conditions().addGiven("id < ?", before).addGiven("actor = ?", actor);
  where.addGiven("created_at >= ?", from).addGiven("created_at < ?", to);
  if (action !== undefined) where.add("(action = ? OR action GLOB ?)", action, `${action}.*`);
  where.addGiven("subject = ?", subject);
  return sql
    .all<Omit<AuditEntry, "details"> & { details: string }>(
      `SELECT id, actor_kind, actor, action, subject, details, created_at FROM audit_entries
         WHERE ${where.text} ORDER BY id DESC LIMIT ?`,
      ...where.values,
      limit,
    )
    .map((row) => ({ ...row, details: DETAILS.read(row.details) }));
}
