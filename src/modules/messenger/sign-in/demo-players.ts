import type { PlayerCaller } from "../players/index.ts";

const NAMES = ["Ada", "Ben", "Chloe"] as const;
const FIRST_ID = 1_000_000_101;

/** A player of the demo bot. @param player 1 to 3 */
export function demoCaller(player: number): PlayerCaller {
  const firstName = NAMES[player - 1] ?? NAMES[0];
  const id = FIRST_ID + player - 1;
  const username = `demo_${firstName.toLowerCase()}`;
  return {
    kind: "player",
    telegramId: id,
    profile: { id, firstName, lastName: null, username, languageCode: "en" },
    startParam: null,
    session: null,
  };
}
