import type { Tx } from "../../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../../http/answers/problem.ts";
import type { Actor } from "../../../../http/operation.ts";
import { actorName, recordAudit } from "../../../platform/audit/index.ts";
import { hasRowId, hasSignature } from "../runs/index.ts";
import { insertTriage, listTriageHistory, type TriageRow, type TriageStatus } from "./store.ts";

export interface TriageInput {
  /** Null until the chain was first read. */
  tokenId: number | null;
  signature: string | null;
  row_id: string | null;
  status: TriageStatus;
  owner: string | null;
  /** Unix milliseconds. */
  eta_utc: number | null;
  note: string | null;
}

/**
 * Records the triage of a transaction or a row. Earlier entries stay in the history.
 * @throws Problem invalid_payload unless exactly one of signature and row_id is given; not_found if no run has it
 */
export function recordTriage(tx: Tx, actor: Actor, { tokenId, ...input }: TriageInput): TriageRow {
  const { signature, row_id } = input;
  if (signature !== null && row_id !== null)
    throw invalidPayload("row_id", "must not be combined with signature");
  if (signature === null && row_id === null)
    throw invalidPayload("signature", "is required, unless row_id is given");
  const isKnown =
    tokenId !== null &&
    (signature === null ? hasRowId(tx, tokenId, row_id ?? "") : hasSignature(tx, tokenId, signature));
  if (!isKnown || tokenId === null)
    throw new Problem("not_found", `Check the signature or row_id: no run contains ${signature ?? row_id}.`);
  insertTriage(tx, tokenId, { ...input, operator: actorName(actor) });
  recordAudit(tx, actor, {
    action: "audit.triage",
    subject: signature ?? row_id ?? "",
    details: { status: input.status },
  });
  const [stored] = listTriageHistory(tx, tokenId, { ...input, limit: 1 });
  if (stored === undefined) throw new Error("the triage entry was not stored");
  return stored;
}
