import type { Sql, Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { timeOrNull } from "../../../kit/clock.ts";
import { oldValues, recordAudit } from "../../platform/audit/index.ts";
import { requireAudience } from "../audiences/index.ts";
import { requireEndAfterStart } from "../period.ts";
import { requireRevision } from "../revisions/index.ts";
import { storedAmount } from "../rewards/index.ts";
import { type NewPromo, promoView } from "./model.ts";
import { countPromos, findPromo, type PromoDefinition, type PromoRow, upsertPromo } from "./store.ts";

const MAX_PROMOS = 10_000;

/**
 * Creates or replaces a promo; existing claims remain.
 * @throws Problem invalid_payload naming the field, revision_conflict, state_conflict
 */
export function setPromo(tx: Tx, actor: Actor, body: NewPromo): PromoRow {
  const before = findPromo(tx, body.code);
  if (body.expected_revision !== undefined) requireRevision(before?.revision ?? 0, body.expected_revision);
  if (before === null && countPromos(tx) >= MAX_PROMOS)
    throw new Problem("state_conflict", `Replace an ended promo: the maximum of ${MAX_PROMOS} exists.`);
  const promo = promoDraft(tx, body);
  if (before !== null && promo.max_claims !== null && promo.max_claims < before.claims)
    throw invalidPayload("max_claims", "must not be less than the claims already taken");
  upsertPromo(tx, promo);
  const after = findPromo(tx, body.code);
  if (after === null) throw new Error(`promo ${body.code} was not stored`);
  recordAudit(tx, actor, {
    action: "promo.save",
    subject: `promo:${after.code}`,
    details: { ...promoView(after), ...oldValues(before && promoView(before), promoView(after)) },
  });
  return after;
}

/** A promo with defaults, in storage units. @throws Problem invalid_payload naming the field */
export function promoDraft(sql: Sql, body: NewPromo): PromoDefinition {
  const { code, title, reward, max_claims = null, audience = null, enabled = true } = body;
  if (audience !== null) requireAudience(sql, audience);
  const startsAt = timeOrNull(body.starts_at);
  const endsAt = timeOrNull(body.ends_at);
  requireEndAfterStart(startsAt, endsAt);
  return {
    code,
    title,
    reward_kind: reward.kind,
    reward_amount: storedAmount(reward, "reward.amount"),
    max_claims,
    audience,
    starts_at: startsAt,
    ends_at: endsAt,
    enabled: enabled ? 1 : 0,
  };
}
