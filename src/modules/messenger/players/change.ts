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
 * A change of a player. `idempotency_key` in the body names the intent: the same key and body get the first answer again,
 * with `replayed: true`; another body is a conflict. Credentials are no part of what is compared, and what is refused
 * leaves its key free. The record is in the commit of the change.
 */
export async function changeByPlayer(change: Change, ensureHouse: (tx: Tx) => number): Promise<Response> {
  const { actor, exchange, inSafeMode, prepare, services, status, write } = change;
  if (actor.kind !== "player") throw new Error("only players are admitted here");
  const context = change.readInput();
  const intent = intentOf(context, exchange.request, actor.telegramId);
  const prepared = prepare === null ? undefined : await prepare(context);
  const body = await context.db.writer.run((tx) => {
    const first = intent === null ? null : firstAnswer(tx, intent);
    if (first !== null) return { ...first, replayed: true };
    if (!inSafeMode) refuseInSafeMode(services.safeModeReason());
    ensureHouse(tx);
    const answer = successBody(write(tx, context, prepared), null);
    if (intent === null) return answer;
    const player = findPlayerByTelegramId(tx, intent.telegramId);
    if (player === null) throw new Error("a change made no player");
    const { key, hash } = intent;
    insertAnswer(tx, { playerId: player.id, key, hash, answer: JSON.stringify(answer) });
    return { ...answer, replayed: false };
  }, "acknowledged");
  exchange.result = body;
  const meta = wantsMeta(context) ? metaOf(exchange.requestId, exchange.now) : null;
  return jsonResponse(status, meta === null ? body : { ...body, meta }, exchange.headers);
}

interface PlayerIntent {
  telegramId: number;
  key: string;
  /** SHA-256 of method, path and body without credentials. */
  hash: string;
}

/** Null for a change that names no intent. Both names of an operation are one. */
function intentOf({ body, method }: Context, { url }: Request, telegramId: number): PlayerIntent | null {
  const { idempotency_key: key, init_data: _, ...rest } = body as Record<string, unknown>;
  if (typeof key !== "string") return null;
  const path = targetOf(url).path.replace(ALIAS_PREFIX, MESSENGER_PREFIX);
  return { telegramId, key, hash: sha256Hex(`${method} ${path}\n${canonicalJson(rest)}`) };
}

/** @throws Problem idempotency_conflict */
function firstAnswer(sql: Sql, { telegramId, key, hash }: PlayerIntent): object | null {
  const player = findPlayerByTelegramId(sql, telegramId);
  const found = player === null ? null : findAnswer(sql, player.id, key);
  if (found === null) return null;
  if (found.payload_hash === hash) return JSON.parse(found.answer) as object;
  throw new Problem("idempotency_conflict", "Use a new idempotency_key: this one belongs to another call.");
}
