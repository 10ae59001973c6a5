/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Confirmation,
  type Effect,
  type NoEffect,
  type Reader,
  type Status,
  StatusMark,
  Table,
  TextArea,
} from "../../../pages/index.ts";
import type { ImportReport, ImportResult } from "./model.ts";
import { COLUMNS, MAX_ROWS } from "./rules.ts";

export const IMPORT_PATH = "/admin/settlements/import";

const ROWS_OF_TEXT = 12;

/** The form that takes the CSV. */
export function ImportForm({ reader }: { reader: Reader }): JSX.Element {
  return (
    <>
      <p>
        CSV with the header <code>{COLUMNS.join(",")}</code> and at most {MAX_ROWS.toLocaleString("en")} rows,
        such as <code>conversion,17,5wHu…</code>. Every transaction is looked up on the chain first; you see a
        report before anything is settled. Rows that were settled before stay as they are.
      </p>
      <CsvForm reader={reader} />
      <p>
        <a href="/admin/settlements">Back to settlements</a>
      </p>
    </>
  );
}

function CsvForm({ reader, csv }: { reader: Reader; csv?: string }): JSX.Element | null {
  if (reader.csrfToken === null) return null;
  return (
    <Action to={IMPORT_PATH} csrfToken={reader.csrfToken} label="Verify payments" main>
      <TextArea
        name="csv"
        label="CSV"
        rows={ROWS_OF_TEXT}
        value={csv}
        required
        upload=".csv,text/csv,text/plain"
      />
    </Action>
  );
}

interface ReportProps {
  reader: Reader;
  report: ImportReport;
  /** The CSV, to be settled or corrected. */
  csv: string;
}

/** Outcome of each row; after a dry run with the button that settles, and with the CSV if rows were refused. */
export function Report({ reader, report, csv }: ReportProps): JSX.Element {
  return (
    <>
      {report.dry_run ? (
        <Confirmation
          effect={settlementEffect(report, csv)}
          to={`${IMPORT_PATH}/settle`}
          back={IMPORT_PATH}
          csrfToken={reader.csrfToken}
        />
      ) : (
        <>
          <p class="lead">
            {counted(report.settled, "payment")} settled, {report.already_settled} settled before,{" "}
            {report.refused} refused.
          </p>
          <p>
            <a href={IMPORT_PATH}>Another import</a>, <a href="/admin/settlements">back to settlements</a>
          </p>
        </>
      )}
      <h2 id="rows">Rows</h2>
      <Table
        caption="Rows of the CSV, in its order"
        columns={[
          { head: "Row", cell: ({ index }) => index + 1, numeric: true },
          { head: "Payment", cell: (row) => <PaymentLink row={row} /> },
          { head: "Outcome", cell: ({ status }) => <Outcome status={status} /> },
          {
            head: "Advice",
            cell: ({ error, message }) => (error === null ? "" : `${message ?? ""} (${error})`),
          },
        ]}
        rows={report.results}
        keyOf={({ index }) => index}
      />
      {report.refused > 0 && (
        <>
          <h2 id="correct">Correct the CSV</h2>
          <p>Rows that were settled before stay as they are.</p>
          <CsvForm {...{ reader, csv }} />
        </>
      )}
    </>
  );
}

function settlementEffect(report: ImportReport, csv: string): Effect | NoEffect {
  const { verified, already_settled, refused } = report;
  if (verified === 0)
    return {
      nothing: "No row can be settled.",
      consequences: `${already_settled} were settled before, ${refused} are refused.`,
    };
  const ofKind = (kind: string) =>
    report.results.filter((row) => row.kind === kind && row.status === "verified").length;
  return {
    lead: `The chain proves ${counted(verified, "payment")}: settle ${verified === 1 ? "it" : "them"}?`,
    figures: [
      ["Conversions to settle", ofKind("conversion")],
      ["Claims to settle", ofKind("claim")],
      ["Settled before", already_settled],
      ["Refused", refused],
    ],
    consequences:
      "Each row is verified once more. Partners are told of every settlement; none can be undone.",
    label: `Settle ${counted(verified, "payment")}`,
    fields: <input type="hidden" name="csv" value={csv} />,
  };
}

const MARKS: Record<ImportResult["status"], Status> = {
  verified: "ok",
  settled: "ok",
  already_settled: "unknown",
  refused: "bad",
};

function Outcome({ status }: Pick<ImportResult, "status">): JSX.Element {
  return <StatusMark status={MARKS[status]} word={status.replaceAll("_", " ")} />;
}

function PaymentLink({ row: { kind, id } }: { row: ImportResult }): JSX.Element {
  if (kind === null || id === null) return <>unreadable</>;
  return (
    <a class="whole" href={`/admin/${kind}s/${id}`}>
      {kind} {id}
    </a>
  );
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
