/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../../db/database.ts";
import { ShownQuery } from "../../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import { OneOf, Text } from "../../../../http/schema/shapes.ts";
import type { Site } from "../../../../pages/index.ts";
import { adminForm, adminPage } from "../../../platform/admin-page/index.ts";
import { ENTRY_ERRORS } from "../../entries/index.ts";
import { USER_ERRORS } from "../../users/index.ts";
import { approveAdjustment, cancelAdjustment, requestAdjustment } from "./adjust.ts";
import { AdjustmentList, CREATE_PATH, PATH } from "./adjustments-page.tsx";
import { AdjustmentBody, AdjustmentPath, STATES } from "./model.ts";
import { NewAdjustment } from "./new-adjustment-page.tsx";
import { viewAdjustment } from "./read.ts";
import { listAdjustments } from "./store.ts";

const PAGE_ROWS = 100;
const ERRORS = [
  "not_found",
  "state_conflict",
  USER_ERRORS.user_not_found,
  ENTRY_ERRORS.insufficient_balance,
] as const;

interface PageParts {
  site: Site;
  live: Database;
  /** Salutes. */
  approvalLimit: number;
}

export function adjustmentPages({ site, live, approvalLimit }: PageParts): Operation[] {
  return [
    adminPage(site, {
      id: "ledgerAdjustmentsPage",
      path: PATH,
      summary: "Operators' credits and debits, newest first",
      title: "Adjustments",
      query: Type.Object({
        state: Type.Optional(OneOf(STATES, { description: "Only adjustments in this state." })),
        before: Type.Optional(Type.Integer({ minimum: 1, description: "Only rows with a lower id." })),
        ...ShownQuery,
      }),
      content: ({ sql, reader, query, now }) => {
        const rows = listAdjustments(sql, {
          before: query.before ?? Number.MAX_SAFE_INTEGER,
          limit: PAGE_ROWS + 1,
          state: query.state,
        });
        const adjustments = rows.slice(0, PAGE_ROWS).map(viewAdjustment);
        const next = rows.length > PAGE_ROWS ? (adjustments.at(-1)?.adjustment_id ?? null) : null;
        return <AdjustmentList {...{ reader, adjustments, next, query, now }} />;
      },
    }),
    adminPage(site, {
      id: "newLedgerAdjustmentPage",
      path: CREATE_PATH,
      summary: "The form that credits or debits a user",
      title: "Credit or debit a user",
      role: "operator",
      query: Type.Object({
        partner: Type.Optional(Text(40, { description: "Partner for the form." })),
        user_id: Type.Optional(Text(260, { description: "User for the form." })),
      }),
      content: ({ reader, query }) => (
        <NewAdjustment csrfToken={reader.csrfToken ?? ""} query={query} approvalLimit={approvalLimit} />
      ),
    }),
    adminForm(site, {
      id: "adjustBalanceForm",
      path: PATH,
      page: CREATE_PATH,
      summary: "Credit or debit a user",
      done: null,
      role: "operator",
      form: AdjustmentBody,
      errors: ERRORS,
      submit: async ({ actor, body, confirm }) => {
        const row = await live.writer.run((tx) => requestAdjustment(tx, actor, { body, approvalLimit }));
        confirm(
          row.state === "done"
            ? `Adjusted by entry ${row.ledger_entry_id}.`
            : "The adjustment waits for approval.",
        );
        return seeOther(PATH);
      },
    }),
    ...decisionForms(site, live),
  ];
}

function decisionForms(site: Site, live: Database): Operation[] {
  const SHARED = { role: "operator", params: AdjustmentPath } as const;
  return [
    adminForm(site, {
      ...SHARED,
      id: "approveAdjustmentForm",
      path: `${PATH}/{id}/approve`,
      summary: "Approve an adjustment",
      done: "The adjustment is approved.",
      errors: ERRORS,
      submit: async ({ actor, params }) => {
        await live.writer.run((tx) => approveAdjustment(tx, actor, Number(params.id)));
        return seeOther(PATH);
      },
    }),
    adminForm(site, {
      ...SHARED,
      id: "cancelAdjustmentForm",
      path: `${PATH}/{id}/cancel`,
      summary: "Cancel an adjustment that waits for approval",
      done: "The adjustment is cancelled.",
      errors: ["not_found", "state_conflict"],
      submit: async ({ actor, params }) => {
        await live.writer.run((tx) => cancelAdjustment(tx, actor, Number(params.id)));
        return seeOther(PATH);
      },
    }),
  ];
}
