import type { Database } from "../../../../db/database.ts";
import type { Sql } from "../../../../db/sql.ts";
import { Accepted } from "../../../../http/answers/answer.ts";
import { type Operation, operator, readOperation, writeOperation } from "../../../../http/operation.ts";
import { recordedFilter } from "../../desk-entries/index.ts";
import { CORRECTION_ERRORS } from "../errors.ts";
import { approveReversal, cancelReversal } from "./decide-reversal.ts";
import {
  ItemQuery,
  ListQuery,
  Preview,
  RequestedReversal,
  Reversal,
  ReversalBody,
  ReversalDetail,
  ReversalPath,
  Reversals,
} from "./model.ts";
import { readReversal, readReversals, viewPreview, viewReversal } from "./read.ts";
import { requestReversal, requireReversal } from "./request-reversal.ts";
import { foresee } from "./rules.ts";
import { chooseEntries } from "./select-entries.ts";
import type { ReversalRow } from "./store.ts";

const PATH = "/admin/ops/ledger/reversals";
const WRITE = { method: "POST", group: "ops", access: operator("operator") } as const;
const READ = { method: "GET", group: "ops", access: operator("viewer") } as const;

/** @param approvalLimit largest total in salutes that needs no approval */
export function reversalRoutes(live: Database, approvalLimit: number): Operation[] {
  return [
    writeOperation({
      ...WRITE,
      id: "reverseLedgerEntries",
      path: PATH,
      summary: "Reverse ledger entries, or preview it",
      outcome: "The entries were reversed, or the preview of it with dry_run.",
      description:
        "Each entry is reversed once at most, by an entry of the system with the key `reversal:<entry id>`, newest first; partners get the events of a credit or debit with `reverses`. Entries of conversions and of deleted users, and entries that reverse others, cannot be reversed. The selection is fixed at the request. Up to 100 entries are reversed with the answer, more in portions of 100 that survive a restart; an entry that a debit in between left uncovered is then left, also with refuse. Above REVERSAL_APPROVAL_SALUTES another operator must approve.",
      body: ReversalBody,
      response: Preview,
      accepted: RequestedReversal,
      errors: ["not_found", "state_conflict", CORRECTION_ERRORS.reversal_shortfall],
      example: {
        filter: { partner: "acme", reason: "quest" },
        reason: "The campaign credited twice.",
        on_shortfall: "skip",
        dry_run: true,
      },
      prepare: ({ body }) => chooseEntries(live.read, body),
      write: (tx, { actor, body }, selection) => {
        const { reason, on_shortfall: onShortfall, filter } = body;
        if (body.dry_run === true)
          return viewPreview(selection, foresee(selection.candidates, onShortfall), approvalLimit);
        const row = requestReversal(tx, actor, {
          entryIds: selection.candidates.map(({ id }) => id),
          filter: filter === undefined ? null : recordedFilter(tx, filter),
          reason,
          onShortfall,
          approvalLimit,
        });
        return new Accepted({ reversal_id: row.id, state: row.state });
      },
    }),
    readOperation({
      ...READ,
      id: "listLedgerReversals",
      path: PATH,
      summary: "List reversals, newest first",
      query: ListQuery,
      response: Reversals,
      read: ({ db, query }) => readReversals(db.read, query),
    }),
    readOperation({
      ...READ,
      id: "getLedgerReversal",
      path: `${PATH}/{id}`,
      summary: "Read a reversal with its progress and its entries",
      params: ReversalPath,
      query: ItemQuery,
      response: ReversalDetail,
      errors: ["not_found"],
      read: ({ db, params, query }) => readReversal(db.read, requireReversal(db.read, params.id), query),
    }),
    ...decisionRoutes(),
  ];
}

function decisionRoutes(): Operation[] {
  const view = (sql: Sql, row: ReversalRow) => viewReversal(sql, row);
  return [
    writeOperation({
      ...WRITE,
      id: "approveLedgerReversal",
      path: `${PATH}/{id}/approve`,
      summary: "Approve a reversal that another operator asked for",
      outcome: "The reversal was approved and has begun.",
      description:
        "409 state_conflict for the operator who asked for it. With refuse, balances are checked again: 409 reversal_shortfall changes nothing.",
      params: ReversalPath,
      response: Reversal,
      errors: ["not_found", "state_conflict", CORRECTION_ERRORS.reversal_shortfall],
      write: (tx, { actor, params }) => view(tx, approveReversal(tx, actor, params.id)),
    }),
    writeOperation({
      ...WRITE,
      id: "cancelLedgerReversal",
      path: `${PATH}/{id}/cancel`,
      summary: "Cancel a reversal that waits for approval",
      outcome: "The reversal was cancelled; no entry was reversed.",
      params: ReversalPath,
      response: Reversal,
      errors: ["not_found", "state_conflict"],
      write: (tx, { actor, params }) => view(tx, cancelReversal(tx, actor, params.id)),
    }),
  ];
}
