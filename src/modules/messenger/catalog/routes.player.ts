import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { type Operation, readOperation } from "../../../http/operation.ts";
import { BALANCE_FIELDS, toBalances } from "../balances/index.ts";
import { personOfCaller } from "../caller.ts";
import { CREDENTIAL, CREDENTIALS_BODY } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { PlayerCaller, PlayerFor } from "../players/index.ts";
import { CatalogGame, readCatalog } from "./read-catalog.ts";

/** The game catalog for players (contract section 16). */
export function catalogRoutes(player: PlayerFor): Operation[] {
  const shared = {
    path: `${MESSENGER_PREFIX}games/catalog`,
    group: MESSENGER_GROUP,
    summary: "List the games open to the player",
    access: player("read"),
    response: Type.Object({
      count: RowCount,
      games: Type.Array(CatalogGame, { description: "The games with their availability." }),
      ...BALANCE_FIELDS,
    }),
  } as const;
  const read = ({ actor, db, now }: { actor: PlayerCaller; db: Database; now: number }) => {
    const person = personOfCaller(db.read, actor);
    const games = readCatalog(db.read, person, now);
    return { count: games.length, games, ...toBalances(person.player) };
  };
  return [
    readOperation({
      ...shared,
      id: "messengerCatalog",
      method: "GET",
      query: Type.Object(CREDENTIAL),
      read,
    }),
    readOperation({ ...shared, id: "messengerCatalogPost", method: "POST", body: CREDENTIALS_BODY, read }),
  ];
}
