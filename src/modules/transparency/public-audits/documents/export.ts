import { type Static, Type } from "@sinclair/typebox";
import type { Meta } from "../../../../http/answers/answer.ts";
import { Nullable, Timestamp } from "../../../../http/schema/shapes.ts";
import { isoUtcOrNull } from "../../../../kit/clock.ts";
import { type CsvCell, csvRow } from "../../../../kit/formats/csv.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import { ExportRowQuery, filtersOf } from "../rows/filters.ts";
import type { AnomalyRow } from "../rows/store.ts";
import { walkRows } from "../rows/walk.ts";
import { RunSelector } from "../selectors.ts";
import type { AuditSource } from "../source.ts";
import { Mode, RunId, SelectedRun, SeverityShape, TypeShape } from "./shapes.ts";

export const ExportQuery = Type.Object({
  run: RunSelector("The run whose rows are listed."),
  ...ExportRowQuery,
});

const Tokens = (description: string, examples: string[]) =>
  Nullable(Type.String({ pattern: "^-?[0-9]+(\\.[0-9]+)?$", examples }), {
    description: `${description} Whole tokens, exact.`,
  });

const Row = Type.Object(
  {
    row_id: Type.String({
      pattern: "^[0-9a-f]{16}$",
      description:
        "The first 16 hex characters of the SHA-256 of the row without `run` and `row_id`, as RFC 8785.",
      examples: ["3f9c1b7a5d2e4860"],
    }),
    run: RunId("The run that found it."),
    signature: Nullable(Type.String(), { description: "Null where no transaction is the cause." }),
    slot: Type.Integer(),
    block_time: Nullable(Timestamp(), { description: "Null where the chain does not say." }),
    anomaly_type: TypeShape,
    severity: SeverityShape,
    wallet: Nullable(Type.String()),
    delta: Tokens("What the wallet gained; negative for a loss.", ["-125000.5"]),
    abs_delta: Tokens("The same without its sign.", ["125000.5"]),
    details: Type.Object({}, { additionalProperties: true, description: "What the type adds." }),
  },
  { title: "AuditAnomaly" },
);

export const ExportDocument = Type.Object({
  selected_run: SelectedRun,
  selected_label: Nullable(Type.String(), { examples: ["2026-11-20"] }),
  rows_sha256: Nullable(Type.String(), {
    description:
      "Of all rows of the run: SHA-256 over each as RFC 8785 without `run`, followed by LF. Recompute it from an export without filters.",
  }),
  chain_mode: Mode,
  rows: Type.Array(Row, {
    description:
      "Ordered by slot, signature (rows without one first), anomaly_type, wallet. Streamed: as many as there are.",
  }),
  count: Type.Integer({ description: "Rows listed." }),
});

type RowView = Static<typeof Row>;

export const EXPORT_COLUMNS = [
  "row_id",
  "run",
  "signature",
  "slot",
  "block_time",
  "anomaly_type",
  "severity",
  "wallet",
  "delta",
  "abs_delta",
  "details",
] as const satisfies readonly (keyof RowView)[];

type RowParameters = Omit<Static<typeof ExportQuery>, "run">;

/** The document in chunks, a bounded number of rows in memory. @param run null where there is none yet */
export function* exportJson(
  { live, token }: AuditSource,
  run: AuditRun | null,
  parameters: RowParameters,
  meta: Meta | null,
): Generator<string> {
  const head = {
    success: true,
    selected_run: run?.run ?? null,
    selected_label: run?.label ?? null,
    rows_sha256: run?.rowsSha256 ?? null,
    chain_mode: token?.mode ?? null,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  let count = 0;
  for (const rows of run === null ? [] : walkRows(live.read, run, filtersOf(parameters))) {
    const texts = rows.map(rowText).join(",");
    yield count > 0 && rows.length > 0 ? `,${texts}` : texts;
    count += rows.length;
  }
  yield `],"count":${count}${meta === null ? "" : `,"meta":${JSON.stringify(meta)}`}}`;
}

/** The same rows as CSV, details as JSON. */
export function* exportCsv(
  { live }: AuditSource,
  run: AuditRun | null,
  parameters: RowParameters,
): Generator<string> {
  yield csvRow(EXPORT_COLUMNS);
  for (const rows of run === null ? [] : walkRows(live.read, run, filtersOf(parameters)))
    yield rows.map((row) => csvRow(cellsOf(row))).join("");
}

/** A row as it is published; details are stored as RFC 8785 and go out as they are. */
function rowText(row: AnomalyRow): string {
  const { details, ...fields } = fieldsOf(row);
  return `${JSON.stringify(fields).slice(0, -1)},"details":${details}}`;
}

function cellsOf(row: AnomalyRow): CsvCell[] {
  const fields = fieldsOf(row);
  return EXPORT_COLUMNS.map((column) => fields[column]);
}

function fieldsOf(row: AnomalyRow) {
  return {
    row_id: row.row_id,
    run: row.run,
    signature: row.signature,
    slot: row.slot,
    block_time: isoUtcOrNull(row.block_time),
    anomaly_type: row.anomaly_type,
    severity: row.severity,
    wallet: row.wallet,
    delta: row.delta,
    abs_delta: row.abs_delta,
    details: row.details,
  };
}
