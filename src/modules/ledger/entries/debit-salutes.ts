import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { fromHundredths, hundredths } from "../../../kit/money.ts";
import { formatMetadata, readMetadata } from "../../platform/metadata/index.ts";
import { requireActive, requireUser } from "../users/index.ts";
import type { Mutation, MutationResult } from "./model.ts";
import { postEntry } from "./post-entry.ts";

/** Debits salutes from an active user. @throws Problem user_not_found, state_conflict, insufficient_balance */
export function debitSalutes(
  tx: Tx,
  { actor, intent, body, origin = "partner" }: Mutation,
): Static<typeof MutationResult> {
  const user = requireUser(tx, actor.partnerId, body.user_id);
  requireActive(user);
  const delta = hundredths(-body.amount);
  const metadata = formatMetadata(body.metadata);
  const posted = postEntry(tx, {
    user,
    partnerId: actor.partnerId,
    delta,
    reason: body.reason,
    source: body.source ?? "api",
    metadata,
    reference: { origin, intent },
  });
  return {
    user_id: String(user.id),
    balance: fromHundredths(posted.balance),
    delta: fromHundredths(delta),
    ledger_entry_id: posted.entryId,
    idempotency_key: intent.idempotencyKey,
    metadata: readMetadata(metadata),
  };
}
