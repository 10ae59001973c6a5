import type { Sql, Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { timeOrNull } from "../../../kit/clock.ts";
import { oldValues, recordAudit } from "../../platform/audit/index.ts";
import { requireAudience } from "../audiences/index.ts";
import {
  type CatalogDraft,
  createCatalogRevision,
  findCatalogCampaign,
  type GridSetup,
  listCatalogCampaigns,
} from "../campaigns/index.ts";
import { listHeldWheels } from "../lots/index.ts";
import { requireEndAfterStart } from "../period.ts";
import { gridReturn } from "../returns/index.ts";
import { requireRevision } from "../revisions/index.ts";
import {
  isClosed,
  type MintingCampaign,
  mintingWheels,
  requireNoMinting,
  toMintingCampaigns,
} from "./guard.ts";
import type { CatalogCampaignView, NewCatalogCampaign } from "./model.ts";
import { catalogView } from "./view.ts";

const MAX_CAMPAIGNS = 500;

/**
 * Creates or replaces a catalog campaign. What its missiles win also counts for the wheels
 * with missiles among their prizes.
 * @throws Problem invalid_payload naming the field, game_mints, revision_conflict, state_conflict
 */
export function setCatalogCampaign(tx: Tx, actor: Actor, body: NewCatalogCampaign): CatalogCampaignView {
  const before = findCatalogCampaign(tx, body.key);
  if (body.expected_revision !== undefined) requireRevision(before?.revision ?? 0, body.expected_revision);
  if (before === null && listCatalogCampaigns(tx).length >= MAX_CAMPAIGNS)
    throw new Problem(
      "state_conflict",
      `Replace an existing campaign: the maximum of ${MAX_CAMPAIGNS} exists.`,
    );
  const draft = catalogDraft(tx, body);
  const held = listHeldWheels(tx);
  const known = new Set(mintingWheels(tx, held, tx.now).map(nameMinting));
  const view = catalogView(createCatalogRevision(tx, draft));
  const override = requireNoMinting(actor, body.override_reason, [
    ...(draft.rules === null || isClosed(draft, tx.now)
      ? []
      : toMintingCampaigns("grid", body.key, gridReturn(draft.rules))),
    ...mintingWheels(tx, held, tx.now).filter((wheel) => !known.has(nameMinting(wheel))),
  ]);
  recordAudit(tx, actor, {
    action: "catalog_campaign.save",
    subject: `catalog_campaign:${body.key}`,
    details: { ...view, ...override, ...oldValues(before && catalogView(before), view) },
  });
  return view;
}

const nameMinting = ({ key, reason }: MintingCampaign) => `${key} ${reason}`;

/** A campaign with defaults, in storage units. @throws Problem invalid_payload naming the field */
export function catalogDraft(sql: Sql, body: NewCatalogCampaign): CatalogDraft {
  const { audience = null, description = null, enabled = true, game_key, key, position = 0, title } = body;
  if (audience !== null) requireAudience(sql, audience);
  const startsAt = timeOrNull(body.starts_at);
  const endsAt = timeOrNull(body.ends_at);
  requireEndAfterStart(startsAt, endsAt);
  return {
    key,
    game_key,
    title,
    description,
    audience,
    starts_at: startsAt,
    ends_at: endsAt,
    position,
    enabled: enabled ? 1 : 0,
    rules: rulesOf(game_key, body.config ?? null),
  };
}

/** @throws Problem invalid_payload naming the field */
function rulesOf(
  game: NewCatalogCampaign["game_key"],
  config: NonNullable<NewCatalogCampaign["config"]> | null,
): GridSetup | null {
  if (game === "spin-wheel") {
    if (config === null || Object.keys(config).length === 0) return null;
    throw invalidPayload("config", "must be null or empty: the wheel's rules are in its wheel campaign");
  }
  const { tiles = 25, mines = 3, targets = 5, max_missiles_per_purchase = 100 } = config ?? {};
  if (mines + targets > tiles)
    throw invalidPayload("config.targets", "must leave room: mines plus targets must not exceed tiles");
  return {
    algorithm: config?.algorithm ?? "reject-v1",
    tiles,
    mines,
    targets,
    reward_per_target: config?.reward_per_target ?? 100,
    clear_bonus: config?.clear_bonus ?? 500,
    missile_price: config?.missile_price ?? 100,
    max_missiles_per_purchase,
  };
}
