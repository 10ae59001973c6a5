import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, operator, writeOperation } from "../../../http/operation.ts";
import { Id, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { BALANCE_FIELDS, balancesNow } from "../balances/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { MESSENGER_ADMIN_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { grantMissiles } from "./grant-missiles.ts";

/** Grants of missiles by operators (contract section 16). @param perDay maximum per UTC day for all players together */
export function grantRoutes(perDay: number): Operation[] {
  return [
    writeOperation({
      id: "grantMessengerMissiles",
      method: "POST",
      path: `${MESSENGER_PREFIX}admin/games/recon-grid/manual-grant`,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Grant missiles to a player",
      outcome: "The missiles were granted to the player.",
      description:
        "Requires an Idempotency-Key. MINIAPP_GRANTS_PER_DAY limits all grants of a UTC day together.",
      access: operator("operator"),
      body: Type.Object({
        telegram_user_id: Id(),
        missiles: Type.Integer({ minimum: 1, maximum: 1_000 }),
        reason: Text(200),
      }),
      response: Type.Object({
        grant: Type.Object(
          {
            id: Type.Integer({ description: "Id of the grant, as the audit trail names it." }),
            telegram_user_id: Type.Integer({ description: "Telegram's id of the player." }),
            missiles: Type.Integer({ description: "Number of missiles granted." }),
            reason: Type.String({ description: "Why the missiles were granted." }),
            created_at: Timestamp({ description: "Time of the grant." }),
          },
          { description: "The grant that was made." },
        ),
        granted_today: Type.Integer({ description: "Missiles granted today (UTC) to all players." }),
        per_day: Type.Integer({ description: "Most missiles that can be granted per UTC day." }),
        ...BALANCE_FIELDS,
      }),
      errors: ["idempotency_key_required", MESSENGER_ERRORS.player_not_found, "state_conflict"],
      write: (tx, context) => {
        const { actor, body } = context;
        if ((context.header("idempotency-key") ?? "") === "")
          throw new Problem(
            "idempotency_key_required",
            "Send an Idempotency-Key: a retry must not grant twice.",
          );
        const { missiles, reason, telegram_user_id: telegramId } = body;
        const { grantedToday, id } = grantMissiles(tx, actor, {
          telegramId,
          missiles,
          reason,
          perDay,
          key: null,
        });
        return {
          grant: { id, telegram_user_id: telegramId, missiles, reason, created_at: isoUtc(tx.now) },
          granted_today: grantedToday,
          per_day: perDay,
          ...balancesNow(tx, telegramId),
        };
      },
    }),
  ];
}
