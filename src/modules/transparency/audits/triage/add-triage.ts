import type { Tx } from "../../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../../http/answers/problem.ts";
import type { Actor } from "../../../../http/operation.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { hasRowId, hasSignature } from "../runs/index.ts";
import { insertTriage, listTriageHistory, type TriageRow, type TriageStatus } from "./store.ts";

export interface TriageInput {
  signature: string | null;
  row_id: string | null;
  status: TriageStatus;
  owner: string | null;
  /** Unix milliseconds. */
  eta_utc: number | null;
  note: string | null;
}

/**
 * Says what is being done about an anomaly; earlier statements stay in the history.
 * @param tokenId null before the chain was first read: then there is nothing to speak of
 * @throws Problem invalid_payload where not exactly one of signature and row_id is given; not_found where no run has it
 */
export function addTriage(tx: Tx, actor: Actor, tokenId: number | null, input: TriageInput): TriageRow {
  const { signature, row_id } = input;
  if (signature !== null && row_id !== null)
    throw invalidPayload("row_id", "must not stand beside signature");
  if (signature === null && row_id === null)
    throw invalidPayload("signature", "is required, unless row_id is given");
  const isKnown =
    tokenId !== null &&
    (signature === null ? hasRowId(tx, tokenId, row_id ?? "") : hasSignature(tx, tokenId, signature));
  if (!isKnown || tokenId === null)
    throw new Problem("not_found", `Name another anomaly: no run has ${signature ?? row_id}.`);
  const operator = "name" in actor ? actor.name : actor.kind;
  insertTriage(tx, tokenId, { ...input, operator });
  recordAudit(tx, actor, "audit.triage", signature ?? row_id ?? "", { status: input.status });
  const [made] = listTriageHistory(tx, tokenId, input, 1);
  if (made === undefined) throw new Error("the triage was not stored");
  return made;
}
