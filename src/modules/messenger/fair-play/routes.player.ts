import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { DEFAULT_LIMIT, PageQuery, Pagination, pageRequest, toPage } from "../../../http/input/paging.ts";
import { type Operation, readOperation, writeOperation } from "../../../http/operation.ts";
import { Described, Nullable } from "../../../http/schema/shapes.ts";
import { BALANCE_FIELDS, balancesNow, toBalances } from "../balances/index.ts";
import { personOfCaller } from "../caller.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { CREDENTIAL, IDEMPOTENCY_KEY, KEPT_SEED, REPLAYED } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { ensurePlayer, type PlayerFor, requireActivePlayer } from "../players/index.ts";
import { listRounds, Round, requireOwnRound, roundView } from "../rounds/index.ts";
import { Fairness, nextFairness, type Seeds } from "../seeds/index.ts";
import { RevealedSeed, rotateFairness } from "./rotate.ts";

/** Operations that prove rounds fair (contract section 16). */
export function fairPlayRoutes(player: PlayerFor, seeds: Seeds): Operation[] {
  return [
    roundOperation(player, seeds),
    historyOperation(player, seeds),
    fairnessOperation(player),
    seedOperation(player, seeds),
    rotateOperation(player, seeds),
  ];
}

function roundOperation(player: PlayerFor, seeds: Seeds): Operation {
  return readOperation({
    group: MESSENGER_GROUP,
    id: "messengerRound",
    method: "GET",
    path: `${MESSENGER_PREFIX}games/rounds/{round_id}`,
    summary: "Read one of the player's rounds, with everything needed to recompute it",
    access: player("read"),
    params: Type.Object({
      round_id: Type.String({
        pattern: "^(0|[1-9][0-9]{0,15})$",
        description: "Id of one of the player's rounds.",
      }),
    }),
    query: Type.Object(CREDENTIAL),
    response: Type.Object({
      round: Described(Round, "The round, with everything needed to recompute it."),
      ...BALANCE_FIELDS,
    }),
    errors: [MESSENGER_ERRORS.round_not_found],
    read: ({ actor, db, now, params }) => {
      const person = personOfCaller(db.read, actor);
      const row = requireOwnRound(db.read, person.player?.row.id ?? null, Number(params.round_id));
      return { round: roundView(db.read, row, { seeds, now }), ...toBalances(person.player) };
    },
  });
}

function historyOperation(player: PlayerFor, seeds: Seeds): Operation {
  return readOperation({
    group: MESSENGER_GROUP,
    id: "messengerRounds",
    method: "POST",
    path: `${MESSENGER_PREFIX}games/rounds`,
    summary: "List the player's rounds, newest first, with everything needed to recompute them",
    access: player("read"),
    body: Type.Object({
      ...CREDENTIAL,
      limit: Type.Optional(PageQuery.limit),
      cursor: Type.Optional(PageQuery.cursor),
    }),
    response: Type.Object({
      rounds: Type.Array(Round, { description: "The player's rounds, newest first." }),
      count: RowCount,
      pagination: Pagination,
      ...BALANCE_FIELDS,
    }),
    read: ({ actor, body, db, now }) => {
      const { player: own } = personOfCaller(db.read, actor);
      const page = pageRequest({ limit: body.limit ?? DEFAULT_LIMIT, cursor: body.cursor }, {});
      const range = { limit: page.limit + 1, ...(page.after === null ? {} : { before: page.after }) };
      const { pagination, rows } = toPage(own === null ? [] : listRounds(db.read, own.row.id, range), page);
      const rounds = rows.map((row) => roundView(db.read, row, { seeds, now }));
      // This list has no offset.
      return {
        rounds,
        count: rounds.length,
        pagination: { ...pagination, next_offset: null },
        ...toBalances(own),
      };
    },
  });
}

function seedOperation(player: PlayerFor, seeds: Seeds): Operation {
  return writeOperation({
    group: MESSENGER_GROUP,
    id: "messengerSeed",
    method: "POST",
    path: `${MESSENGER_PREFIX}games/seed`,
    summary: "Keep a client seed for the player's next rounds",
    outcome: "The client seed was kept for the next rounds.",
    description: "Used by every round that names no client_seed, until the player sends another one.",
    access: player("read"),
    body: Type.Object({
      ...CREDENTIAL,
      idempotency_key: Type.Optional(IDEMPOTENCY_KEY),
      client_seed: KEPT_SEED,
    }),
    response: Type.Object({
      fairness: Nullable(Fairness, {
        description: "Commitment to the server seed, and the seeds in use; null before the first change.",
      }),
      ...BALANCE_FIELDS,
      ...Type.Partial(Type.Object(REPLAYED)).properties,
    }),
    errors: ["state_conflict", "idempotency_conflict"],
    example: { client_seed: "lucky" },
    write: (tx, { actor, body }) => {
      const { row } = requireActivePlayer(ensurePlayer(tx, actor));
      seeds.keepClientSeed(tx, row.id, body.client_seed);
      return { fairness: nextFairness(tx, row.id), ...balancesNow(tx, actor.telegramId) };
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
    response: Type.Object({
      fairness: Nullable(Fairness, {
        description: "Commitment to the server seed, and the seeds in use; null before the first change.",
      }),
      ...BALANCE_FIELDS,
    }),
    read: ({ actor, db }) => {
      const person = personOfCaller(db.read, actor);
      const fairness = nextFairness(db.read, person.player?.row.id ?? null);
      return { fairness, ...toBalances(person.player) };
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
    outcome: "The server seed was revealed, and the next one is committed.",
    description: "All rounds of the revealed seed can then be recomputed.",
    access: player("spend"),
    body: Type.Object({ ...CREDENTIAL, idempotency_key: IDEMPOTENCY_KEY }),
    response: Type.Object({
      revealed: Described(RevealedSeed, "The server seed that this call revealed."),
      fairness: Nullable(Fairness, {
        description: "Commitment to the server seed, and the seeds in use; null before the first change.",
      }),
      ...BALANCE_FIELDS,
      ...REPLAYED,
    }),
    errors: [MESSENGER_ERRORS.round_active],
    example: { idempotency_key: "rotate-1" },
    write: (tx, { actor }) => rotateFairness(tx, seeds, actor),
  });
}
