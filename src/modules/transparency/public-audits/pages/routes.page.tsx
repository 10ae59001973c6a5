/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { Problem } from "../../../../http/answers/problem.ts";
import type { Declaration } from "../../../../http/declaration.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../../http/operation.ts";
import { htmlResponse, problemResponse, type Site } from "../../../../pages/index.ts";
import { AUDIT_ERRORS, RUN_ID } from "../../audits/runs/index.ts";
import { readEntry } from "../../signed-log/index.ts";
import { compareWithBaseline } from "../documents/diff.ts";
import { listTriageViews } from "../documents/triage.ts";
import { AUDITS_PATH } from "../paths.ts";
import { toRowFilters } from "../rows/filters.ts";
import { listOfSignature } from "../rows/store.ts";
import { pageOfRows } from "../rows/walk.ts";
import { resolveRun, runNotFound, selectRuns } from "../selectors.ts";
import type { AuditSource } from "../source.ts";
import { AuditPage } from "./audit-page.tsx";
import { RunPage } from "./run-page.tsx";
import { TransactionPage } from "./transaction-page.tsx";
import { auditView, PAGE_ROWS, PageQuery, parsePosition } from "./view.ts";

const PAGE = { mediaType: "text/html", description: "The page." };
const MAX_ROWS = 200;

/** The audit pages: overview, one run, one transaction. */
export function auditPageRoutes(site: Site, source: AuditSource): Operation[] {
  return [overviewRoute(site, source), runRoute(site, source), transactionRoute(site, source)];
}

function sharedBy(site: Site) {
  const refusal: Declaration["refusal"] = ({ status, message }, { requestId }) =>
    problemResponse({ site, status, message, requestId });
  return {
    method: "GET",
    group: PAGES_GROUP,
    access: anyone("pages"),
    response: PAGE,
    refusal,
  } as const;
}

function overviewRoute(site: Site, source: AuditSource): Operation {
  return readOperation({
    ...sharedBy(site),
    id: "auditAnomaliesPage",
    path: AUDITS_PATH,
    summary: "Anomalies in the token's movements",
    query: PageQuery,
    errors: [AUDIT_ERRORS.run_not_found],
    read: async ({ query, baseUrl, now }) => {
      const { view, status } = await auditView(source, query);
      return htmlResponse(<AuditPage {...{ site, baseUrl, view, now }} />, { status });
    },
  });
}

function runRoute(site: Site, source: AuditSource): Operation {
  return readOperation({
    ...sharedBy(site),
    id: "auditRunPage",
    path: `${AUDITS_PATH}/runs/{run}`,
    summary: "One audit run",
    params: Type.Object({
      run: Type.String({
        pattern: `^${RUN_ID}$`,
        examples: ["20261121T011000Z"],
        "x-expectation": "a run's id such as 20261121T011000Z",
      }),
    }),
    query: Type.Object({ from: Type.Optional(Type.String()) }),
    errors: [AUDIT_ERRORS.run_not_found],
    read: async ({ params, query, baseUrl, now }) => {
      const sql = source.live.read;
      const run = resolveRun(selectRuns(sql, source.token), params.run);
      if (run === null) throw runNotFound();
      const page = await pageOfRows(sql, run, {
        filters: toRowFilters({}),
        from: parsePosition(query.from),
        limit: PAGE_ROWS,
      });
      const difference = compareWithBaseline(source, run.run);
      const logged = readEntry(source.log, run.log);
      return htmlResponse(<RunPage {...{ site, baseUrl, run, logged, difference, page, now }} />);
    },
  });
}

function transactionRoute(site: Site, source: AuditSource): Operation {
  return readOperation({
    ...sharedBy(site),
    id: "auditTransactionPage",
    path: `${AUDITS_PATH}/tx/{signature}`,
    summary: "Anomalies of one transaction",
    params: Type.Object({
      signature: Type.String({ pattern: "^[1-9A-HJ-NP-Za-km-z]{64,88}$", examples: ["5".repeat(88)] }),
    }),
    errors: ["not_found"],
    read: ({ params: { signature }, now }) => {
      const { sql, tokenId } = selectRuns(source.live.read, source.token);
      const rows = tokenId === null ? [] : listOfSignature(sql, tokenId, { signature, limit: MAX_ROWS });
      if (rows.length === 0)
        throw new Problem("not_found", "Check the signature: no run found an anomaly in this transaction.");
      const triage = listTriageViews(source, rows, true);
      return htmlResponse(<TransactionPage {...{ site, signature, rows, triage, now }} />);
    },
  });
}
