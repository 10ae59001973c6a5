import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { DAY_MS, isoUtc, isoUtcOrNull, timeOfIso } from "../../../kit/clock.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { findAnyDelivery, restingState, startRound } from "../deliveries/index.ts";
import { EVENT_DAYS, fanOutLate } from "../events/index.ts";
import type { WebhookRow } from "../webhooks/index.ts";
import type { Missed } from "./list-missed.ts";
import type { RecoverBody, Recovery } from "./model.ts";

/** Unix milliseconds. */
export interface RecoveredSpan {
  since: number;
  until: number;
}

/** @throws Problem invalid_payload for a time that contains nothing */
export function resolveSpan({ since, until }: Static<typeof RecoverBody>, now: number): RecoveredSpan {
  const span = {
    since: timeOfIso(since),
    until: until === undefined ? now : Math.min(now, timeOfIso(until)),
  };
  if (span.since >= span.until)
    throw invalidPayload("since", `must be before ${until === undefined ? "the present" : "until"}`);
  return span;
}

interface RecoveryWork extends RecoveredSpan {
  webhook: WebhookRow;
  missed: Missed;
}

/**
 * Queues missed events for a webhook in their order, then its dead letters again; held while it is off. Events that were
 * recovered or deleted since the search are left out. The answer begins where all events are kept.
 */
export function recoverWebhook(
  tx: Tx,
  actor: Actor,
  { webhook, missed, since, until }: RecoveryWork,
): Static<typeof Recovery> {
  const { id, partner_id: partnerId } = webhook;
  const receiver = { id, is_open: restingState(webhook) === "pending" ? 1 : 0 };
  const added = fanOutLate(tx, { partnerId, eventIds: missed.events }, receiver);
  const begun = missed.deadLetters.filter((recordId) => {
    const record = findAnyDelivery(tx, recordId);
    return record?.state === "dead_letter" && startRound(tx, record, "receiver_fix") === null;
  });
  const queued = added + begun.length;
  const keptSince = Math.min(until, Math.max(since, tx.now - EVENT_DAYS * DAY_MS));
  const span = { since: isoUtc(keptSince), until: isoUtc(until) };
  if (queued > 0)
    recordAudit(tx, actor, {
      action: "webhook.recover",
      subject: `webhook:${id}`,
      details: { ...span, queued },
    });
  return {
    webhook_id: id,
    queued,
    ...span,
    has_more: missed.nextSince !== null,
    next_since: isoUtcOrNull(missed.nextSince),
  };
}
