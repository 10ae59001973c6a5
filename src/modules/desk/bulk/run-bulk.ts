import { setImmediate as breathe } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { readSafeMode } from "../../platform/state/index.ts";
import { APPLY, type BulkKind, type KindParts } from "./kinds.ts";
import {
  type ActionRow,
  countItems,
  findAction,
  findRunning,
  insertAction,
  listWaiting,
  setDone,
  updateItem,
} from "./store.ts";

/** Things per commit, so that other changes are not delayed. */
const PORTION = 100;

export interface BulkRequest {
  kind: BulkKind;
  /** In the order in which they are dealt with. */
  items: readonly string[];
  triageStatus: string | null;
  reason: string;
}

/**
 * Starts an action: its first portion in this commit, the others from `continueBulk`.
 * @throws Problem invalid_payload for a triage without a status, and a status of anything else
 */
export function requestBulk(
  tx: Tx,
  actor: OperatorActor,
  { request, parts }: { request: BulkRequest; parts: KindParts },
): ActionRow {
  refuseInSafeMode(readSafeMode(tx)?.reason ?? null);
  const { kind, items, triageStatus, reason } = request;
  if (kind === "triage_anomalies" && triageStatus === null)
    throw invalidPayload("triage_status", "is required for triage_anomalies");
  if (kind !== "triage_anomalies" && triageStatus !== null)
    throw invalidPayload("triage_status", "belongs to triage_anomalies only");
  const id = insertAction(tx, { kind, reason, triage_status: triageStatus, requested_by: actor.name }, items);
  recordAudit(tx, actor, {
    action: `bulk.${kind}`,
    subject: `bulk:${id}`,
    details: { reason, total: items.length, first: items[0], last: items.at(-1) },
  });
  return changePortion(tx, requireAction(tx, id), parts);
}

/** @throws Problem not_found */
export function requireAction(sql: Sql, id: number): ActionRow {
  const row = findAction(sql, id);
  if (row === null) throw new Problem("not_found", `Check the id: there is no bulk action ${id}.`);
  return row;
}

/** Goes on with actions in progress, portion by portion, also with those that a stopped process left. */
export async function continueBulk(
  { live, parts }: { live: Database; parts: KindParts },
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!signal.aborted && readSafeMode(live.read) === null) {
    const next = findRunning(live.read);
    if (next === null) return;
    await live.writer.run((tx) => {
      const row = findAction(tx, next.id);
      if (row?.state === "running") changePortion(tx, row, parts);
    });
    await breathe();
  }
}

function changePortion(tx: Tx, row: ActionRow, parts: KindParts): ActionRow {
  const actor: OperatorActor = { kind: "operator", name: row.requested_by, role: "operator", session: null };
  for (const { position, item } of listWaiting(tx, row.id, PORTION))
    updateItem(tx, row.id, { position, why: reasonLeft(tx, { ...row, actor, item }, parts) });
  const { waiting, ...counts } = countItems(tx, row.id);
  if (waiting > 0) return row;
  setDone(tx, row.id);
  recordAudit(tx, actor, { action: "bulk.done", subject: `bulk:${row.id}`, details: counts });
  return requireAction(tx, row.id);
}

function reasonLeft(
  tx: Tx,
  change: ActionRow & { actor: OperatorActor; item: string },
  parts: KindParts,
): string | null {
  try {
    return APPLY[change.kind](tx, change, parts);
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
