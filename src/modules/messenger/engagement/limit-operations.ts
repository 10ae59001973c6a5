import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { type Operation, readOperation, writeOperation } from "../../../http/operation.ts";
import { Amount, Described, Nullable, Timestamp } from "../../../http/schema/shapes.ts";
import { DAY_MS, isoUtc } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { BALANCE_FIELDS, toBalances } from "../balances/index.ts";
import { personOfCaller } from "../caller.ts";
import { spentOn } from "../days/index.ts";
import { CREDENTIAL, IDEMPOTENCY_KEY, REPLAYED } from "../fields.ts";
import { findLimit, NO_LIMIT, resolveLimit, upsertLimit, withLimit } from "../limits/index.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { ensurePlayer, findPlayer, type PlayerFor } from "../players/index.ts";

const Limits = Type.Object(
  {
    daily_salutes: Nullable(Type.Number(), {
      description: "Salutes that the player may spend in games per UTC day; null without a limit.",
    }),
    spent_today: Type.Number({ description: "Salutes spent in games since midnight UTC." }),
    left_today: Nullable(Type.Number(), {
      description: "Salutes left until midnight UTC; null without a limit.",
    }),
    next: Nullable(
      Type.Object({
        daily_salutes: Nullable(Type.Number(), { description: "The limit to come; null for none." }),
        from: Timestamp({ description: "Time from which the next limit counts: midnight UTC." }),
      }),
      {
        description:
          "A higher limit, or none, that counts from the next UTC day on; null if no change is due.",
      },
    ),
  },
  { title: "PlayerLimits" },
);

const PATH = `${MESSENGER_PREFIX}limits`;

/** The player's own limits (contract section 24). */
export function limitOperations(player: PlayerFor): Operation[] {
  return [
    readOperation({
      id: "messengerLimits",
      method: "GET",
      path: PATH,
      group: MESSENGER_GROUP,
      summary: "Read the player's own daily limit",
      access: player("read"),
      query: Type.Object(CREDENTIAL),
      response: Type.Object({ limits: Described(Limits, "The player's daily limit."), ...BALANCE_FIELDS }),
      read: ({ actor, db, now }) => {
        const { player: own } = personOfCaller(db.read, actor);
        return { limits: limitsView(db.read, own?.row.id ?? null, now), ...toBalances(own) };
      },
    }),
    writeOperation({
      id: "messengerSetLimits",
      method: "POST",
      path: PATH,
      group: MESSENGER_GROUP,
      summary: "Set the player's own daily limit",
      outcome: "The player's limit was set; the answer says from when it counts.",
      description:
        "A lower limit counts at once; a higher one, or null for none, counts from the next UTC day on. Without daily_salutes nothing changes.",
      access: player("read"),
      body: Type.Object({
        ...CREDENTIAL,
        idempotency_key: Type.Optional(IDEMPOTENCY_KEY),
        daily_salutes: Type.Optional(Nullable(Amount({ minimum: 0 }))),
      }),
      response: Type.Object({
        limits: Described(Limits, "The player's daily limit."),
        ...BALANCE_FIELDS,
        ...Type.Partial(Type.Object(REPLAYED)).properties,
      }),
      errors: ["idempotency_conflict"],
      example: { daily_salutes: 20 },
      write: (tx, { actor, body }) => {
        if (body.daily_salutes !== undefined) {
          const { id } = ensurePlayer(tx, actor).row;
          const day = Math.floor(tx.now / DAY_MS);
          const before = findLimit(tx, id) ?? NO_LIMIT;
          upsertLimit(tx, { player_id: id, ...withLimit(before, body.daily_salutes, day) });
        }
        const own = findPlayer(tx, actor.telegramId);
        return { limits: limitsView(tx, own?.row.id ?? null, tx.now), ...toBalances(own) };
      },
    }),
  ];
}

function limitsView(sql: Sql, playerId: number | null, now: number): Static<typeof Limits> {
  const day = Math.floor(now / DAY_MS);
  const row = playerId === null ? null : findLimit(sql, playerId);
  const spent = playerId === null ? 0 : spentOn(sql, playerId, day);
  const { daily_salutes: limit, from_day, next_daily_salutes } = resolveLimit(row ?? NO_LIMIT, day);
  return {
    daily_salutes: salutesOrNull(limit),
    spent_today: fromHundredths(spent),
    left_today: limit === null ? null : fromHundredths(Math.max(0, limit - spent)),
    next:
      from_day === null
        ? null
        : { daily_salutes: salutesOrNull(next_daily_salutes), from: isoUtc(from_day * DAY_MS) },
  };
}

function salutesOrNull(hundredths: number | null): number | null {
  return hundredths === null ? null : fromHundredths(hundredths);
}
