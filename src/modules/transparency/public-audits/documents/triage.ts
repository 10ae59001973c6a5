import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import { Nullable, OneOf, Timestamp } from "../../../../http/schema/shapes.ts";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import {
  listTriage,
  listTriageByRows,
  type TriageRow as StoredTriage,
  TRIAGE_STATUSES,
} from "../../audits/triage/index.ts";
import { findByRowId, typesOfSignature } from "../rows/store.ts";
import { selectRuns } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";
import { lastTriageAt } from "../store.ts";
import { Mode, TypeShape } from "./shapes.ts";

export const TriageQuery = Type.Object({
  status: Type.Optional(OneOf(TRIAGE_STATUSES, { description: "Only entries with this status." })),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of rows." }),
});

export const TriageDocument = Type.Object({
  count: Type.Integer({ description: "Number of rows in the answer." }),
  limit: Type.Integer({ description: "Largest number of rows in the answer, as requested." }),
  rows: Type.Array(
    Type.Object({
      signature: Nullable(Type.String(), {
        description: "Signature of the transaction; null for a row without one.",
      }),
      row_id: Nullable(Type.String(), {
        description: "Set if the entry refers to one row; null if it refers to the whole transaction.",
        examples: ["3f9c1b7a5d2e4860"],
      }),
      anomaly_types: Type.Array(TypeShape, {
        description: "Types of the anomalies found there, sorted by name.",
      }),
      status: OneOf(TRIAGE_STATUSES, { description: "State of the triage, set by the team." }),
      owner: Nullable(Type.String(), {
        description: "Person or team responsible; null if none is named.",
        examples: ["treasury team"],
      }),
      eta_utc: Nullable(Timestamp(), {
        description: "Expected time of an explanation; null if none is given.",
      }),
      updated_at: Timestamp({ description: "Time of the last change." }),
    }),
    {
      description: "The team's newest triage entry for each transaction and row, newest first.",
    },
  ),
  chain_mode: Mode,
});

export type TriageRow = Static<typeof TriageDocument>["rows"][number];

export function triageDocument(
  source: AuditSource,
  { status, limit }: Static<typeof TriageQuery>,
): Document<Static<typeof TriageDocument>> {
  const { sql, tokenId } = selectRuns(source.live.read, source.token);
  const rows =
    tokenId === null
      ? []
      : listTriage(sql, tokenId, { status: status ?? null, limit }).map((each) => viewOf(sql, tokenId, each));
  return {
    body: { count: rows.length, limit, rows, chain_mode: source.token?.mode ?? null },
    changedAt: tokenId === null ? null : lastTriageAt(sql, tokenId),
  };
}

/** The newest triage entries of these rows and their transactions, or all of them, newest first. */
export function listTriageViews(
  source: AuditSource,
  rows: readonly { row_id: string; signature: string | null }[],
  withHistory = false,
): TriageRow[] {
  const { sql, tokenId } = selectRuns(source.live.read, source.token);
  if (tokenId === null) return [];
  const signatures = [...new Set(rows.flatMap(({ signature }) => signature ?? []))];
  const rowIds = [...new Set(rows.map(({ row_id }) => row_id))];
  return listTriageByRows(sql, tokenId, { signatures, rowIds, withHistory }).map((each) =>
    viewOf(sql, tokenId, each),
  );
}

function viewOf(sql: Sql, tokenId: number, entry: StoredTriage): TriageRow {
  const { at, signature, row_id, status, owner, eta_utc } = entry;
  const row = row_id === null ? null : findByRowId(sql, tokenId, row_id);
  const ownType = row === null ? [] : [row.anomaly_type];
  return {
    signature: signature ?? row?.signature ?? null,
    row_id,
    anomaly_types: signature === null ? ownType : typesOfSignature(sql, tokenId, signature),
    status,
    owner,
    eta_utc: isoUtcOrNull(eta_utc),
    updated_at: isoUtc(at),
  };
}
