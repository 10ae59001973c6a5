import { Type } from "@sinclair/typebox";
import { type Operation, writeOperation } from "../../../http/operation.ts";
import { Described, OneOf } from "../../../http/schema/shapes.ts";
import { ENTRY_ERRORS } from "../../ledger/entries/index.ts";
import { BALANCE_FIELDS } from "../balances/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { CREDENTIAL, IDEMPOTENCY_KEY, REPLAYED } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { PlayerFor } from "../players/index.ts";
import { buyItem } from "./buy-item.ts";

const Quantity = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const ITEMS = ["missile", "spin"] as const;

const PurchaseAnswer = Type.Object({
  purchase: Described(
    Type.Object(
      {
        id: Type.Integer({ description: "Id of the purchase." }),
        item: OneOf(ITEMS, { description: "Kind of the item." }),
        quantity: Type.Integer({ description: "Number of items bought." }),
        cost: Type.Number({ description: "Total cost in salutes." }),
      },
      { title: "Purchase" },
    ),
    "The purchase that was made.",
  ),
  ...BALANCE_FIELDS,
  ...REPLAYED,
});

const ERRORS = [
  MESSENGER_ERRORS.limit_reached,
  MESSENGER_ERRORS.not_available,
  ENTRY_ERRORS.insufficient_balance,
  "state_conflict",
] as const;

/** Purchases by players (contract section 16). */
export function itemRoutes(player: PlayerFor): Operation[] {
  return [
    writeOperation({
      id: "messengerGridPurchase",
      method: "POST",
      path: `${MESSENGER_PREFIX}games/recon-grid/purchase`,
      group: MESSENGER_GROUP,
      summary: "Buy missiles",
      outcome: "The missiles were bought; the answer has the new balances.",
      access: player("spend"),
      body: Type.Object({ ...CREDENTIAL, idempotency_key: IDEMPOTENCY_KEY, quantity: Quantity }),
      response: PurchaseAnswer,
      errors: ERRORS,
      example: { idempotency_key: "buy-1", quantity: 3 },
      write: (tx, { actor, body }) => ({
        ...buyItem(tx, actor, { item: "missile", quantity: body.quantity }),
      }),
    }),
    writeOperation({
      id: "messengerItemPurchase",
      method: "POST",
      path: `${MESSENGER_PREFIX}games/items/purchase`,
      group: MESSENGER_GROUP,
      summary: "Buy missiles or free spins",
      outcome: "The items were bought; the answer has the new balances.",
      description: "A spin costs as much as a play of the open wheel.",
      access: player("spend"),
      body: Type.Object({
        ...CREDENTIAL,
        idempotency_key: IDEMPOTENCY_KEY,
        item: OneOf(ITEMS),
        quantity: Quantity,
      }),
      response: PurchaseAnswer,
      errors: ERRORS,
      example: { idempotency_key: "buy-2", item: "spin", quantity: 1 },
      write: (tx, { actor, body }) => buyItem(tx, actor, body),
    }),
  ];
}
