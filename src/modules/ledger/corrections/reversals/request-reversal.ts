import type { Sql, Tx } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import type { Actor } from "../../../../http/operation.ts";
import { refuseInSafeMode } from "../../../../http/safe-mode.ts";
import { fromHundredths } from "../../../../kit/money.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { readSafeMode } from "../../../platform/state/index.ts";
import { needsApproval, requesterName } from "../approval.ts";
import { CORRECTION_ERRORS } from "../errors.ts";
import { MOST_LISTED } from "./model.ts";
import { viewShortfall } from "./read.ts";
import { describeRefusal, type Foreseen, foresee, type OnShortfall } from "./rules.ts";
import { reversePortion } from "./run-reversals.ts";
import { selectByIds } from "./select-entries.ts";
import { FILTER, findReversal, insertReversal, listCandidates, type ReversalRow } from "./store.ts";

export interface ReversalRequest {
  entryIds: readonly number[];
  /** The filter that selected them, with amounts in salutes; null if their ids were given. */
  filter: Record<string, string | number> | null;
  reason: string;
  onShortfall: OnShortfall;
  /** Largest total in salutes that needs no approval. */
  approvalLimit: number;
}

/**
 * Reverses entries: the first portion in this commit, the others from `continueReversals`; or waits for approval.
 * @throws Problem not_found, state_conflict, reversal_shortfall
 */
export function requestReversal(tx: Tx, actor: Actor, request: ReversalRequest): ReversalRow {
  refuseInSafeMode(readSafeMode(tx)?.reason ?? null);
  const { entryIds, filter, reason, onShortfall } = request;
  const candidates =
    filter === null
      ? selectByIds(tx, entryIds).candidates
      : listCandidates(tx, entryIds).filter((each) => describeRefusal(each) === null);
  if (candidates.length === 0)
    throw new Problem("state_conflict", "Choose other entries: none of these can be reversed.");
  const foreseen = foresee(candidates, onShortfall);
  requireCovered(foreseen, onShortfall);
  const waits = needsApproval(foreseen.total, request.approvalLimit);
  const id = insertReversal(
    tx,
    {
      state: waits ? "waiting_approval" : "running",
      reason,
      on_shortfall: onShortfall,
      filter: filter === null ? null : FILTER.write(filter),
      entries: candidates.length,
      total: foreseen.total,
      users: foreseen.users.length,
      requested_by: requesterName(actor),
    },
    candidates.map((each) => each.id),
  );
  recordAudit(tx, actor, {
    action: "ledger.reverse",
    subject: `reversal:${id}`,
    details: {
      reason,
      on_shortfall: onShortfall,
      ...(filter === null
        ? { first_entry: candidates.at(-1)?.id, last_entry: candidates[0]?.id }
        : { filter }),
      entries: candidates.length,
      total: fromHundredths(foreseen.total),
      users: foreseen.users.length,
      needs_approval: waits,
    },
  });
  const row = requireReversal(tx, id);
  return waits ? row : reversePortion(tx, row);
}

/** @throws Problem reversal_shortfall if balances must cover everything and do not */
export function requireCovered(foreseen: Foreseen, onShortfall: OnShortfall): void {
  requireRoom(foreseen, onShortfall);
  const { shortfalls } = foreseen;
  if (onShortfall !== "refuse" || shortfalls.length === 0) return;
  const count = shortfalls.length;
  throw new Problem(
    CORRECTION_ERRORS.reversal_shortfall,
    `Choose partial or skip, or leave out ${count === 1 ? "the entry" : `the ${count} entries`} that the balances do not cover.`,
    { extra: { shortfalls: shortfalls.slice(0, MOST_LISTED).map(viewShortfall) } },
  );
}

/** @throws Problem state_conflict if `refuse` meets an entry whose reversal would pass the largest balance */
function requireRoom({ overLimit }: Foreseen, onShortfall: OnShortfall): void {
  if (onShortfall === "refuse" && overLimit.length > 0)
    throw new Problem(
      "state_conflict",
      `Choose skip, or leave out entry ${overLimit[0]}: its user's balance would pass the largest.`,
    );
}

/** @throws Problem not_found */
export function requireReversal(sql: Sql, id: number): ReversalRow {
  const row = findReversal(sql, id);
  if (row === null) throw new Problem("not_found", `Check the id: there is no reversal ${id}.`);
  return row;
}
