import { type Static, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { RowOf } from "../../../db/row.ts";
import { inPages, type Sql, type Tx } from "../../../db/sql.ts";
import type { monitorRuns } from "../../../db/tables/monitor.ts";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { isoUtcOrNull } from "../../../kit/clock.ts";
import { RULE_NAMES, type Rule, type RuleName } from "./rules.ts";
import { newStanding, RULE_STATES, type RuleStanding } from "./step.ts";

type Row = Omit<RuleStanding, "turns"> & { turns: string };

const COLUMNS = `rule, state, since, value, turns, flapping_since, told_at, acknowledged_at, acknowledged_by, escalated_at,
  silenced_until, silenced_by`;

/** State of a rule; a new one before its first run. */
export function findStanding(sql: Sql, rule: RuleName): RuleStanding {
  const row = sql.get<Row>(`SELECT ${COLUMNS} FROM monitor_rules WHERE rule = ?`, rule);
  return row === null ? newStanding(rule) : { ...row, turns: TURNS.read(row.turns) };
}

export function upsertStanding(tx: Tx, standing: RuleStanding): void {
  tx.run(
    `INSERT OR REPLACE INTO monitor_rules (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    standing.rule,
    standing.state,
    standing.since,
    standing.value,
    TURNS.write(standing.turns),
    standing.flapping_since,
    standing.told_at,
    standing.acknowledged_at,
    standing.acknowledged_by,
    standing.escalated_at,
    standing.silenced_until,
    standing.silenced_by,
  );
}

/** Result of a run for one rule. */
const RuleResult = Type.Object({
  rule: OneOf(RULE_NAMES),
  value: Nullable(Type.Number()),
  threshold: Type.Number(),
  state: OneOf(RULE_STATES),
  /** ISO 8601. */
  since: Nullable(Type.String()),
});
export type RuleResult = Static<typeof RuleResult>;

const TURNS = jsonColumn("monitor_rules.turns", Type.Array(Type.Number()));
const RESULTS = jsonColumn("monitor_runs.rules", Type.Array(RuleResult));

export function ruleResult({ rule, threshold }: Rule, { value, state, since }: RuleStanding): RuleResult {
  return { rule, value, threshold, state, since: isoUtcOrNull(since) };
}

export function insertRun(tx: Tx, rules: readonly RuleResult[]): void {
  tx.run("INSERT INTO monitor_runs (at, rules) VALUES (?, ?)", tx.now, RESULTS.write(rules));
}

const PAGE_ROWS = 500;

export interface Run {
  id: number;
  /** Unix milliseconds. */
  at: number;
  rules: readonly RuleResult[];
}

/** Runs at or after `from`, newest first. */
export function* iterateRuns(sql: Sql, from: number): Generator<Run, void> {
  const rows = inPages<{ id: number; at: number; rules: string }>((after) =>
    sql.all(
      "SELECT id, at, rules FROM monitor_runs WHERE at >= ? AND id < ? ORDER BY id DESC LIMIT ?",
      from,
      after?.id ?? Number.MAX_SAFE_INTEGER,
      PAGE_ROWS,
    ),
  );
  for (const { id, at, rules } of rows) yield { id, at, rules: RESULTS.read(rules) };
}

/** Time of the last run, in Unix milliseconds; null before the first. */
export function lastRunAt(sql: Sql): number | null {
  return (
    sql.get<Pick<RowOf<typeof monitorRuns>, "at">>("SELECT at FROM monitor_runs ORDER BY id DESC LIMIT 1")
      ?.at ?? null
  );
}

/** Deletes up to `chunk` runs before a time. Returns the number deleted. */
export function purgeRuns(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM monitor_runs WHERE at < ? LIMIT ?", before, chunk).changes;
}
