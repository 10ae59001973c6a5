import { Accepted } from "../../../../http/answers/answer.ts";
import { type Operation, operator, readOperation, writeOperation } from "../../../../http/operation.ts";
import { ENTRY_ERRORS } from "../../entries/index.ts";
import { USER_ERRORS } from "../../users/index.ts";
import { approveAdjustment, cancelAdjustment, requestAdjustment, requireAdjustment } from "./adjust.ts";
import {
  Adjustment,
  AdjustmentBody,
  AdjustmentPath,
  Adjustments,
  ListQuery,
  WaitingAdjustment,
} from "./model.ts";
import { readAdjustments, viewAdjustment } from "./read.ts";

const PATH = "/admin/ops/ledger/adjustments";
const WRITE = { method: "POST", group: "ops", access: operator("operator") } as const;
const READ = { method: "GET", group: "ops", access: operator("viewer") } as const;
const ERRORS = [
  "not_found",
  "state_conflict",
  USER_ERRORS.user_not_found,
  ENTRY_ERRORS.insufficient_balance,
] as const;

/** @param approvalLimit largest amount in salutes that needs no approval */
export function adjustmentRoutes(approvalLimit: number): Operation[] {
  return [
    writeOperation({
      ...WRITE,
      id: "adjustBalance",
      path: PATH,
      summary: "Credit or debit a user",
      outcome: "The balance was adjusted.",
      description:
        "One entry of the system with the key `adjustment:<id>` and the reason `adjustment`, with the partner's events of a credit or debit. Suspended users too. Above REVERSAL_APPROVAL_SALUTES another operator must approve first: 202.",
      body: AdjustmentBody,
      response: Adjustment,
      accepted: WaitingAdjustment,
      errors: ERRORS,
      write: (tx, { actor, body }) => {
        const row = requestAdjustment(tx, actor, { body, approvalLimit });
        if (row.state === "done") return viewAdjustment(row);
        return new Accepted({ adjustment_id: row.id, state: row.state });
      },
    }),
    readOperation({
      ...READ,
      id: "listLedgerAdjustments",
      path: PATH,
      summary: "List operators' credits and debits, newest first",
      query: ListQuery,
      response: Adjustments,
      read: ({ db, query }) => readAdjustments(db.read, query),
    }),
    readOperation({
      ...READ,
      id: "getLedgerAdjustment",
      path: `${PATH}/{id}`,
      summary: "Read an operator's credit or debit",
      params: AdjustmentPath,
      response: Adjustment,
      errors: ["not_found"],
      read: ({ db, params }) => viewAdjustment(requireAdjustment(db.read, params.id)),
    }),
    writeOperation({
      ...WRITE,
      id: "approveLedgerAdjustment",
      path: `${PATH}/{id}/approve`,
      summary: "Approve an adjustment that another operator asked for",
      outcome: "The adjustment was approved and carried out.",
      params: AdjustmentPath,
      response: Adjustment,
      errors: ERRORS,
      write: (tx, { actor, params }) => viewAdjustment(approveAdjustment(tx, actor, params.id)),
    }),
    writeOperation({
      ...WRITE,
      id: "cancelLedgerAdjustment",
      path: `${PATH}/{id}/cancel`,
      summary: "Cancel an adjustment that waits for approval",
      outcome: "The adjustment was cancelled; the balance stays.",
      params: AdjustmentPath,
      response: Adjustment,
      errors: ["not_found", "state_conflict"],
      write: (tx, { actor, params }) => viewAdjustment(cancelAdjustment(tx, actor, params.id)),
    }),
  ];
}
