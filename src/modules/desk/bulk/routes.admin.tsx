/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { ShownQuery } from "../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { OneOf, Repeated } from "../../../http/schema/shapes.ts";
import type { Site } from "../../../pages/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import { deliveryForms } from "./deliveries.tsx";
import { WORDS } from "./kinds.ts";
import { BulkPath, ITEM_STATES, Item, Kind, MAX_ITEMS, Reason, TriageStatus } from "./model.ts";
import { BulkDetails, BulkList, PATH } from "./pages.tsx";
import { BulkPreview } from "./preview.tsx";
import { NEWEST, viewAction } from "./read.ts";
import type { BulkParts } from "./routes.operator.ts";
import { requestBulk, requireAction } from "./run-bulk.ts";
import { listActions, listItems } from "./store.ts";

const PAGE_ROWS = 100;
/** Rows of a list that one form may select. */
const MAX_SELECTED = 500;
const Selected = () => Repeated(Item(), { maxItems: MAX_SELECTED, description: "The selected things." });

/** Bulk actions as pages: preview, list, and one with its progress. */
export function bulkPages(site: Site, parts: BulkParts): Operation[] {
  return [previewPage(site), requestForm(site, parts), ...deliveryForms(site, parts), ...shownPages(site)];
}

function previewPage(site: Site): Operation {
  return adminPage(site, {
    id: "bulkPreviewPage",
    path: `${PATH}/new`,
    summary: "Preview an action on selected rows before confirming it",
    title: ({ query }) => `${WORDS[query.kind].verb} ${WORDS[query.kind].many}`,
    role: "operator",
    query: Type.Object({ kind: Kind(), id: Type.Optional(Selected()) }),
    content: ({ reader, query: { kind, id = [] } }) => (
      <BulkPreview
        {...{ reader, kind, count: id.length, to: PATH }}
        fields={[["kind", kind] as const, ...id.map((each) => ["id", each] as const)]}
      />
    ),
  });
}

function requestForm(site: Site, parts: BulkParts): Operation {
  return adminForm(site, {
    id: "startBulkActionForm",
    path: PATH,
    page: `${PATH}/new`,
    summary: "Act on selected rows",
    done: null,
    role: "operator",
    form: Type.Object({ kind: Kind(), id: Selected(), triage_status: TriageStatus(), reason: Reason() }),
    errors: ["safe_mode"],
    submit: async ({ actor, body: { kind, id, triage_status = null, reason } }) => {
      const request = { kind, items: id, triageStatus: triage_status, reason };
      const row = await parts.live.writer.run((tx) => requestBulk(tx, actor, { request, parts }));
      return seeOther(`${PATH}/${row.id}`);
    },
  });
}

function shownPages(site: Site): Operation[] {
  return [
    adminPage(site, {
      id: "bulkActionsPage",
      path: PATH,
      summary: "Bulk actions, newest first",
      title: "Bulk actions",
      query: Type.Object({
        before: Type.Optional(Type.Integer({ minimum: 1, description: "Only actions with a lower id." })),
        ...ShownQuery,
      }),
      content: ({ sql, query, now }) => {
        const { before = NEWEST } = query;
        const rows = listActions(sql, { before, offset: 0, limit: PAGE_ROWS + 1 });
        const actions = rows.slice(0, PAGE_ROWS).map((row) => viewAction(sql, row));
        const next = rows.length > PAGE_ROWS ? (actions.at(-1)?.id ?? null) : null;
        return <BulkList {...{ actions, next, query, now }} />;
      },
    }),
    adminPage(site, {
      id: "bulkActionPage",
      path: `${PATH}/{id}`,
      summary: "A bulk action: progress, and what became of each thing",
      title: ({ sql, params }) => titleOf(requireAction(sql, Number(params.id))),
      params: BulkPath,
      query: Type.Object({
        state: Type.Optional(OneOf(ITEM_STATES, { description: "Only things in this state." })),
        offset: Type.Optional(
          Type.Integer({ minimum: 0, maximum: MAX_ITEMS, description: "Things to leave out at the start." }),
        ),
        ...ShownQuery,
      }),
      errors: ["not_found"],
      content: ({ sql, params, query, now }) => {
        const row = requireAction(sql, Number(params.id));
        const { state = null, offset = 0 } = query;
        const found = listItems(sql, row.id, { state, after: 0, offset, limit: PAGE_ROWS + 1 });
        const next = found.length > PAGE_ROWS ? offset + PAGE_ROWS : null;
        const items = found.slice(0, PAGE_ROWS);
        return <BulkDetails action={viewAction(sql, row)} {...{ items, next, query, now }} />;
      },
    }),
  ];
}

function titleOf({ id, kind }: ReturnType<typeof requireAction>): string {
  return `Bulk action ${id}: ${WORDS[kind].verb.toLowerCase()} ${WORDS[kind].many}`;
}
