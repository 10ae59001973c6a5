import { Type } from "@sinclair/typebox";
import { type Operation, readOperation, writeOperation } from "../../../http/operation.ts";
import { Described, OneOf } from "../../../http/schema/shapes.ts";
import { ENTRY_ERRORS } from "../../ledger/entries/index.ts";
import { BALANCE_FIELDS, toBalances } from "../balances/index.ts";
import { personOfCaller } from "../caller.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { CLIENT_SEED, CREDENTIAL, CREDENTIALS_BODY, IDEMPOTENCY_KEY, REPLAYED } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { GameParts } from "../payouts/index.ts";
import type { PlayerFor } from "../players/index.ts";
import { WheelRound } from "../rounds/index.ts";
import { playWheel } from "./play-wheel.ts";
import { readWheelStatus, WheelStatus } from "./status.ts";

/** The wheel game's operations (contract section 16). */
export function wheelRoutes(player: PlayerFor, parts: GameParts): Operation[] {
  return [
    readOperation({
      id: "messengerWheelStatus",
      method: "POST",
      path: `${MESSENGER_PREFIX}games/spin-wheel/status`,
      group: MESSENGER_GROUP,
      summary: "Read the wheel: odds, availability and seed commitment",
      access: player("read"),
      body: CREDENTIALS_BODY,
      response: Type.Object({ ...WheelStatus.properties, ...BALANCE_FIELDS }),
      read: ({ actor, db, now }) => {
        const person = personOfCaller(db.read, actor);
        return { ...readWheelStatus(db.read, person, now), ...toBalances(person.player) };
      },
    }),
    writeOperation({
      id: "messengerWheelPlay",
      method: "POST",
      path: `${MESSENGER_PREFIX}games/spin-wheel/play`,
      group: MESSENGER_GROUP,
      summary: "Spin the wheel",
      outcome: "The wheel was spun; the answer has the round and the new balances.",
      description:
        "`pay` selects the payment method. Default: the first one available of a timed free spin, a free spin from the balance, and salutes. The round can be recomputed after its server seed is rotated.",
      access: player("spend"),
      body: Type.Object({
        ...CREDENTIAL,
        idempotency_key: IDEMPOTENCY_KEY,
        client_seed: CLIENT_SEED,
        pay: Type.Optional(OneOf(["free", "free_spin", "salutes"])),
      }),
      response: Type.Object({
        round: Described(WheelRound, "The round that was played."),
        ...BALANCE_FIELDS,
        ...REPLAYED,
      }),
      errors: [
        MESSENGER_ERRORS.cooldown,
        MESSENGER_ERRORS.limit_reached,
        MESSENGER_ERRORS.not_available,
        ENTRY_ERRORS.insufficient_balance,
        "state_conflict",
      ],
      example: { idempotency_key: "spin-1", client_seed: "lucky" },
      write: (tx, { actor, body }) => ({
        ...playWheel(tx, parts, { caller: actor, play: body }),
      }),
    }),
  ];
}
