import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { createMission, type NewMission } from "../missions/index.ts";
import { savePromo } from "../promos/index.ts";

const WELCOME_CODE = "WELCOME";

/** Less than a day, so that a player who comes a little earlier than the day before is counted. */
const VISIT_PAUSE_SECONDS = 16 * 3_600;

/** Each can be finished in the app, and none pays salutes. */
const MISSIONS: readonly NewMission[] = [
  {
    mission_key: "starter-code",
    title: "Redeem your first code",
    description: `Enter ${WELCOME_CODE} below.`,
    goal: { kind: "promo_claimed", target: 1 },
    reward: { kind: "missiles", amount: 2 },
  },
  {
    mission_key: "starter-days",
    title: "Come back",
    description: "Open the app on three different days.",
    goal: { kind: "open_app", target: 3 },
    reward: { kind: "missiles", amount: 3 },
    limits: { cooldown_seconds: VISIT_PAUSE_SECONDS },
  },
  {
    mission_key: "starter-share",
    title: "Tell somebody",
    description: "Share the game with the button below.",
    goal: { kind: "share_link", target: 1 },
    reward: { kind: "missiles", amount: 1 },
  },
  {
    mission_key: "starter-invite",
    title: "Bring a friend",
    description: "Invite a friend by your link. It counts when your friend finishes a mission.",
    goal: { kind: "referrals", target: 1 },
    reward: { kind: "missiles", amount: 5 },
  },
];

/** Adds the missions that every new installation begins with, and the code that one of them asks for. */
export function createStarterMissions(tx: Tx, actor: Actor): void {
  savePromo(tx, actor, {
    code: WELCOME_CODE,
    title: "Welcome",
    reward: { kind: "missiles", amount: 1 },
  });
  for (const mission of MISSIONS) createMission(tx, actor, { ...mission, state: "active" });
}
