import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import { Nullable, OneOf, Timestamp } from "../../../../http/schema/shapes.ts";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import {
  listTriage,
  listTriageHistory,
  type TriageRow as Statement,
  TRIAGE_STATUSES,
} from "../../audits/triage/index.ts";
import { findByRowId, typesOfSignature } from "../rows/store.ts";
import { runsOf } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";
import { lastTriageAt } from "../store.ts";
import { Mode, TypeShape } from "./shapes.ts";

export const TriageQuery = Type.Object({
  status: Type.Optional(OneOf(TRIAGE_STATUSES, { description: "Only this status." })),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Rows to list." }),
});

export const TriageDocument = Type.Object({
  count: Type.Integer({ description: "Rows listed." }),
  limit: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      signature: Nullable(Type.String(), { description: "Null for a row without a transaction." }),
      row_id: Nullable(Type.String(), {
        description: "Set where the statement is about one row, null where it is about the transaction.",
        examples: ["3f9c1b7a5d2e4860"],
      }),
      anomaly_types: Type.Array(TypeShape, { description: "What was found there, by name." }),
      status: OneOf(TRIAGE_STATUSES),
      owner: Nullable(Type.String(), {
        description: "Who looks after it.",
        examples: ["treasury team"],
      }),
      eta_utc: Nullable(Timestamp(), { description: "When an answer is to be expected." }),
      updated_at: Timestamp(),
    }),
    {
      description: "What the team says of transactions and rows: the newest statement of each, newest first.",
    },
  ),
  chain_mode: Mode,
});

export type TriageRow = Static<typeof TriageDocument>["rows"][number];

export function triageDocument(
  source: AuditSource,
  { status, limit }: Static<typeof TriageQuery>,
): Document<Static<typeof TriageDocument>> {
  const { sql, tokenId } = runsOf(source.live.read, source.token);
  const statements = tokenId === null ? [] : listTriage(sql, tokenId, { status: status ?? null, limit });
  const rows = statements.map((statement) => viewOf(sql, statement));
  return {
    body: { count: rows.length, limit, rows, chain_mode: source.token?.mode ?? null },
    changedAt: tokenId === null ? null : lastTriageAt(sql, tokenId),
  };
}

/** The newest statement about a transaction; none where nothing was said of it. */
export function triageOf(source: AuditSource, signature: string): TriageRow[] {
  const { sql, tokenId } = runsOf(source.live.read, source.token);
  if (tokenId === null) return [];
  return listTriageHistory(sql, tokenId, { signature, row_id: null, limit: 1 }).map((statement) =>
    viewOf(sql, statement),
  );
}

function viewOf(sql: Sql, { at, signature, row_id, status, owner, eta_utc }: Statement): TriageRow {
  const row = row_id === null ? null : findByRowId(sql, row_id);
  return {
    signature: signature ?? row?.signature ?? null,
    row_id,
    anomaly_types: signature === null ? [row?.anomaly_type ?? []].flat() : typesOfSignature(sql, signature),
    status,
    owner,
    eta_utc: isoUtcOrNull(eta_utc),
    updated_at: isoUtc(at),
  };
}
