import { createHash } from "node:crypto";
import type { Tx } from "../../../../src/db/sql.ts";
import { canonicalJson } from "../../../../src/kit/formats/canonical-json.ts";
import type { World } from "../../../harness/app/world.ts";

/** Inserts audit runs and triage directly into the tables. */

export interface RowSpec {
  signature?: string | null;
  slot?: number;
  block_time?: number | null;
  type?: string;
  severity?: "info" | "warn" | "bad";
  wallet?: string | null;
  delta?: string | null;
  details?: Record<string, unknown>;
}

export interface RunSpec {
  run: string;
  rows?: RowSpec[];
  isDaily?: boolean;
  isComplete?: boolean;
  isEnded?: boolean;
  /** The audited UTC day; by default the one before the run. */
  day?: string;
  label?: string;
}

export const WALLET = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
export const OTHER_WALLET = "So11111111111111111111111111111111111111112";

/** A signature with this prefix. */
export function signature(start: string): string {
  return start.padEnd(88, "1");
}

/** Id of the world's token. */
export function ensureTokenId(world: World): Promise<number> {
  const { token, live } = world.services;
  if (token === null) throw new Error("this world has no chain");
  return live.writer.run((tx) => {
    tx.run(
      "INSERT INTO chain_tokens (chain, mint, transactions, created_at) VALUES ('demo', ?, 0, ?) ON CONFLICT DO NOTHING",
      token.mint,
      tx.now,
    );
    const id = tx.get<{ id: number }>("SELECT id FROM chain_tokens WHERE mint = ?", token.mint)?.id ?? 0;
    tx.run(
      "INSERT INTO chain_sources (source, token_id, seen_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      token.source,
      id,
      tx.now,
    );
    return id;
  });
}

export async function putRuns(world: World, ...runs: RunSpec[]): Promise<void> {
  const tokenId = await ensureTokenId(world);
  await world.services.live.writer.run((tx) => {
    for (const run of runs) putRun(tx, tokenId, run);
  });
}

/** Start of a run in Unix milliseconds, from its id. */
export function parseRunStart(run: string): number {
  return Date.parse(run.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

function putRun(tx: Tx, tokenId: number, spec: RunSpec): void {
  const { run, rows = [], isDaily = true, isComplete = true, isEnded = true } = spec;
  const startedAt = parseRunStart(run);
  const day = 86_400_000;
  const to = spec.day === undefined ? Math.floor(startedAt / day) * day : Date.parse(spec.day) + day;
  const published = rows.map(publishedRow);
  const severities = { info: 0, warn: 0, bad: 0 };
  const types: Record<string, number> = {};
  for (const row of published) {
    severities[row.severity]++;
    types[row.anomaly_type] = (types[row.anomaly_type] ?? 0) + 1;
  }
  const worst = severities.bad > 0 ? "bad" : severities.warn > 0 ? "warn" : "ok";
  const hash = createHash("sha256");
  for (const row of published) hash.update(`${canonicalJson(row)}\n`);
  const signatures = new Set(published.flatMap((row) => row.signature ?? []));
  tx.run(
    `INSERT INTO audit_runs (run, token_id, from_at, to_at, label, is_daily, is_complete, started_at, finished_at, policy,
       policy_version, coverage, rows_total, signatures_with_anomalies, severity_counts, type_counts, overall, rows_sha256,
       log_index, log_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '{}', 'p1', ?, ?, ?, ?, ?, ?, ?, NULL, NULL)`,
    run,
    tokenId,
    to - day,
    to,
    spec.label ?? new Date(to - day).toISOString().slice(0, 10),
    isDaily ? 1 : 0,
    isComplete ? 1 : 0,
    startedAt,
    isEnded ? startedAt + 5_000 : null,
    JSON.stringify({
      watched_accounts: 7,
      unexplained_accounts: 0,
      unexplained_abs: "0",
      holder_days_missing: 0,
      accounts_with_gaps: 0,
      transactions_unread: 0,
      movements: 40,
    }),
    published.length,
    signatures.size,
    JSON.stringify(severities),
    JSON.stringify(types),
    isComplete ? worst : "other",
    hash.digest("hex"),
  );
  for (const [position, row] of published.entries())
    tx.run(
      `INSERT INTO audit_rows (run, position, row_id, signature, slot, block_time, anomaly_type, severity, wallet, delta,
         abs_delta, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      run,
      position,
      row.row_id,
      row.signature,
      row.slot,
      row.block_time === null ? null : Date.parse(row.block_time),
      row.anomaly_type,
      row.severity,
      row.wallet,
      row.delta,
      row.abs_delta,
      canonicalJson(row.details),
    );
}

function publishedRow(spec: RowSpec, index: number) {
  const { delta = null, block_time = parseRunStart("20261120T100000Z") + index * 1000 } = spec;
  const row = {
    signature:
      spec.signature === undefined
        ? signature(`Sig${"abcdefghijk"[index % 11]}${index + 1}x`)
        : spec.signature,
    slot: spec.slot ?? 1000 + index,
    block_time: block_time === null ? null : new Date(block_time).toISOString(),
    anomaly_type: spec.type ?? "large_transfer",
    severity: spec.severity ?? ("warn" as const),
    wallet: spec.wallet ?? null,
    delta,
    abs_delta: delta === null ? null : delta.replace("-", ""),
    details: spec.details ?? {},
  };
  const rowId = createHash("sha256").update(canonicalJson(row)).digest("hex").slice(0, 16);
  return { row_id: rowId, ...row };
}

/** The given number of rows per severity, with one type per severity. */
export function buildRows(counts: Partial<Record<"info" | "warn" | "bad", number>>): RowSpec[] {
  return (["bad", "warn", "info"] as const).flatMap((severity) =>
    Array.from({ length: counts[severity] ?? 0 }, () => ({ severity })),
  );
}

export async function putThresholdChange(
  world: World,
  change: { parameter: string; previous: number; next: number },
): Promise<void> {
  await world.services.live.writer.run((tx) => {
    tx.run(
      "INSERT INTO audit_thresholds (parameter, value) VALUES (?, ?) ON CONFLICT (parameter) DO UPDATE SET value = excluded.value",
      change.parameter,
      change.next,
    );
    tx.run(
      `INSERT INTO audit_threshold_changes (changed_at, parameter, previous_value, new_value, owner, reason, operator)
         VALUES (?, ?, ?, ?, 'treasury team', 'supply grew', 'the-operator')`,
      tx.now,
      change.parameter,
      change.previous,
      change.next,
    );
  });
}

export async function putTriage(
  world: World,
  statement: { signature?: string; row_id?: string; status: string; owner?: string; eta_utc?: number },
): Promise<void> {
  const tokenId = await ensureTokenId(world);
  await world.services.live.writer.run((tx) =>
    tx.run(
      `INSERT INTO audit_triage (token_id, at, signature, row_id, status, owner, eta_utc, note, operator)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'a private note', 'the-operator')`,
      tokenId,
      tx.now,
      statement.signature ?? null,
      statement.row_id ?? null,
      statement.status,
      statement.owner ?? null,
      statement.eta_utc ?? null,
    ),
  );
}

export async function pin(world: World, run: string | null): Promise<void> {
  const tokenId = await ensureTokenId(world);
  await world.services.live.writer.run((tx) => {
    tx.run("DELETE FROM audit_baseline WHERE token_id = ?", tokenId);
    if (run !== null) tx.run("INSERT INTO audit_baseline (token_id, run) VALUES (?, ?)", tokenId, run);
  });
}
