/** @jsxImportSource preact */

import { type Operation, type OperatorActor, operator, writeOperation } from "../../../http/operation.ts";
import type { Reader, Site } from "../../../pages/index.ts";
import type { SettlementParts } from "../../ledger/settlements/index.ts";
import { adminForm, adminPage, adminResponse } from "../../platform/admin-page/index.ts";
import { IMPORT_PATH, ImportForm, Report } from "./import-page.tsx";
import { importSettlements, noteImport, settleRows } from "./import-settlements.ts";
import { ImportBody, ImportQuery, ImportReport } from "./model.ts";
import { MAX_ROWS } from "./rules.ts";

interface ImportParts extends SettlementParts {
  site: Site;
}

const TITLE = "Import settlements";
const EXAMPLE =
  "kind,id,signature\nconversion,17,5wHu1qwD7q4H3N9f1hrYc1u4v2kJb6m3bT8aGZ6yJ9sQ4u2mV7pXr8nKc3dEfGhJkLmNpQrStUvWxYz123456789AbC\n";

/** Settlement of many payments by a CSV: as JSON, and as a page with a dry run first. */
export function settlementImportRoutes(parts: ImportParts): Operation[] {
  return [importOperation(parts), ...importPages(parts)];
}

function importOperation({ live, treasury }: ImportParts): Operation {
  return writeOperation({
    id: "importSettlements",
    method: "POST",
    path: "/admin/ops/settlements/import",
    group: "ops",
    summary: "Settle conversions and claims with the transactions of a CSV",
    outcome: "Every row was verified; results has the outcome of each.",
    description: `At most ${MAX_ROWS.toLocaleString("en")} rows, each verified on the chain and settled as a single settlement is; refused rows stop no others. Send the same CSV again as often as you like: rows that it settled before are already_settled. With an Idempotency-Key the first answer is repeated: to try refused rows again, send a new key. Kept in the audit trail, each settlement and their number.`,
    access: operator("operator"),
    query: ImportQuery,
    body: ImportBody,
    textBody: { mediaType: "text/csv", field: "csv", example: EXAMPLE },
    slow: true,
    response: ImportReport,
    example: { csv: EXAMPLE },
    // A commit per settlement, as each waits for the chain.
    prepare: ({ actor, query, body, now }) => {
      const isDryRun = query.dry_run === true;
      return settleRows({ live, treasury }, actor, { csv: body.csv, isDryRun, now });
    },
    write: (tx, { actor }, report) => {
      if (!report.dry_run) noteImport(tx, actor, report);
      return report;
    },
  });
}

function importPages({ site, live, treasury }: ImportParts): Operation[] {
  const run = async (
    given: { actor: OperatorActor; reader: Reader; csv: string; now: number },
    isDryRun: boolean,
  ) => {
    const { actor, reader, csv, now } = given;
    const report = await importSettlements({ live, treasury }, actor, { csv, isDryRun, now });
    return adminResponse(site, reader, {
      path: "/admin/settlements",
      address: IMPORT_PATH,
      title: isDryRun ? "Verified payments" : "Settled payments",
      content: <Report {...{ reader, report, csv }} />,
    });
  };
  const form = { role: "operator", status: 200, slow: true, form: ImportBody, done: null } as const;
  return [
    adminPage(site, {
      id: "settlementImportPage",
      path: IMPORT_PATH,
      summary: "Settle many payments by a CSV",
      title: TITLE,
      role: "operator",
      content: ({ reader }) => <ImportForm reader={reader} />,
    }),
    adminForm(site, {
      ...form,
      id: "verifySettlements",
      path: IMPORT_PATH,
      summary: "Verify the payments of a CSV on the chain; settles nothing",
      submit: ({ actor, reader, body, now }) => run({ actor, reader, csv: body.csv, now }, true),
    }),
    adminForm(site, {
      ...form,
      id: "settleImport",
      path: `${IMPORT_PATH}/settle`,
      summary: "Settle the payments of a CSV",
      submit: ({ actor, reader, body, now }) => run({ actor, reader, csv: body.csv, now }, false),
    }),
  ];
}
