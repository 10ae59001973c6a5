/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { ShownQuery } from "../../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import { EnteredTime, OneOf, Text } from "../../../../http/schema/shapes.ts";
import { timeOfEntry } from "../../../../kit/clock.ts";
import { adminForm, adminPage } from "../../../platform/admin-page/index.ts";
import { listTriage, listTriageHistory, recordTriage, TRIAGE_STATUSES } from "../triage/index.ts";
import { TRIAGE_PATH } from "./audit-sections.tsx";
import { type AuditPageParts, findTrackedTokenId } from "./page-parts.ts";
import { TriageContent } from "./triage-page.tsx";

const PAGE_ROWS = 100;
const EARLIER_SHOWN = 20;

/** The page of triage, and its form. */
export function triagePages(parts: AuditPageParts): Operation[] {
  return [triagePage(parts), triageForm(parts)];
}

function triagePage(parts: AuditPageParts): Operation {
  const { site, live } = parts;
  return adminPage(site, {
    id: "auditTriagePage",
    path: TRIAGE_PATH,
    summary: "The triage of anomalies, newest first",
    title: "Triage",
    query: Type.Object({
      status: Type.Optional(
        OneOf(TRIAGE_STATUSES, { description: "Only anomalies whose triage has this status." }),
      ),
      before: Type.Optional(Type.Integer({ minimum: 1, description: "Only rows with a lower id." })),
      ...ShownQuery,
    }),
    content: ({ reader, query, now }) => {
      const id = findTrackedTokenId(parts);
      const { status = null, before = null } = query;
      const filter = { status, before, limit: PAGE_ROWS + 1 };
      const rows = id === null ? [] : listTriage(live.read, id, filter);
      const triage = rows.slice(0, PAGE_ROWS);
      const last = rows.length > PAGE_ROWS ? triage.at(-1) : undefined;
      const next = last === undefined ? null : (["before", last.id] as const);
      const listHistory = ({ signature, row_id }: (typeof rows)[number]) =>
        id === null ? [] : listTriageHistory(live.read, id, { signature, row_id, limit: EARLIER_SHOWN });
      return <TriageContent {...{ reader, triage, listHistory, query, next, now }} />;
    },
  });
}

function triageForm(parts: AuditPageParts): Operation {
  return adminForm(parts.site, {
    id: "submitAuditTriage",
    path: TRIAGE_PATH,
    summary: "Set the triage status of an anomaly",
    role: "operator",
    form: Type.Object({
      signature: Type.Optional(Text(88)),
      row_id: Type.Optional(Text(16)),
      status: OneOf(TRIAGE_STATUSES),
      assignee: Type.Optional(Text(120)),
      eta_utc: Type.Optional(EnteredTime()),
      note: Type.Optional(Text(2_000)),
    }),
    errors: ["not_found"],
    done: "Triage saved.",
    submit: async ({ actor, body }) => {
      const { signature = null, row_id = null, status, assignee: owner = null, eta_utc, note = null } = body;
      const eta = eta_utc === undefined ? null : timeOfEntry(eta_utc);
      const input = {
        tokenId: findTrackedTokenId(parts),
        signature,
        row_id,
        status,
        owner,
        eta_utc: eta,
        note,
      };
      await parts.live.writer.run((tx) => recordTriage(tx, actor, input));
      return seeOther(TRIAGE_PATH);
    },
  });
}
