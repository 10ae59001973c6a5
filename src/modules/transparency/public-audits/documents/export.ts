import { type Static, Type } from "@sinclair/typebox";
import type { Meta } from "../../../../http/answers/answer.ts";
import { Described, Nullable, Timestamp } from "../../../../http/schema/shapes.ts";
import { isoUtcOrNull } from "../../../../kit/clock.ts";
import { type CsvCell, csvRow } from "../../../../kit/formats/csv.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import { ExportRowQuery, toRowFilters } from "../rows/filters.ts";
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
    description: `${description} Whole tokens, exact decimal.`,
  });

const Row = Type.Object(
  {
    row_id: Type.String({
      pattern: "^[0-9a-f]{16}$",
      description:
        "The first 16 hex characters of the SHA-256 of the row without `run` and `row_id`, as RFC 8785.",
      examples: ["3f9c1b7a5d2e4860"],
    }),
    run: RunId("The run that reported the anomaly."),
    signature: Nullable(Type.String(), {
      description: "Signature of the transaction; null if no transaction caused the anomaly.",
    }),
    slot: Type.Integer({ description: "Slot of the chain in which it happened, or at which it was read." }),
    block_time: Nullable(Timestamp(), {
      description: "The chain's time of the transaction; null if the chain gives none.",
    }),
    anomaly_type: TypeShape,
    severity: Described(SeverityShape, "Severity of the anomaly: info, warn or bad."),
    wallet: Nullable(Type.String(), {
      description: "Address of the wallet concerned; null if the anomaly concerns none.",
    }),
    delta: Tokens("Change of the wallet's balance; negative for a loss.", ["-125000.5"]),
    abs_delta: Tokens("Absolute value of delta.", ["125000.5"]),
    details: Type.Object({}, { additionalProperties: true, description: "Fields specific to the type." }),
  },
  { title: "AuditAnomaly" },
);

export const ExportDocument = Type.Object({
  selected_run: SelectedRun,
  selected_label: Nullable(Type.String(), {
    description: "Label of the selected run; null if there is none.",
    examples: ["2026-11-20"],
  }),
  rows_sha256: Nullable(Type.String(), {
    description:
      "SHA-256 over all rows of the run without `run`, each serialized as RFC 8785 and followed by LF. Recompute it from an export without filters.",
  }),
  chain_mode: Mode,
  rows: Type.Array(Row, {
    description:
      "Ordered by slot, signature (rows without one first), anomaly_type and wallet. Streamed without a limit.",
  }),
  count: Type.Integer({ description: "Number of rows in the answer." }),
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

export interface ExportOptions {
  /** Null before the first run. */
  run: AuditRun | null;
  parameters: RowParameters;
}

/** Yields the JSON document in chunks, with a bounded number of rows in memory. */
export function* exportJson(
  { live, token }: AuditSource,
  { run, parameters }: ExportOptions,
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
  for (const rows of run === null ? [] : walkRows(live.read, run, toRowFilters(parameters))) {
    const texts = rows.map(rowText).join(",");
    yield count > 0 && rows.length > 0 ? `,${texts}` : texts;
    count += rows.length;
  }
  yield `],"count":${count}${meta === null ? "" : `,"meta":${JSON.stringify(meta)}`}}`;
}

/** Yields the same rows as CSV, with `details` as JSON. */
export function* exportCsv({ live }: AuditSource, { run, parameters }: ExportOptions): Generator<string> {
  yield csvRow(EXPORT_COLUMNS);
  for (const rows of run === null ? [] : walkRows(live.read, run, toRowFilters(parameters)))
    yield rows.map((row) => csvRow(cellsOf(row))).join("");
}

/** A row as JSON. `details` is stored as RFC 8785 and inserted unchanged. */
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
