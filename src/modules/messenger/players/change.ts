import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { jsonResponse, metaOf, successBody, wantsMeta } from "../../../http/answers/respond.ts";
import type { Change } from "../../../http/change.ts";
import type { Context } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { targetOf } from "../../../http/target.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import { ALIAS_PREFIX, MESSENGER_PREFIX } from "../paths.ts";
import { findAnswer, findPlayerByTelegramId, insertAnswer } from "./store.ts";

/**
 * Runs a player's change. With an `idempotency_key` in the body, a retry with the same body gets the first answer again,
 * with `replayed: true`; a different body is a conflict. Credentials are not compared, and a refused change does not use
 * up its key. The answer is stored in the commit of the change.
 */
export async function changeByPlayer(change: Change, ensureHouse: (tx: Tx) => number): Promise<Response> {
  const { actor, exchange, inSafeMode, prepare, services, status, write } = change;
  if (actor.kind !== "player") throw new Error("the caller is not a player");
  const context = change.readInput();
  const request = idempotentRequestOf(context, exchange.request, actor.telegramId);
  const prepared = prepare === null ? undefined : await prepare(context);
  // While changes are stopped nothing can be confirmed; sign-in goes on without.
  const isStopped = services.safeModeReason() !== null;
  const body = await context.db.writer.run(
    (tx) => {
      const first = request === null ? null : firstAnswer(tx, request);
      if (first !== null) return { ...first, replayed: true };
      if (!inSafeMode) refuseInSafeMode(services.safeModeReason());
      ensureHouse(tx);
      const answer = successBody(write(tx, context, prepared), null);
      if (request === null) return answer;
      const player = findPlayerByTelegramId(tx, request.telegramId);
      if (player === null) throw new Error("the change created no player");
      const { key, hash } = request;
      insertAnswer(tx, { playerId: player.id, key, hash, answer: JSON.stringify(answer) });
      return { ...answer, replayed: false };
    },
    inSafeMode && isStopped ? "full" : "acknowledged",
  );
  exchange.result = body;
  const meta = wantsMeta(context) ? metaOf(exchange.requestId, exchange.now) : null;
  return jsonResponse(status, meta === null ? body : { ...body, meta }, exchange.headers);
}

interface IdempotentRequest {
  telegramId: number;
  key: string;
  /** SHA-256 of method, path and body without credentials. */
  hash: string;
}

/** Null without an idempotency_key. The alias path counts as the same operation. */
function idempotentRequestOf(
  { body, method }: Context,
  { url }: Request,
  telegramId: number,
): IdempotentRequest | null {
  const { idempotency_key: key, init_data: _, ...rest } = body as Record<string, unknown>;
  if (typeof key !== "string") return null;
  const path = targetOf(url).path.replace(ALIAS_PREFIX, MESSENGER_PREFIX);
  return { telegramId, key, hash: sha256Hex(`${method} ${path}\n${canonicalJson(rest)}`) };
}

/** @throws Problem idempotency_conflict */
function firstAnswer(sql: Sql, { telegramId, key, hash }: IdempotentRequest): object | null {
  const player = findPlayerByTelegramId(sql, telegramId);
  const found = player === null ? null : findAnswer(sql, player.id, key);
  if (found === null) return null;
  if (found.payload_hash === hash) return JSON.parse(found.answer) as object;
  throw new Problem("idempotency_conflict", "Use a new idempotency_key: this one belongs to another call.");
}
