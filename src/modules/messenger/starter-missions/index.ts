import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import { createMission, type NewMission } from "../missions/index.ts";
import { setPromo } from "../promos/index.ts";
import {
  type StarterMission,
  starterKey,
  starterPromoTitle,
  starterTexts,
  WELCOME_CODE,
} from "../starter-texts/index.ts";

/** Less than a day, so that a player who comes a little earlier than the day before is counted. */
const VISIT_PAUSE_SECONDS = 16 * 3_600;

/** Each can be finished in the app, and none pays salutes. */
const MISSIONS: readonly (Omit<NewMission, "mission_key" | "title"> & { mission: StarterMission })[] = [
  {
    mission: "code",
    goal: { kind: "promo_claimed", target: 1 },
    reward: { kind: "missiles", amount: 2 },
  },
  {
    mission: "days",
    goal: { kind: "open_app", target: 3 },
    reward: { kind: "missiles", amount: 3 },
    limits: { cooldown_seconds: VISIT_PAUSE_SECONDS },
  },
  {
    mission: "share",
    goal: { kind: "share_link", target: 1 },
    reward: { kind: "missiles", amount: 1 },
  },
  {
    mission: "invite",
    goal: { kind: "referrals", target: 1 },
    reward: { kind: "missiles", amount: 5 },
  },
];

/** Adds the missions that every new installation begins with, and the code that one of them asks for. */
export function createStarterMissions(tx: Tx, actor: Actor): void {
  setPromo(tx, actor, {
    code: WELCOME_CODE,
    title: starterPromoTitle(SOURCE_LOCALE),
    reward: { kind: "missiles", amount: 1 },
  });
  for (const { mission, ...rest } of MISSIONS)
    createMission(tx, actor, {
      mission_key: starterKey(mission),
      ...starterTexts(mission, SOURCE_LOCALE),
      ...rest,
      state: "active",
    });
}
