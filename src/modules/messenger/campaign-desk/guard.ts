import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { type Actor, hasRole } from "../../../http/operation.ts";
import { findWheelSetup, listEnabledWheels, SEGMENTS, type WheelRow } from "../campaigns/index.ts";
import { type GameReturn, wheelReturn } from "../returns/index.ts";
import { CAMPAIGN_ERRORS } from "./errors.ts";

/** A campaign that creates salutes without end. */
export interface MintingCampaign {
  kind: "wheel" | "grid";
  key: string;
  expected_return_pct: number | null;
  /** A predicate such as `returns more than its cost`. */
  reason: string;
}

/** The campaign as a list: empty unless it mints. */
export function toMintingCampaigns(
  kind: MintingCampaign["kind"],
  key: string,
  { minting, pct }: GameReturn,
): MintingCampaign[] {
  return minting === null ? [] : [{ kind, key, expected_return_pct: pct, reason: minting }];
}

/**
 * The wheels that mint with the missiles of the enabled grids: those that are not closed, and the revisions of which
 * players hold free spins. Those of a free wheel end by themselves.
 * @param held ids of these revisions' setups
 */
export function mintingWheels(sql: Sql, held: readonly number[], now: number): MintingCampaign[] {
  const wheels = listEnabledWheels(sql).filter((wheel) => !isClosed(wheel, now));
  const setups = held
    .filter((id) => wheels.every((wheel) => wheel.setup_id !== id))
    .map((id) => findWheelSetup(sql, id))
    .filter(({ config }) => config.cost > 0);
  return [
    ...wheels.flatMap((row) => {
      const segments = SEGMENTS.read(row.segments);
      return toMintingCampaigns("wheel", row.key, wheelReturn(sql, { ...row, segments }));
    }),
    ...setups.flatMap(({ campaignKey, config, revision }) => {
      const { minting, pct } = wheelReturn(sql, { ...config, free_spin_every_hours: null });
      const reason = minting && `${minting} in revision ${revision}, of which players hold free spins`;
      return toMintingCampaigns("wheel", campaignKey, { minting: reason, pct });
    }),
  ];
}

/** Whether a campaign is disabled or over: it passes the guards, which judge it when it is opened again. */
export function isClosed({ enabled, ends_at }: Pick<WheelRow, "enabled" | "ends_at">, now: number): boolean {
  return enabled === 0 || (ends_at !== null && ends_at <= now);
}

/**
 * Lets a change pass that leads to minting campaigns only if an owner gives a reason. Returns the details that the audit
 * trail records about it.
 * @throws Problem game_mints
 */
export function requireNoMinting(
  actor: Actor,
  overrideReason: string | undefined,
  minting: readonly MintingCampaign[],
): { override_reason?: string; minting?: readonly MintingCampaign[] } {
  const [first] = minting;
  if (first === undefined) return {};
  const isOwner = actor.kind === "operator" && hasRole(actor.role, "owner");
  if (overrideReason !== undefined && isOwner) return { override_reason: overrideReason, minting };
  const advice =
    overrideReason === undefined
      ? "an owner may save it with override_reason"
      : "only an owner may override this";
  throw new Problem(
    CAMPAIGN_ERRORS.game_mints,
    `Lower the rewards or raise the price, or ${advice}: the ${first.kind} ${first.key} ${first.reason}.`,
    {
      extra: {
        expected_return_pct: first.expected_return_pct,
        reason: first.reason,
        campaigns: [...minting],
      },
    },
  );
}
