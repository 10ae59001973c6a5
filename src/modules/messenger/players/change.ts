import { Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { Sql } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { buildMeta, jsonResponse, successBody, wantsMeta } from "../../../http/answers/respond.ts";
import type { Change } from "../../../http/change.ts";
import type { Actor, Context } from "../../../http/operation.ts";
import { idempotencyConflict, jsonPayload, type Payload } from "../../../http/payload.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import type { FieldHashes } from "../../platform/idempotency/index.ts";
import { ALIAS_PREFIX, MESSENGER_PREFIX } from "../paths.ts";
import type { PlayerCaller } from "./credentials.ts";
import { findAnswer, findPlayerByTelegramId, insertAnswer } from "./store.ts";

/**
 * Runs a player's change. With an `idempotency_key` in the body, a retry with the same body gets the first answer again,
 * with `replayed: true`; a different body is a conflict. Credentials are not compared, and a refused change does not use
 * up its key, nor does a call that changes nothing and so creates no player. The answer is stored in the commit of the
 * change.
 */
export async function changeByPlayer(change: Change, fieldHashes: FieldHashes): Promise<Response> {
  const { actor, exchange, inSafeMode, prepare, services, status, write } = change;
  if (!isPlayerCaller(actor)) throw new Error("the caller is not a player");
  const context = change.readInput();
  const request = idempotentRequestOf(change, context, actor.telegramId);
  const prepared = prepare === null ? undefined : await prepare(context);
  // While changes are stopped nothing can be confirmed; sign-in goes on without.
  const isStopped = services.safeModeReason() !== null;
  const body = await context.db.writer.run(
    (tx) => {
      const first = request === null ? null : firstAnswer(tx, request, fieldHashes);
      if (first !== null) return { ...first, replayed: true };
      if (!inSafeMode) refuseInSafeMode(services.safeModeReason());
      const answer = successBody(write(tx, context, prepared), null);
      if (request === null) return answer;
      const player = findPlayerByTelegramId(tx, request.telegramId);
      if (player === null) return { ...answer, replayed: false };
      const { key, payload } = request;
      const fields = fieldHashes.describe(tx, payload);
      const text = JSON.stringify(answer);
      insertAnswer(tx, { playerId: player.id, key, hash: payload.hash, fields, answer: text });
      return { ...answer, replayed: false };
    },
    inSafeMode && isStopped ? "full" : "acknowledged",
  );
  exchange.result = body;
  const meta = wantsMeta(context) ? buildMeta(exchange.requestId, exchange.now) : null;
  return jsonResponse(status, meta === null ? body : { ...body, meta }, exchange.headers);
}

function isPlayerCaller(actor: Actor): actor is PlayerCaller {
  return actor.kind === "player" && "profile" in actor;
}

interface IdempotentRequest {
  telegramId: number;
  key: string;
  /** Method, path and body without credentials. */
  payload: Payload;
}

/** Null without an idempotency_key. The alias path counts as the same operation. */
function idempotentRequestOf(
  { exchange, operation }: Change,
  { entered }: Context,
  telegramId: number,
): IdempotentRequest | null {
  const { idempotency_key: key, init_data: _, ...value } = entered as Record<string, unknown>;
  if (typeof key !== "string") return null;
  const subject = withoutAlias(`${exchange.method} ${exchange.target.path}`);
  const payload = jsonPayload({ operation: withoutAlias(operation), subject, value });
  if (payload === null) throw invalidPayload("body", "must be text without lone surrogates");
  return { telegramId, key, payload };
}

function withoutAlias(target: string): string {
  return target.replace(ALIAS_PREFIX, MESSENGER_PREFIX);
}

const ANSWER = jsonColumn("messenger_answers.answer", Type.Record(Type.String(), Type.Unknown()));

/** @throws Problem idempotency_conflict */
function firstAnswer(
  sql: Sql,
  { telegramId, key, payload }: IdempotentRequest,
  fieldHashes: FieldHashes,
): object | null {
  const player = findPlayerByTelegramId(sql, telegramId);
  const found = player === null ? null : findAnswer(sql, player.id, key);
  if (found === null) return null;
  const first = fieldHashes.compare(sql, found, payload);
  if (first.isSame) return ANSWER.read(found.answer);
  throw idempotencyConflict(first, payload, "idempotency_key");
}
