import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import type { ProfileRow } from "./store.ts";

const FLAGS = ["suspended", "review", "wallet_verified", "referred"] as const;

export const Profile = Type.Object(
  {
    telegram_user_id: Type.Integer(),
    linked_user_id: Type.Integer(),
    first_name: Type.String(),
    username: Nullable(Type.String()),
    language_code: Nullable(Type.String()),
    balances: Type.Object(
      { salutes: Type.Number(), missiles: Type.Integer(), free_spins: Type.Integer() },
      { title: "PlayerBalances" },
    ),
    joined_at: Timestamp(),
    last_seen_at: Timestamp(),
    flags: Type.Array(OneOf(FLAGS), { description: "review: reported progress faster than a person can." }),
  },
  { title: "PlayerProfile" },
);
export type ProfileView = Static<typeof Profile>;

export function profileView(row: ProfileRow): ProfileView {
  const isSet = { suspended: row.is_suspended, review: row.is_flagged, referred: row.is_referred };
  return {
    telegram_user_id: row.telegram_id,
    linked_user_id: row.user_id,
    first_name: row.first_name,
    username: row.username,
    language_code: row.language_code,
    balances: {
      salutes: fromHundredths(row.balance),
      missiles: row.missiles,
      free_spins: row.free_spins,
    },
    joined_at: isoUtc(row.joined_at),
    last_seen_at: isoUtc(row.last_seen_at),
    flags: FLAGS.filter((flag) => (flag === "wallet_verified" ? row.has_verified_wallet : isSet[flag]) === 1),
  };
}

const PlayerRound = Type.Object(
  {
    id: Type.Integer(),
    game_key: Type.String(),
    campaign: Type.Object({ key: Type.String(), revision: Type.Integer() }),
    state: Type.String(),
    outcome: Type.String({ description: "The segment's label, or the number of targets found." }),
    paid_with: Nullable(Type.String()),
    cost: Type.Number(),
    earned: Type.Number({ description: "Salutes." }),
    created_at: Timestamp(),
  },
  { title: "PlayerRound" },
);

const Entry = Type.Object(
  {
    id: Type.Integer(),
    kind: OneOf(["salutes", "missiles", "free_spins"]),
    delta: Type.Number(),
    balance_after: Type.Number(),
    reason: Type.String(),
    created_at: Timestamp(),
  },
  { title: "PlayerEntry" },
);

export const Activity = Type.Object({
  profile: Profile,
  rounds: Type.Array(PlayerRound),
  purchases: Type.Array(
    Type.Object({
      id: Type.Integer(),
      item: Type.String(),
      quantity: Type.Integer(),
      cost: Type.Number(),
      campaign_key: Type.String(),
      created_at: Timestamp(),
    }),
  ),
  entries: Type.Array(Entry),
  missions: Type.Array(
    Type.Object({
      mission_key: Type.String(),
      title: Type.String(),
      state: OneOf(["active", "done"]),
      value: Type.Number(),
      target: Type.Number(),
      enrolled_at: Timestamp(),
      completed_at: Nullable(Timestamp()),
    }),
  ),
  decisions: Type.Array(
    Type.Object({
      mission_key: Type.String(),
      decision: Type.String(),
      shadow: Type.Boolean({ description: "Recorded but not enforced." }),
      kind: Type.String(),
      count: Type.Integer({ description: "Number of decisions within one hour." }),
      last_at: Timestamp(),
    }),
  ),
});
export type ActivityView = Static<typeof Activity>;
