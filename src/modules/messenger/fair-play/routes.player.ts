import { Type } from "@sinclair/typebox";
import { type Operation, readOperation, writeOperation } from "../../../http/operation.ts";
import { Nullable } from "../../../http/schema/shapes.ts";
import { BALANCE_FIELDS, balancesOf } from "../balances/index.ts";
import { personOfCaller } from "../caller.ts";
import { findGridSetup } from "../campaigns/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { CREDENTIAL, IDEMPOTENCY_KEY, REPLAYED } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { PlayerFor } from "../players/index.ts";
import {
  GridRound,
  gridRoundView,
  layoutOf,
  requireOwnRound,
  WheelRound,
  wheelRoundView,
} from "../rounds/index.ts";
import { Fairness, nextFairness, type Seeds } from "../seeds/index.ts";
import { RevealedSeed, rotateFairness } from "./rotate.ts";

/** Operations that prove rounds fair (contract section 16). */
export function fairPlayRoutes(player: PlayerFor, seeds: Seeds): Operation[] {
  return [roundOperation(player, seeds), fairnessOperation(player), rotateOperation(player, seeds)];
}

function roundOperation(player: PlayerFor, seeds: Seeds): Operation {
  return readOperation({
    group: MESSENGER_GROUP,
    id: "messengerRound",
    method: "GET",
    path: `${MESSENGER_PREFIX}games/rounds/{round_id}`,
    summary: "Read one of the player's rounds, with everything needed to recompute it",
    access: player("read"),
    params: Type.Object({ round_id: Type.String({ pattern: "^(0|[1-9][0-9]{0,15})$" }) }),
    query: Type.Object(CREDENTIAL),
    response: Type.Object({ round: Type.Union([WheelRound, GridRound]), ...BALANCE_FIELDS }),
    errors: [MESSENGER_ERRORS.round_not_found],
    read: ({ actor, db, now, params }) => {
      const person = personOfCaller(db.read, actor);
      const row = requireOwnRound(db.read, person.player?.row.id ?? null, Number(params.round_id));
      if (row.game_key === "spin-wheel")
        return { round: wheelRoundView(db.read, row), ...balancesOf(person.player) };
      const rules = findGridSetup(db.read, row.setup_id).config;
      const layout = layoutOf(row, rules, seeds.serverSeedOf(db.read, row.seed_id));
      return { round: gridRoundView(db.read, row, { layout, now }), ...balancesOf(person.player) };
    },
  });
}

function fairnessOperation(player: PlayerFor): Operation {
  return readOperation({
    group: MESSENGER_GROUP,
    id: "messengerFairness",
    method: "GET",
    path: `${MESSENGER_PREFIX}games/fairness`,
    summary: "Read the current server seed's commitment and its inclusion in the signed log",
    access: player("read"),
    query: Type.Object(CREDENTIAL),
    response: Type.Object({ fairness: Nullable(Fairness), ...BALANCE_FIELDS }),
    read: ({ actor, db }) => {
      const person = personOfCaller(db.read, actor);
      const fairness = nextFairness(db.read, person.player?.row.id ?? null);
      return { fairness, ...balancesOf(person.player) };
    },
  });
}

function rotateOperation(player: PlayerFor, seeds: Seeds): Operation {
  return writeOperation({
    group: MESSENGER_GROUP,
    id: "messengerFairnessRotate",
    method: "POST",
    path: `${MESSENGER_PREFIX}games/fairness/rotate`,
    summary: "Reveal the current server seed and commit to the next one",
    description: "All rounds of the revealed seed can then be recomputed.",
    access: player("spend"),
    body: Type.Object({ ...CREDENTIAL, idempotency_key: IDEMPOTENCY_KEY }),
    response: Type.Object({
      revealed: RevealedSeed,
      fairness: Nullable(Fairness),
      ...BALANCE_FIELDS,
      ...REPLAYED,
    }),
    errors: [MESSENGER_ERRORS.round_active],
    example: { idempotency_key: "rotate-1" },
    write: (tx, { actor }) => rotateFairness(tx, seeds, actor),
  });
}
