import { Type } from "@sinclair/typebox";
import { type Operation, readOperation } from "../../../http/operation.ts";
import { Inclusion, inclusionSalts, readInclusion } from "../../ledger/solvency/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { CREDENTIAL } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { type PlayerFor, requirePlayer } from "../players/index.ts";

/** The player's balance in the published liabilities. */
export function inclusionOperation(player: PlayerFor, keyring: Keyring): Operation {
  const salts = inclusionSalts(keyring);
  return readOperation({
    id: "messengerInclusion",
    method: "GET",
    path: `${MESSENGER_PREFIX}inclusion`,
    group: MESSENGER_GROUP,
    summary: "Prove that the player's balance is counted in the published liabilities",
    outcome: "The path from the player's balance to the published root.",
    description:
      "The path from the balance to the root in /api/public/solvency.json, which is in the signed log.",
    access: player("read"),
    query: Type.Object({ ...CREDENTIAL }),
    response: Inclusion,
    errors: [MESSENGER_ERRORS.player_not_found, "state_conflict"],
    read: ({ actor, db }) =>
      readInclusion(db.read, salts, requirePlayer(db.read, actor.telegramId).row.user_id),
  });
}
