/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../../db/database.ts";
import type { Sql } from "../../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../../http/answers/problem.ts";
import { ShownQuery } from "../../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import { Flag, Id, OneOf, Repeated } from "../../../../http/schema/shapes.ts";
import type { Site } from "../../../../pages/index.ts";
import { adminForm, adminPage } from "../../../platform/admin-page/index.ts";
import { listAudit } from "../../../platform/audit/index.ts";
import {
  type EntryFilter,
  FilterFields,
  LEDGER_PATH,
  REVERSE_PATH,
  recordedFilter,
  resolveFilter,
  SELECT_PATH,
  showFilter,
} from "../../desk-entries/index.ts";
import { newestEntryId } from "../../entries/index.ts";
import { CORRECTION_ERRORS } from "../errors.ts";
import { approveReversal, cancelReversal } from "./decide-reversal.ts";
import { EXAMINED_AT_ONCE, ITEM_STATES, OnShortfallShape, Reason, ReversalPath, STATES } from "./model.ts";
import { ReversalPreview } from "./preview-page.tsx";
import { NEWEST, viewItem, viewReversal } from "./read.ts";
import { requestReversal, requireReversal } from "./request-reversal.ts";
import { ReversalDetails } from "./reversal-details.tsx";
import { PATH, ReversalList } from "./reversal-list.tsx";
import { foresee } from "./rules.ts";
import {
  digestCandidates,
  type Selection,
  selectByFilter,
  selectFitting,
  selectNewest,
} from "./select-entries.ts";
import { listItemIds, listItems, listRemaining, listReversals } from "./store.ts";

const PAGE_ROWS = 100;
const HISTORY = 20;

const ChoiceFields = {
  ...FilterFields,
  entries: Type.Optional(
    Type.String({
      pattern: "^[1-9]\\d{0,15}(,[1-9]\\d{0,15})*$",
      "x-expectation": "ids of entries, comma-separated",
      description: "Ids, comma-separated.",
    }),
  ),
};
const Before = Type.Optional(Type.Integer({ minimum: 1, description: "Only rows with a lower id." }));
const ReverseForm = Type.Object({
  ...ChoiceFields,
  newest: Type.Integer({ minimum: 0 }),
  last_reversal: Type.Integer({ minimum: 0 }),
  digest: Type.String(),
  note: Reason,
  on_shortfall: OnShortfallShape,
});

interface PageParts {
  site: Site;
  live: Database;
  /** Salutes. */
  approvalLimit: number;
}

/** Pages of reversals: preview, list, progress, and their forms. */
export function reversalPages(parts: PageParts): Operation[] {
  return [...requestPages(parts), ...statePages(parts.site), ...decisionForms(parts)];
}

function requestPages({ site, live, approvalLimit }: PageParts): Operation[] {
  return [
    adminForm(site, {
      id: "selectLedgerEntries",
      path: SELECT_PATH,
      page: LEDGER_PATH,
      summary: "Preview the reversal of selected entries",
      done: null,
      role: "operator",
      form: Type.Object({ id: Type.Optional(Repeated(Id())) }),
      submit: ({ body: { id: ids = [] } }) => {
        if (ids.length === 0) throw invalidPayload("id", "must select at least one entry");
        return seeOther(`${REVERSE_PATH}?entries=${ids.join(",")}`);
      },
    }),
    adminPage(site, {
      id: "ledgerReversalPreviewPage",
      path: REVERSE_PATH,
      summary: "Preview a reversal: users, amounts, and entries that balances do not cover",
      title: "Reverse entries",
      role: "operator",
      query: Type.Object({
        ...ChoiceFields,
        whole: Type.Optional(
          Flag({ description: "Examine every entry of the filter, however long it takes." }),
        ),
      }),
      content: async ({ sql, reader, query: { whole = false, ...query } }) => {
        const newest = newestEntryId(sql);
        const lastReversal = listReversals(sql, { before: NEWEST, limit: 1 })[0]?.id ?? 0;
        const filter = query.entries === undefined ? showFilter(filterOf(query)) : null;
        const selection = await choose(sql, query, { newest, whole });
        return <ReversalPreview {...{ reader, selection, filter, newest, lastReversal, approvalLimit }} />;
      },
    }),
    adminForm(site, {
      id: "reverseEntriesForm",
      path: REVERSE_PATH,
      summary: "Reverse the previewed entries",
      done: null,
      role: "operator",
      form: ReverseForm,
      errors: ["state_conflict", CORRECTION_ERRORS.reversal_shortfall],
      submit: async ({ actor, body, confirm }) => {
        const selection = await choose(live.read, body, { newest: body.newest, whole: true });
        if (digestCandidates(selection) !== body.digest)
          throw new Problem(
            "state_conflict",
            "Look at the preview again: it was out of date, and nothing was reversed.",
          );
        const row = await live.writer.run((tx) =>
          requestReversal(tx, actor, {
            entryIds: selection.candidates.map(({ id }) => id),
            filter: body.entries === undefined ? recordedFilter(tx, filterOf(body)) : null,
            reason: body.note,
            onShortfall: body.on_shortfall,
            approvalLimit,
          }),
        );
        confirm(
          row.state === "waiting_approval" ? "The reversal waits for approval." : "The reversal has begun.",
        );
        return seeOther(`${PATH}/${row.id}`);
      },
    }),
  ];
}

type Chosen = EntryFilter & { entries?: string };

function filterOf(chosen: Chosen): EntryFilter {
  const names = Object.keys(FilterFields);
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => names.includes(name)));
}

/**
 * Nothing without ids and conditions: the whole ledger is not selected.
 * @param whole whether every entry of a filter is examined, or only the newest ones
 */
async function choose(
  sql: Sql,
  chosen: Chosen,
  { newest, whole }: { newest: number; whole: boolean },
): Promise<Selection> {
  if (chosen.entries !== undefined) return selectFitting(sql, chosen.entries.split(",").map(Number));
  const filter = filterOf(chosen);
  if (Object.keys(filter).length === 0) return selectFitting(sql, []);
  const filters = resolveFilter(sql, filter);
  return whole ? selectByFilter(sql, filters, newest) : selectNewest(sql, filters, newest);
}

function statePages(site: Site): Operation[] {
  return [
    adminPage(site, {
      id: "ledgerReversalsPage",
      path: PATH,
      summary: "Reversals of ledger entries, newest first",
      title: "Reversals",
      query: Type.Object({
        state: Type.Optional(OneOf(STATES, { description: "Only reversals in this state." })),
        before: Before,
        ...ShownQuery,
      }),
      content: ({ sql, query, now }) => {
        const { before = NEWEST, state } = query;
        const rows = listReversals(sql, { before, state, limit: PAGE_ROWS + 1 });
        const { shown, next } = paged(rows, ({ id }) => id);
        const reversals = shown.map((row) => viewReversal(sql, row));
        return <ReversalList {...{ reversals, next, query, now }} />;
      },
    }),
    adminPage(site, {
      id: "ledgerReversalPage",
      path: `${PATH}/{id}`,
      summary: "A reversal: progress, approval and its entries",
      title: ({ params }) => `Reversal ${params.id}`,
      params: ReversalPath,
      query: Type.Object({ before: Before, state: Type.Optional(OneOf(ITEM_STATES)), ...ShownQuery }),
      errors: ["not_found"],
      content: ({ sql, reader, params, query, now }) => {
        const row = requireReversal(sql, Number(params.id));
        const page = { state: query.state ?? null, before: query.before ?? NEWEST, limit: PAGE_ROWS + 1 };
        const { shown, next } = paged(listItems(sql, row.id, page), ({ entry_id }) => entry_id);
        const reversal = { ...viewReversal(sql, row), items: shown.map(viewItem) };
        const history = listAudit(sql, HISTORY, { subject: `reversal:${row.id}` });
        const foreseen =
          row.state === "waiting_approval"
            ? foresee(
                listRemaining(sql, listItemIds(sql, row.id).slice(0, EXAMINED_AT_ONCE)),
                row.on_shortfall,
              )
            : null;
        return <ReversalDetails {...{ reader, reversal, next, query, history, foreseen, now }} />;
      },
    }),
  ];
}

/** One page of rows, and the id before which the next one starts. */
function paged<Row>(rows: readonly Row[], idOf: (row: Row) => number): { shown: Row[]; next: number | null } {
  const shown = rows.slice(0, PAGE_ROWS);
  const last = shown.at(-1);
  return { shown, next: rows.length > PAGE_ROWS && last !== undefined ? idOf(last) : null };
}

function decisionForms({ site, live }: PageParts): Operation[] {
  const SHARED = { role: "operator", params: ReversalPath } as const;
  return [
    adminForm(site, {
      ...SHARED,
      id: "approveReversalForm",
      path: `${PATH}/{id}/approve`,
      summary: "Approve a reversal",
      done: "The reversal is approved.",
      errors: ["not_found", "state_conflict", CORRECTION_ERRORS.reversal_shortfall],
      submit: async ({ actor, params }) => {
        await live.writer.run((tx) => approveReversal(tx, actor, Number(params.id)));
        return seeOther(`${PATH}/${params.id}`);
      },
    }),
    adminForm(site, {
      ...SHARED,
      id: "cancelReversalForm",
      path: `${PATH}/{id}/cancel`,
      summary: "Cancel a reversal that waits for approval",
      done: "The reversal is cancelled.",
      errors: ["not_found", "state_conflict"],
      submit: async ({ actor, params }) => {
        await live.writer.run((tx) => cancelReversal(tx, actor, Number(params.id)));
        return seeOther(`${PATH}/${params.id}`);
      },
    }),
  ];
}
