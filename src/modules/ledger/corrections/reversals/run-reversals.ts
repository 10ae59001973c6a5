import { setImmediate as breathe } from "node:timers/promises";
import type { Database } from "../../../../db/database.ts";
import type { Tx } from "../../../../db/sql.ts";
import type { Actor } from "../../../../http/operation.ts";
import { hundredths } from "../../../../kit/money.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { readSafeMode } from "../../../platform/state/index.ts";
import { postEntry } from "../../entries/index.ts";
import { findUserById } from "../../users/index.ts";
import { viewSums } from "./read.ts";
import { decideOutcome } from "./rules.ts";
import {
  countItems,
  findReversal,
  findRunning,
  listWaitingItems,
  type ReversalRow,
  updateItem,
  updateReversal,
  type WaitingItem,
} from "./store.ts";

/** Entries per commit, so that other changes are not delayed. */
const PORTION = 100;

/** Author of the audit entry at a reversal's end. */
const ACTOR: Actor = { kind: "command", name: "ledger_reversals" };

/** Goes on with reversals in progress, portion by portion, also with those that a stopped process left. */
export async function continueReversals(
  { live }: { live: Database },
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!signal.aborted && readSafeMode(live.read) === null) {
    const next = findRunning(live.read);
    if (next === null) return;
    await live.writer.run((tx) => {
      const row = findReversal(tx, next.id);
      if (row?.state === "running") reversePortion(tx, row);
    });
    await breathe();
  }
}

/** Reverses the next entries of a reversal in progress. Returns its row, which is done after the last ones. */
export function reversePortion(tx: Tx, row: ReversalRow): ReversalRow {
  const items = listWaitingItems(tx, row.id, PORTION);
  for (const item of items) reverseItem(tx, row, item);
  if (items.length === PORTION && listWaitingItems(tx, row.id, 1).length > 0) return row;
  const done: ReversalRow = { ...row, state: "done", ended_at: tx.now };
  updateReversal(tx, done);
  const { waiting: _, ...counts } = countItems(tx, row.id);
  const details = { ...counts, ...viewSums(tx, done) };
  recordAudit(tx, ACTOR, { action: "ledger.reversal_done", subject: `reversal:${row.id}`, details });
  return done;
}

function reverseItem(tx: Tx, { id: reversalId, on_shortfall }: ReversalRow, item: WaitingItem): void {
  const of = { reversalId, entryId: item.id };
  const user = findUserById(tx, item.partner_id, item.user_id);
  if (user === null || user.deleted_at !== null) {
    updateItem(tx, { ...of, state: "left", why: "user_deleted", missing: 0, reversalEntryId: null });
    return;
  }
  const outcome = decideOutcome({ delta: item.delta, balance: user.balance }, on_shortfall);
  if (outcome.state === "left") {
    updateItem(tx, { ...of, ...outcome, reversalEntryId: null });
    return;
  }
  const { entryId } = postEntry(tx, {
    user,
    partnerId: item.partner_id,
    delta: hundredths(outcome.delta),
    reason: "reversal",
    source: "system",
    reference: { origin: "system", reverses: item.id },
  });
  updateItem(tx, { ...of, ...outcome, reversalEntryId: entryId });
}
