import { type Static, Type } from "@sinclair/typebox";
import { Described, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { BALANCE_FIELDS } from "../balances/index.ts";
import type { ProfileRow } from "./store.ts";

const FLAGS = ["suspended", "review", "wallet_verified", "referred"] as const;

export const Profile = Type.Object(
  {
    telegram_user_id: Type.Integer({ description: "Telegram's id of the player." }),
    linked_user_id: Type.String({ description: "Id of the player's user, which holds the salutes." }),
    first_name: Type.String({ description: "First name on Telegram." }),
    username: Nullable(Type.String(), { description: "Username; null if none is set." }),
    language_code: Nullable(Type.String(), {
      description: "Language set in Telegram; null if Telegram names none.",
    }),
    balances: BALANCE_FIELDS.balances,
    joined_at: Timestamp({ description: "Time of the player's first visit." }),
    last_seen_at: Timestamp({ description: "Time of the player's last visit." }),
    flags: Type.Array(OneOf(FLAGS), { description: "review: reported progress faster than a person can." }),
  },
  { title: "PlayerProfile" },
);
export type ProfileView = Static<typeof Profile>;

export function profileView(row: ProfileRow): ProfileView {
  const isSet = { suspended: row.is_suspended, review: row.is_flagged, referred: row.is_referred };
  return {
    telegram_user_id: row.telegram_id,
    linked_user_id: String(row.user_id),
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
    id: Type.Integer({ description: "Id of the player's round." }),
    game_key: Type.String({ description: "Key of the game, as the catalog lists it." }),
    campaign: Type.Object(
      {
        key: Type.String({ description: "Key of the campaign." }),
        revision: Type.Integer({ description: "Revision of the campaign that was played." }),
      },
      { description: "The campaign of the round." },
    ),
    state: Type.String({ description: "State of the round." }),
    outcome: Type.String({ description: "The segment's label, or the number of targets found." }),
    paid_with: Nullable(Type.String(), {
      description: "Payment of the round; null for a round of the grid.",
    }),
    cost: Type.Number({ description: "Price of the round in salutes." }),
    earned: Type.Number({ description: "Salutes that the round paid." }),
    created_at: Timestamp({ description: "Time of creation." }),
  },
  { title: "PlayerRound" },
);

const Entry = Type.Object(
  {
    id: Type.Integer({ description: "Id of the balance's entry." }),
    kind: OneOf(["salutes", "missiles", "free_spins"], { description: "Balance that changed." }),
    delta: Type.Number({ description: "Change of the balance; negative for spending." }),
    balance_after: Type.Number({ description: "The balance after the entry." }),
    reason: Type.String({ description: "What the entry came from." }),
    created_at: Timestamp({ description: "Time of creation." }),
  },
  { title: "PlayerEntry" },
);

export const Activity = Type.Object({
  profile: Described(Profile, "The player's profile."),
  rounds: Type.Array(PlayerRound, { description: "Rounds, newest first." }),
  purchases: Type.Array(
    Type.Object({
      id: Type.Integer({ description: "Id of the purchase." }),
      item: Type.String({ description: "Kind of the item." }),
      quantity: Type.Integer({ description: "Number of items bought." }),
      cost: Type.Number({ description: "Salutes that were paid for it." }),
      campaign_key: Type.String({ description: "Key of the campaign." }),
      created_at: Timestamp({ description: "Time of creation." }),
    }),
    { description: "Purchases, newest first." },
  ),
  entries: Type.Array(Entry, { description: "Entries of the player's balances, newest first." }),
  missions: Type.Array(
    Type.Object({
      mission_key: Type.String({ description: "Key of the mission." }),
      title: Type.String({ description: "Title of the mission in one line." }),
      state: OneOf(["active", "done"], {
        description: "State of the enrollment: active, or done once the mission is completed.",
      }),
      value: Type.Number({ description: "Progress so far, in the goal's unit." }),
      target: Type.Number({ description: "Amount to reach, in the goal's unit." }),
      enrolled_at: Timestamp({ description: "Time of enrollment." }),
      completed_at: Nullable(Timestamp(), { description: "Time of completion; null before." }),
    }),
    { description: "Missions of the player, newest first." },
  ),
  decisions: Type.Array(
    Type.Object({
      mission_key: Type.String({ description: "Key of the mission." }),
      decision: Type.String({ description: "The decision about the reported event." }),
      shadow: Type.Boolean({ description: "Whether the decision was recorded but not enforced." }),
      kind: Type.String({ description: "Kind of the reported event." }),
      count: Type.Integer({ description: "Number of decisions within one hour." }),
      last_at: Timestamp({ description: "Time of the last occurrence." }),
    }),
    { description: "Decisions about reported events, newest first." },
  ),
});
export type ActivityView = Static<typeof Activity>;
