import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { formatMetadata, readMetadata } from "../../platform/metadata/index.ts";
import { requireUser } from "../users/index.ts";
import type { Mutation, MutationResult } from "./model.ts";
import { postEntry, requireDailyCredit } from "./post-entry.ts";

/** Credits salutes to a user, also a suspended one. @throws Problem user_not_found, state_conflict */
export function creditSalutes(
  tx: Tx,
  { actor, intent, body, origin = "partner" }: Mutation,
): Static<typeof MutationResult> {
  const user = requireUser(tx, actor.partnerId, body.user_id);
  requireDailyCredit(tx, actor, body.amount);
  const metadata = formatMetadata(body.metadata);
  const posted = postEntry(tx, {
    user,
    partnerId: actor.partnerId,
    delta: body.amount,
    reason: body.reason,
    source: body.source ?? "api",
    metadata,
    reference: { origin, intent },
  });
  return {
    user_id: String(user.id),
    balance: fromHundredths(posted.balance),
    delta: fromHundredths(body.amount),
    ledger_entry_id: posted.entryId,
    idempotency_key: intent.idempotencyKey,
    metadata: readMetadata(metadata),
  };
}
