import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { type Operation, readOperation, writeOperation } from "../../../http/operation.ts";
import { Described, Id, Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { ENTRY_ERRORS } from "../../ledger/entries/index.ts";
import { gatherFacts, type Person } from "../audiences/index.ts";
import { BALANCE_FIELDS, toBalances } from "../balances/index.ts";
import { personOfCaller } from "../caller.ts";
import { findGridSetup, findOpenGrid } from "../campaigns/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { CLIENT_SEED, CREDENTIAL, CREDENTIALS_BODY, IDEMPOTENCY_KEY, REPLAYED } from "../fields.ts";
import { findPause, UNAVAILABLE_REASONS } from "../games/index.ts";
import { chooseGridSetup } from "../lots/index.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { GameParts } from "../payouts/index.ts";
import { mayPlay, type PlayerFor } from "../players/index.ts";
import {
  CampaignRevision,
  findActiveRound,
  GridRound,
  GridRules,
  gridRoundView,
  type RoundRow,
  redrawLayout,
  rulesView,
  toRevision,
} from "../rounds/index.ts";
import { Fairness, nextFairness, type Seeds } from "../seeds/index.ts";
import { abandonRound } from "./abandon-round.ts";
import { revealCell } from "./reveal-cell.ts";
import { startRound } from "./start-round.ts";

const PATH = `${MESSENGER_PREFIX}games/recon-grid`;

const GridStatus = Type.Object({
  campaign: Nullable(
    Type.Object({
      key: Type.String({ description: "Key of the campaign." }),
      revision: Type.Integer({ description: "Revision of the campaign that is open now." }),
      title: Type.String({ description: "Title of the campaign." }),
    }),
    { description: "The open campaign of the grid; null without one." },
  ),
  rules: Nullable(GridRules, { description: "Rules of the open campaign; null without one." }),
  next_round: Nullable(
    Type.Object({
      campaign: Described(CampaignRevision, "The campaign of the next round."),
      rules: Described(GridRules, "Rules of the next round."),
    }),
    {
      description:
        "The rules of the next round: those of the player's oldest missiles, otherwise of the open campaign; null without one.",
    },
  ),
  can_play: Type.Boolean({ description: "True if a round can be started." }),
  reason: Nullable(OneOf([...UNAVAILABLE_REASONS, "round_active"] as const), {
    description: "Why no round can be started; null if one can, or if the player is suspended.",
  }),
  round: Nullable(GridRound, { description: "The active round; null without one." }),
  fairness: Nullable(Fairness, {
    description: "Commitment to the server seed, and the seeds in use; null before the first change.",
  }),
});

/** The grid game's operations (contract section 16). */
export function gridRoutes(player: PlayerFor, parts: GameParts): Operation[] {
  return [
    statusOperation(player, parts),
    startOperation(player, parts),
    revealOperation(player, parts),
    abandonOperation(player, parts),
  ];
}

function statusOperation(player: PlayerFor, parts: GameParts): Operation {
  return readOperation({
    id: "messengerGridStatus",
    method: "POST",
    path: `${PATH}/status`,
    group: MESSENGER_GROUP,
    summary: "Read the grid: rules, active round and seed commitment",
    access: player("read"),
    body: CREDENTIALS_BODY,
    response: Type.Object({ ...GridStatus.properties, ...BALANCE_FIELDS }),
    read: ({ actor, db, now }) => {
      const person = personOfCaller(db.read, actor);
      return {
        ...readGridStatus(db.read, { seeds: parts.seeds, person, now }),
        ...toBalances(person.player),
      };
    },
  });
}

function startOperation(player: PlayerFor, parts: GameParts): Operation {
  return writeOperation({
    id: "messengerGridStart",
    method: "POST",
    path: `${PATH}/start`,
    group: MESSENGER_GROUP,
    summary: "Start a round of the grid",
    outcome: "The round has started; the answer has the new balances.",
    description: "The layout is fixed at the start and shown after the round has ended.",
    access: player("spend"),
    body: Type.Object({ ...CREDENTIAL, idempotency_key: IDEMPOTENCY_KEY, client_seed: CLIENT_SEED }),
    response: Type.Object({
      round: Described(GridRound, "The round that has started."),
      ...BALANCE_FIELDS,
      ...REPLAYED,
    }),
    errors: [MESSENGER_ERRORS.round_active, MESSENGER_ERRORS.not_available, "state_conflict"],
    example: { idempotency_key: "start-1" },
    write: (tx, { actor, body }) => ({
      ...startRound(tx, parts, { caller: actor, client_seed: body.client_seed }),
    }),
  });
}

function revealOperation(player: PlayerFor, parts: GameParts): Operation {
  return writeOperation({
    id: "messengerGridReveal",
    method: "POST",
    path: `${PATH}/reveal`,
    group: MESSENGER_GROUP,
    summary: "Reveal a cell for one missile",
    outcome: "The cell was revealed; the answer has the round and the new balances.",
    description: "Revealing a cell again returns its content and costs nothing.",
    access: player("spend"),
    body: Type.Object({
      ...CREDENTIAL,
      idempotency_key: IDEMPOTENCY_KEY,
      round_id: Id(),
      cell: Type.Integer({ minimum: 0, maximum: 9_999, description: "Cell to reveal, from 0, row by row." }),
    }),
    response: Type.Object({
      cell: Type.Integer({ description: "Cell of the grid, from 0." }),
      content: OneOf(["empty", "target", "mine"], { description: "Content of the cell." }),
      round: Described(GridRound, "The round after the reveal."),
      ...BALANCE_FIELDS,
      ...REPLAYED,
    }),
    errors: [
      MESSENGER_ERRORS.round_not_found,
      MESSENGER_ERRORS.round_closed,
      ENTRY_ERRORS.insufficient_balance,
      "state_conflict",
    ],
    example: { idempotency_key: "reveal-1", round_id: 2, cell: 12 },
    write: (tx, { actor, body }) => ({
      ...revealCell(tx, parts, { caller: actor, request: body }),
    }),
  });
}

function abandonOperation(player: PlayerFor, parts: GameParts): Operation {
  return writeOperation({
    id: "messengerGridAbandon",
    method: "POST",
    path: `${PATH}/abandon`,
    group: MESSENGER_GROUP,
    summary: "Give up a round of the grid",
    outcome: "The round has ended; earned salutes stay.",
    description:
      "Ends the active round; earned salutes stay, and the next round can start. Naturally idempotent: a round given up before is returned again.",
    access: player("read"),
    body: Type.Object({
      ...CREDENTIAL,
      idempotency_key: Type.Optional(IDEMPOTENCY_KEY),
      round_id: Type.Optional(Id({ description: "Id of the round; the active one unless given." })),
    }),
    response: Type.Object({
      round: Described(GridRound, "The round that has ended."),
      ...BALANCE_FIELDS,
      ...Type.Partial(Type.Object(REPLAYED)).properties,
    }),
    errors: [
      MESSENGER_ERRORS.round_not_found,
      MESSENGER_ERRORS.round_closed,
      "state_conflict",
      "idempotency_conflict",
    ],
    example: { round_id: 2 },
    write: (tx, { actor, body }) => ({
      ...abandonRound(tx, parts, { caller: actor, roundId: body.round_id }),
    }),
  });
}

function readGridStatus(
  sql: Sql,
  { now, person, seeds }: { seeds: Seeds; person: Person; now: number },
): Static<typeof GridStatus> {
  const playerId = person.player?.row.id ?? null;
  const { campaign, reason } = findOpenGrid(sql, gatherFacts(sql, person), now);
  const row = playerId === null ? null : findActiveRound(sql, playerId, now);
  const isActive = mayPlay(person.player);
  const isTaken = row !== null && isActive;
  const unavailableReason =
    findPause(sql, "recon-grid") !== null ? "paused" : (reason ?? (isTaken ? "round_active" : null));
  const setup = campaign === null ? null : findGridSetup(sql, campaign.setup_id).config;
  const next = campaign === null ? null : chooseGridSetup(sql, playerId, campaign.setup_id);
  return {
    campaign:
      campaign === null ? null : { key: campaign.key, revision: campaign.revision, title: campaign.title },
    rules: setup === null ? null : rulesView(setup),
    next_round: next === null ? null : { campaign: toRevision(next), rules: rulesView(next.config) },
    can_play: unavailableReason === null && isActive,
    reason: unavailableReason,
    round: row === null ? null : activeRoundView(sql, row, { seeds, now }),
    fairness: nextFairness(sql, playerId, setup?.algorithm),
  };
}

function activeRoundView(
  sql: Sql,
  row: RoundRow,
  { now, seeds }: { seeds: Seeds; now: number },
): Static<typeof GridRound> {
  const setup = findGridSetup(sql, row.setup_id).config;
  const layout = redrawLayout(row, setup, seeds.readServerSeed(sql, row.seed_id));
  return gridRoundView(sql, row, { layout, now });
}
