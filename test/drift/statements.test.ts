import { beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { constants, DatabaseSync, type StatementColumnMetadata } from "node:sqlite";
import { Glob } from "bun";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { readSources, type Sources, type StatementCall } from "./statements/read-statements.ts";

/**
 * Holds every SQL text of `src` against the schema: it prepares, and each member of its row type is a column of the
 * result with that column's type. A renamed, removed or retyped column is named here at each place that forgot it.
 */

const ROOT = join(import.meta.dir, "../..");

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: source text of other files.
/** Parts of texts that only the running program knows: names of tables that it reads from SQLite, or lists of columns. */
const DYNAMIC = [
  "src/db/reader.ts: text",
  "src/db/reader.ts: text",
  "src/db/reader.ts: text",
  'src/modules/access/keys/store.ts: columns.map(([name]) => `${name} = ?`).join(", ")',
  "src/modules/ledger/desk-entries/store.ts: table",
  "src/modules/ledger/desk-entries/store.ts: table",
  'src/modules/ledger/entries/search-store.ts: parts.map(({ text }) => text).join(" UNION ALL ")',
  "src/modules/ledger/entries/search-window.ts: table",
  'src/modules/ledger/user-search/store.ts: branches.join(" UNION ")',
  "src/modules/operations/backups/archive/contents.ts: table",
  'src/modules/operations/invariants/index-faults.ts: columns.join(", ")',
  "src/modules/platform/invariants/invariant.ts: text",
  "src/modules/platform/master-key/sealed-tables.ts: table",
  'src/modules/platform/master-key/sealed-tables.ts: selects.join(" UNION ")',
  'src/modules/platform/master-key/sealed-tables.ts: [context, ...columns].join(", ")',
  "src/modules/platform/master-key/sealed-tables.ts: table",
  "src/modules/webhooks/delivery-desk/store.ts: source.by",
  'src/modules/webhooks/delivery-desk/store.ts: where([{ text: "d.id IN (SELECT value FROM json_each(?))", values: [] }, ...rest])',
  "src/modules/webhooks/delivery-desk/store.ts: where([owned, ...range])",
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.
/** Columns that only those parts store. */
const STORED_DYNAMICALLY = new Set([
  "partner_keys.previous_secret_expires_at",
  "partner_keys.previous_secret_sealed",
]);
/** Columns that only those parts read, and columns kept for people who look into the file. */
const NOT_READ = new Set([
  "chain_sources.seen_at",
  "chain_tokens.created_at",
  "claim_campaigns.created_at",
  "delivery_pauses.id",
  "events.fanout_count",
  "events.partner_id",
  "ledger_by_metadata.entry_id",
  "ledger_by_metadata.name",
  "ledger_by_metadata.partner_id",
  "ledger_by_metadata.value",
  "ledger_by_partner.entry_id",
  "ledger_by_partner.partner_id",
  "ledger_by_reason.entry_id",
  "ledger_by_source.entry_id",
  "link_inbox_events.link_id",
  "link_inbox_tokens.created_at",
  "lookup_keys.created_at",
  "mails.created_at",
  "mails.last_error",
  "messenger_bot.created_at",
  "messenger_setups.created_at",
  "missile_grants.created_at",
  "missile_grants.id",
  "missile_grants.operator",
  "missile_grants.reason",
  "mission_events.amount",
  "mission_events.is_flagged",
  "operator_recovery_codes.created_at",
  "ops_digests.body",
  "promo_claims.created_at",
  "promo_claims.id",
  "promo_claims.reward_amount",
  "promo_claims.reward_kind",
  "settlement_signatures.settled_at",
  "used_passkey_challenges.challenge",
  "user_prefixes.partner_id",
  "watched_accounts.since",
]);
/** Text columns whose words are listed by the module that owns the table. */
const WORDS = new Set([
  "alerts.type",
  "audit_rows.anomaly_type",
  "mission_decisions.decision",
  "monitor_rules.rule",
  "refusal_cells.reason",
  "webhook_attempts.reason_tag",
  "webhook_deliveries.reason_tag",
]);
/** Tables that SQLite or the migration runner makes. */
const NOT_OURS = /no such table: schema_migrations/;

/** A member of a row type: its name, its column as `table.column`, and the text that reads it. */
interface Member {
  name: string;
  origin: string;
  text: string;
}

/** The compiler reads the whole project. */
const COMPILER_MS = 120_000;

let sources: Sources;
/** Conditions of the schema that name a state. */
let checks: string[];
let triggers: string[];
/** Columns that SQLite numbers. */
const rowIds = new Set<string>();
const db = new DatabaseSync(":memory:");
/** Type of each column by `table.column` in SQL. */
const columnTypes = new Map<string, string>();

beforeAll(async () => {
  const drizzle = join(ROOT, "drizzle");
  for (const file of readdirSync(drizzle)
    .filter((name) => name.endsWith(".sql"))
    .sort())
    for (const statement of readFileSync(join(drizzle, file), "utf8").split("--> statement-breakpoint"))
      db.exec(statement);
  triggers = db
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
    .all()
    .map(({ sql }) => String(sql));
  const schema = db.prepare("SELECT sql FROM sqlite_master WHERE type = 'table'").all();
  checks = schema.flatMap(({ sql }) => String(sql).match(/CHECK\(.*\bstate\b.*\)/g) ?? []);
  sources = await readSources();
  for (const file of new Glob("src/db/tables/**/*.ts").scanSync(ROOT))
    for (const [name, table] of Object.entries(await import(join(ROOT, file))))
      if (is(table, SQLiteTable)) {
        for (const [column, type] of sources.tables.get(name) ?? [])
          columnTypes.set(`${getTableName(table)}.${column}`, type);
        for (const { name: column, primary } of Object.values(getTableColumns(table)))
          if (primary) rowIds.add(`${getTableName(table)}.${column}`);
      }
}, COMPILER_MS);

test("every SQL text can be prepared on the schema", () => {
  expect(
    eachText(({ at }, text) => {
      const fault = prepare(text).fault;
      return fault === null || NOT_OURS.test(fault) ? [] : [`${at}: ${fault}`];
    }),
  ).toEqual([]);
});

test("each member of a row type is a column of the result, of the type that its table gives it", () => {
  expect(
    eachText(({ at, row }, text) => {
      const columns = prepare(text).columns;
      return [...(row ?? [])].flatMap(([name, type]) => {
        const column = columns?.find((each) => each.name === name);
        if (columns === null) return [];
        if (column === undefined) return [`${at}: the result has no column ${name}`];
        const origin = `${column.table}.${column.column}`;
        const expected = columnTypes.get(origin);
        return expected === undefined || agrees(type, expected, { name, origin, text })
          ? []
          : [`${at}: ${name} is ${type}, but ${origin} is ${expected}`];
      });
    }),
  ).toEqual([]);
});

test("every column is stored by some statement or trigger, and read by some statement", () => {
  const [stored, read] = [new Set(STORED_DYNAMICALLY), new Set(NOT_READ)];
  db.setAuthorizer((action, table, column) => {
    if (action === constants.SQLITE_READ) read.add(`${table}.${column}`);
    if (action === constants.SQLITE_UPDATE) stored.add(`${table}.${column}`);
    return constants.SQLITE_OK;
  });
  for (const text of [...triggers, ...sources.calls.flatMap(({ texts }) => texts ?? [])]) {
    prepare(text);
    for (const column of insertedColumns(text)) stored.add(column);
  }
  db.setAuthorizer(null);
  const columns = [...columnTypes.keys()];
  expect(columns.filter((column) => !stored.has(column) && !rowIds.has(column))).toEqual([]);
  expect(columns.filter((column) => !read.has(column))).toEqual([]);
});

test("the lists of exceptions name only exceptions", () => {
  const named = [...WORDS, ...STORED_DYNAMICALLY, ...NOT_READ];
  expect(named.filter((column) => !columnTypes.has(column))).toEqual([]);
});

test("texts that cannot be resolved are known", () => {
  const dynamic = sources.calls.filter(({ texts }) => texts === null);
  expect(dynamic.map(({ at, unresolved }) => `${at.replace(/:\d+$/, "")}: ${unresolved}`)).toEqual(DYNAMIC);
});

function eachText(judge: (call: StatementCall, text: string) => string[]): string[] {
  return sources.calls.flatMap((call) => (call.texts ?? []).flatMap((text) => judge(call, text)));
}

function prepare(text: string): { columns: StatementColumnMetadata[] | null; fault: string | null } {
  try {
    return { columns: db.prepare(text).columns(), fault: null };
  } catch (error) {
    return { columns: null, fault: error instanceof Error ? error.message : String(error) };
  }
}

/** The columns that an INSERT names, as `table.column`. */
function insertedColumns(text: string): string[] {
  const inserts = text.matchAll(/\b(?:INSERT|REPLACE)(?: OR \w+)? INTO (\w+)(?: AS \w+)?\s*\(([\w\s,]+)\)/g);
  return [...inserts].flatMap(([, table, names]) =>
    (names ?? "").split(",").map((name) => `${table}.${name.trim()}`),
  );
}

/**
 * A row may say null of an outer join. It may leave null out where the text compares the column, or names a state in
 * which a CHECK of the table requires the column.
 */
function agrees(type: string, expected: string, { name, origin, text }: Member): boolean {
  if (type === expected) return true;
  if (WORDS.has(origin)) return withoutWords(type) === withoutNull(expected);
  if (withoutNull(expected) === type) return isCompared(name, text) || isRequiredByState(origin, text);
  return withoutNull(type) === expected && /\bLEFT JOIN\b/.test(text);
}

function withoutNull(type: string): string {
  return type
    .split(" | ")
    .filter((each) => each !== "null")
    .join(" | ");
}

/** `string` for a union of words. */
function withoutWords(type: string): string {
  const words = withoutNull(type).split(" | ");
  return words.every((each) => each.startsWith('"')) ? "string" : type;
}

function isCompared(column: string, text: string): boolean {
  return new RegExp(`\\b${column}(, \\w+\\))? (IS NOT NULL|=|<|>|<=|>=|IN|BETWEEN)`).test(text);
}

function isRequiredByState(origin: string, text: string): boolean {
  const [table, column] = origin.split(".");
  const isRequired = new RegExp(`(\\(|"${table}"\\.")${column}"? IS NOT NULL`);
  return checks.some((each) => isRequired.test(each)) && isCompared("state", text);
}
