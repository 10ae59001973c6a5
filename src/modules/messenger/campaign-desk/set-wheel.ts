import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { timeOrNull } from "../../../kit/clock.ts";
import { oldValues, recordAudit } from "../../platform/audit/index.ts";
import { requireAudience } from "../audiences/index.ts";
import { createWheelRevision, findWheel, missilePrice, type WheelDraft } from "../campaigns/index.ts";
import { requireEndAfterStart } from "../period.ts";
import { draftReturn } from "../returns/index.ts";
import { requireRevision } from "../revisions/index.ts";
import { storedAmount } from "../rewards/index.ts";
import { isClosed, requireNoMinting, toMintingCampaigns } from "./guard.ts";
import type { NewWheel, WheelView } from "./model.ts";
import { requireAcceptableValue } from "./odds-of-wheel.ts";
import { countWheels } from "./store.ts";
import { wheelView } from "./view.ts";

const MAX_WHEELS = 500;

/**
 * Creates or replaces a wheel with acceptable odds.
 * @throws Problem invalid_payload, expected_value_too_high, game_mints, revision_conflict, state_conflict
 */
export function setWheel(
  tx: Tx,
  actor: Actor,
  { wheel: body, maxExpectedValue }: { wheel: NewWheel; maxExpectedValue: number },
): WheelView {
  const before = findWheel(tx, body.key);
  if (body.expected_revision !== undefined) requireRevision(before?.revision ?? 0, body.expected_revision);
  if (before === null && countWheels(tx) >= MAX_WHEELS)
    throw new Problem("state_conflict", `Replace an existing wheel: the maximum of ${MAX_WHEELS} exists.`);
  const draft = wheelDraft(tx, body);
  const { segments, cost } = draft;
  const isJudged = !isClosed(draft, tx.now);
  if (isJudged) requireAcceptableValue({ segments, cost, missilePrice: missilePrice(tx) }, maxExpectedValue);
  const minting = isJudged ? toMintingCampaigns("wheel", body.key, draftReturn(tx, draft)) : [];
  const override = requireNoMinting(actor, body.override_reason, minting);
  const old = before && wheelView(tx, before);
  const view = wheelView(tx, createWheelRevision(tx, draft));
  recordAudit(tx, actor, {
    action: "wheel_campaign.save",
    subject: `wheel_campaign:${body.key}`,
    details: { ...view, ...override, ...oldValues(old, view) },
  });
  return view;
}

/** A wheel with defaults, in storage units. @throws Problem invalid_payload naming the field */
export function wheelDraft(sql: Sql, body: NewWheel): WheelDraft {
  const { audience = null, enabled = true, free_spin_every_hours = null, algorithm = "reject-v1" } = body;
  if (audience !== null) requireAudience(sql, audience);
  const startsAt = timeOrNull(body.starts_at);
  const endsAt = timeOrNull(body.ends_at);
  requireEndAfterStart(startsAt, endsAt);
  return {
    key: body.key,
    title: body.title,
    segments: body.segments.map(({ label, reward, weight }, index) => ({
      label,
      weight,
      reward: { kind: reward.kind, amount: storedAmount(reward, `segments.${index}.reward.amount`) },
    })),
    cost: body.cost ?? 0,
    free_spin_every_hours,
    algorithm,
    audience,
    starts_at: startsAt,
    ends_at: endsAt,
    enabled: enabled ? 1 : 0,
  };
}
