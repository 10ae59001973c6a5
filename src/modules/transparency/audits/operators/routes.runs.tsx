/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { ShownQuery } from "../../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import { Described, EnteredTime } from "../../../../http/schema/shapes.ts";
import { timeOfEntry } from "../../../../kit/clock.ts";
import { adminForm, adminPage } from "../../../platform/admin-page/index.ts";
import { CHAIN_ERRORS } from "../../../platform/chain-access/index.ts";
import { AUDIT_ERRORS, findBaseline, listRuns, pinBaseline, requestedWindow } from "../runs/index.ts";
import { PATH, RUNS_PATH } from "./audit-sections.tsx";
import { RunId } from "./model.ts";
import { type AuditPageParts, findTrackedTokenId } from "./page-parts.ts";
import { RunsContent } from "./runs-page.tsx";

const PAGE_ROWS = 100;

/** The page of runs, and its forms. */
export function runPages(parts: AuditPageParts): Operation[] {
  return [runsPage(parts), runForm(parts), baselineForm(parts)];
}

function runsPage(parts: AuditPageParts): Operation {
  const { site, live } = parts;
  return adminPage(site, {
    id: "auditRunsPage",
    path: RUNS_PATH,
    summary: "Audit runs, newest first, and the baseline",
    title: "Audit runs",
    query: Type.Object({
      before: Type.Optional(Described(RunId, "Only runs with a lower id.")),
      ...ShownQuery,
    }),
    content: ({ reader, query, now }) => {
      const id = findTrackedTokenId(parts);
      const { before = null } = query;
      const rows = id === null ? [] : listRuns(live.read, id, { limit: PAGE_ROWS + 1, before });
      const runs = rows.slice(0, PAGE_ROWS);
      const last = rows.length > PAGE_ROWS ? runs.at(-1) : undefined;
      const next = last === undefined ? null : (["before", last.run] as const);
      const baseline = id === null ? null : findBaseline(live.read, id);
      return <RunsContent {...{ reader, runs, baseline, query, next, now }} />;
    },
  });
}

function runForm({ site, audits }: AuditPageParts): Operation {
  return adminForm(site, {
    id: "submitAuditRun",
    path: RUNS_PATH,
    summary: "Audit a time window now",
    role: "operator",
    form: Type.Object({ from: Type.Optional(EnteredTime()), to: Type.Optional(EnteredTime()) }),
    errors: ["state_conflict", CHAIN_ERRORS.rpc_unavailable],
    done: "Audit started. Its run is listed here once it has finished.",
    submit: async ({ actor, body, now }) => {
      const { from, to } = body;
      const window = {
        from: from === undefined ? null : timeOfEntry(from),
        to: to === undefined ? null : timeOfEntry(to),
      };
      await audits.run(requestedWindow(window, now), actor);
      return seeOther(RUNS_PATH);
    },
  });
}

function baselineForm(parts: AuditPageParts): Operation {
  return adminForm(parts.site, {
    id: "submitAuditBaseline",
    path: `${PATH}/baseline`,
    page: RUNS_PATH,
    summary: "Pin a run as the baseline, or unpin it",
    role: "operator",
    form: Type.Object({ run: Type.Optional(RunId) }),
    errors: [AUDIT_ERRORS.run_not_found, "state_conflict"],
    done: ({ run }) => (run === undefined ? "Baseline unpinned." : `Baseline pinned: ${run}.`),
    submit: async ({ actor, body: { run = null } }) => {
      await parts.live.writer.run((tx) =>
        pinBaseline(tx, actor, { tokenId: findTrackedTokenId(parts), run }),
      );
      return seeOther(RUNS_PATH);
    },
  });
}
