import type { RowOf } from "../../../db/row.ts";
import type { Sql, SqlValue } from "../../../db/sql.ts";
import type { events } from "../../../db/tables/events.ts";
import type { partners } from "../../../db/tables/partners.ts";
import type { webhooks } from "../../../db/tables/webhooks.ts";
import { readPeriod } from "../../../http/input/period.ts";
import { type DeliveryView, findIdRange, listDeliveryViews } from "../deliveries/index.ts";
import type { Filters } from "./model.ts";

/** Records that one search examines if no index covers all filters. */
const EXAMINED = 5_000;
/** Partners or webhooks that one search reads: those with the newest records. */
const MAX_SOURCES = 500;

interface Condition {
  text: string;
  values: SqlValue[];
}

export interface FoundDeliveries {
  rows: DeliveryView[];
  /** The next page has ids below this one; null at the end. */
  before: number | null;
}

interface Page {
  /** Only records with a lower id; null for the newest. */
  before: number | null;
  limit: number;
  /** Leaves out records of deleted webhooks, which get no new round. */
  isForRetry?: boolean;
}

/**
 * Matching records of all partners, newest first. Each source is a range of one index in the order of ids; conditions
 * that no index covers are checked on the newest EXAMINED rows of all sources, and `before` continues after them.
 */
export function listMatchingDeliveries(sql: Sql, filters: Filters, page: Page): FoundDeliveries {
  const ids = listMatchingIds(sql, filters, page);
  return { rows: listDeliveryViews(sql, ids.found), before: ids.before };
}

/** Ids of matching records; see listMatchingDeliveries. */
export function listMatchingIds(
  sql: Sql,
  filters: Filters,
  { before, limit, isForRetry = false }: Page,
): { found: number[]; before: number | null } {
  const range = rangeOf(sql, filters, before);
  const plan = planOf(sql, filters, range);
  const { sources } = plan;
  const rest = isForRetry ? [...plan.rest, OF_KEPT_WEBHOOK] : plan.rest;
  const share = Math.floor(EXAMINED / Math.max(1, sources.length));
  const each = rest.length === 0 ? limit + 1 : Math.max(limit + 1, share);
  const read: number[] = [];
  let { floor } = plan;
  for (const source of sources) {
    const conditions = [source, ...range];
    const indexed = source.by === undefined ? "" : `INDEXED BY ${source.by}`;
    const ids = sql.all<{ id: number }>(
      `SELECT d.id FROM webhook_deliveries AS d ${indexed} ${where(conditions)} ORDER BY d.id DESC LIMIT ?`,
      ...conditions.flatMap(({ values }) => values),
      each,
    );
    read.push(...ids.map(({ id }) => id));
    if (ids.length === each) floor = Math.max(floor, ids.at(-1)?.id ?? 0);
  }
  const examined = read.filter((id) => id >= floor).sort((a, b) => b - a);
  const fitting = rest.length === 0 ? examined : narrowed(sql, { ids: examined, rest, limit: limit + 1 });
  const found = fitting.slice(0, limit);
  if (fitting.length > limit) return { found, before: found.at(-1) ?? null };
  return { found, before: floor > 0 ? floor : null };
}

const OF_KEPT_WEBHOOK: Condition = {
  text: "EXISTS (SELECT 1 FROM webhooks AS w WHERE w.id = d.webhook_id AND w.deleted_at IS NULL)",
  values: [],
};

function where(conditions: readonly Condition[]): string {
  const texts = conditions.map(({ text }) => text).filter((text) => text !== "");
  return texts.length === 0 ? "" : `WHERE ${texts.join(" AND ")}`;
}

interface Narrowing {
  ids: readonly number[];
  rest: readonly Condition[];
  limit: number;
}

/** Filters ids by the conditions that no index covers. */
function narrowed(sql: Sql, { ids, rest, limit }: Narrowing): number[] {
  return sql
    .all<{ id: number }>(
      `SELECT d.id FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id
         ${where([{ text: "d.id IN (SELECT value FROM json_each(?))", values: [] }, ...rest])}
         ORDER BY d.id DESC LIMIT ?`,
      JSON.stringify(ids),
      ...rest.flatMap(({ values }) => values),
      limit,
    )
    .map(({ id }) => id);
}

/** Ids of the webhooks that the filters select, newest first; null without such filters. */
function webhookIdsOf(sql: Sql, { webhook_id, host, partner }: Filters): number[] | null {
  if (webhook_id === undefined && host === undefined) return null;
  return sql
    .all<Pick<RowOf<typeof webhooks>, "id" | "target_url">>(
      `SELECT w.id, w.target_url FROM webhooks AS w WHERE (?1 IS NULL OR w.id = ?1)
         AND w.partner_id IN (SELECT id FROM partners WHERE ?2 IS NULL OR name = ?2) ORDER BY w.id DESC`,
      webhook_id ?? null,
      partner ?? null,
    )
    .filter(({ target_url }) => host === undefined || isAt(target_url, host))
    .map(({ id }) => id);
}

/** Whether an address has this host, with or without its port. */
function isAt(url: string, host: string): boolean {
  const { host: withPort, hostname } = new URL(url);
  return [withPort, hostname].includes(host.toLowerCase());
}

/** One range of an index; `by` names the index if the planner would choose another. */
interface Source extends Condition {
  by?: string;
}

/** The ranges of indexes that hold matching records, and the conditions to check on each row. */
interface Plan {
  sources: Source[];
  rest: Condition[];
  /** Other ranges hold records below this id. */
  floor: number;
}

/** States of records in progress, which are few, with the index that holds all of them. */
const UNDER_WAY: Readonly<Record<string, string>> = {
  pending: "webhook_deliveries_waiting",
  delivering: "webhook_deliveries_leases",
};

function planOf(sql: Sql, filters: Filters, range: readonly Condition[]): Plan {
  const { state, partner, event_type } = filters;
  const webhooks = webhookIdsOf(sql, filters);
  const rest: Condition[] =
    event_type === undefined ? [] : [{ text: "e.event_type = ?", values: [event_type] }];
  const ofWebhooks = () =>
    webhooks === null
      ? []
      : [{ text: "d.webhook_id IN (SELECT value FROM json_each(?))", values: [JSON.stringify(webhooks)] }];
  const by = UNDER_WAY[state ?? ""];
  if (by !== undefined) {
    const ofPartner =
      partner === undefined
        ? []
        : [{ text: "d.partner_id = (SELECT id FROM partners WHERE name = ?)", values: [partner] }];
    const source = { text: `d.state = '${state}'`, values: [], by };
    return { sources: [source], rest: [...rest, ...ofWebhooks(), ...ofPartner], floor: 0 };
  }
  if (state === "delivered") rest.push({ text: "d.state = 'delivered'", values: [] });
  // A literal: SQLite uses a partial index only for literals.
  const inState = state === undefined || state === "delivered" ? "" : ` AND d.state = '${state}'`;
  if (webhooks !== null && state !== "dead_letter" && state !== "cancelled")
    return { ...sourcesOf(sql, { column: "webhook_id", ids: webhooks, inState }, range), rest };
  rest.push(...ofWebhooks());
  if (partner === undefined && inState === "") return { sources: [{ text: "", values: [] }], rest, floor: 0 };
  const partners = sql.all<{ id: number }>(
    `SELECT id FROM partners
       WHERE (?1 IS NULL OR name = ?1) AND EXISTS (SELECT 1 FROM webhooks WHERE partner_id = partners.id)`,
    partner ?? null,
  );
  const ids = partners.map(({ id }) => id);
  return { ...sourcesOf(sql, { column: "partner_id", ids, inState }, range), rest };
}

/** Partners or webhooks, each with a range of an index. */
interface Owners {
  column: "partner_id" | "webhook_id";
  ids: readonly number[];
  inState: string;
}

/** The ranges of the owners with the newest records. */
function sourcesOf(
  sql: Sql,
  { column, ids, inState }: Owners,
  range: readonly Condition[],
): Pick<Plan, "sources" | "floor"> {
  const owned = { text: `d.${column} = json_each.value${inState}`, values: [] };
  const owners = sql
    .all<{ id: number; newest: number | null }>(
      `SELECT json_each.value AS id, (SELECT d.id FROM webhook_deliveries AS d ${where([owned, ...range])}
         ORDER BY d.id DESC LIMIT 1) AS newest FROM json_each(?)`,
      ...range.flatMap(({ values }) => values),
      JSON.stringify(ids),
    )
    .flatMap(({ id, newest }) => (newest === null ? [] : [{ id, newest }]))
    .sort((a, b) => b.newest - a.newest);
  const next = owners[MAX_SOURCES];
  return {
    sources: owners
      .slice(0, MAX_SOURCES)
      .map(({ id }) => ({ text: `d.${column} = ?${inState}`, values: [id] })),
    floor: next === undefined ? 0 : next.newest + 1,
  };
}

function rangeOf(sql: Sql, filters: Filters, before: number | null): Condition[] {
  const span = readPeriod(filters);
  const { first, end } = findIdRange(sql, span);
  const range: Condition[] = [];
  if (before !== null) range.push({ text: "d.id < ?", values: [before] });
  if (first !== null) range.push({ text: "d.id >= ? AND +d.created_at >= ?", values: [first, span.from] });
  if (end !== null) range.push({ text: "d.id < ? AND +d.created_at < ?", values: [end, span.to] });
  return range;
}

/** The event of a record. */
export function findEvent(
  sql: Sql,
  eventId: number,
): Pick<
  RowOf<typeof events>,
  "uid" | "event_type" | "data" | "sequence" | "idempotency_key" | "created_at"
> | null {
  return sql.get(
    "SELECT uid, event_type, data, sequence, idempotency_key, created_at FROM events WHERE id = ?",
    eventId,
  );
}

/** Names of partners by id. */
export function partnerNames(sql: Sql, ids: readonly number[]): Map<number, string> {
  const rows = sql.all<Pick<RowOf<typeof partners>, "id" | "name">>(
    "SELECT id, name FROM partners WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
