/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { ShownQuery } from "../../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import { Text, Words } from "../../../../http/schema/shapes.ts";
import { adminForm, adminPage } from "../../../platform/admin-page/index.ts";
import { listThresholdChanges, readThresholds, setThreshold, THRESHOLDS } from "../policy/index.ts";
import { AuditsContent } from "./admin-page.tsx";
import { PATH } from "./audit-sections.tsx";
import { type AuditPageParts, findTrackedTokenId } from "./page-parts.ts";
import { runPages } from "./routes.runs.tsx";
import { triagePages } from "./routes.triage.tsx";
import { readUntriaged } from "./untriaged.tsx";

const CHANGES_SHOWN = 20;

/** The operators' pages of audits: what waits with the thresholds, runs, and triage. */
export function auditPages(parts: AuditPageParts): Operation[] {
  const { live, site } = parts;
  const page = adminPage(site, {
    id: "transparencyAdminPage",
    path: PATH,
    summary: "Anomalies without triage, and the thresholds of audits",
    title: "Transparency",
    query: Type.Object(ShownQuery),
    content: ({ reader, query, now }) => {
      const { read } = live;
      const id = findTrackedTokenId(parts);
      const values = readThresholds(read);
      return (
        <AuditsContent
          reader={reader}
          query={query}
          thresholds={THRESHOLDS.map((each) => ({ ...each, value: values.get(each.name) ?? each.default }))}
          changes={listThresholdChanges(read, CHANGES_SHOWN)}
          untriaged={id === null ? null : readUntriaged(read, id)}
          now={now}
        />
      );
    },
  });
  return [page, thresholdForm(parts), ...runPages(parts), ...triagePages(parts)];
}

function thresholdForm({ site, live }: AuditPageParts): Operation {
  return adminForm(site, {
    id: "submitAuditThreshold",
    path: `${PATH}/thresholds`,
    summary: "Change an audit threshold",
    role: "operator",
    form: Type.Object({
      parameter: Text(64),
      new_value: Type.Number(),
      owner: Words(120),
      reason: Words(500),
    }),
    done: ({ parameter, new_value }) => `${parameter} is now ${new_value}, from the next run on.`,
    submit: async ({ actor, body }) => {
      await live.writer.run((tx) => setThreshold(tx, actor, body));
      return seeOther(`${PATH}#thresholds`);
    },
  });
}
