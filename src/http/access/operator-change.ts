import { Accepted } from "../answers/answer.ts";
import { invalidPayload } from "../answers/problem.ts";
import { recordedBody } from "../answers/recorded-body.ts";
import {
  buildMeta,
  jsonResponse,
  jsonTextResponse,
  successBody,
  successText,
  wantsMeta,
} from "../answers/respond.ts";
import type { Change } from "../change.ts";
import type { Context } from "../context.ts";
import type { FirstAnswer, KeyedChange, OperatorMutations } from "../mutation.ts";
import { idempotencyConflict, toPayload } from "../payload.ts";
import { refuseInSafeMode } from "../safe-mode.ts";

const ACCEPTED = 202;

/**
 * A change by an operator (contract, second part: operator JSON). With an Idempotency-Key, the same payload gets the
 * first answer again and another one a conflict; without a key it is carried out each time. Equal requests at once are
 * carried out in turn, since what a change prepares may be a long work with commits of its own.
 */
export async function changeByOperator(change: Change): Promise<Response> {
  const { actor, exchange, services } = change;
  if (actor.kind !== "operator") throw new Error("only operators are admitted here");
  const context = change.readInput();
  const key = readKey(exchange.request);
  if (key === null) return carryOut(change, context, null);
  const keyed = { operator: actor.name, key, payload: toPayload(change, context.entered) };
  return services.operatorMutations.inTurn(keyed, () => carryOut(change, context, keyed));
}

async function carryOut(change: Change, context: Context, keyed: KeyedChange | null): Promise<Response> {
  const { exchange, inSafeMode, prepare, recording, services, status, write } = change;
  const store = services.operatorMutations;
  const bodyOf = (text: string) =>
    recording === null ? recordedBody(text) : JSON.stringify(recording.keep(JSON.parse(text)));
  const known = keyed === null ? null : replayOf(store, keyed, context.db.read);
  if (known !== null) return replayed(change, known);
  const refuse = () => {
    if (!inSafeMode) refuseInSafeMode(services.safeModeReason());
  };
  refuse();
  const prepared = prepare === null ? undefined : await prepare(context);
  const { db } = context;
  const done = await db.writer.run((tx) => {
    const first = keyed === null ? null : replayOf(store, keyed, tx);
    if (first !== null) return { first };
    refuse();
    const answer = write(tx, context, prepared);
    const goesOn = answer instanceof Accepted;
    const answered = goesOn ? answer.body : answer;
    const text = successText(answered);
    const code = goesOn ? ACCEPTED : status;
    if (keyed !== null) store.record(tx, keyed, { status: code, body: bodyOf(text) });
    return { first: null, answered, text, code };
  }, "acknowledged");
  if (done.first !== null) return replayed(change, done.first);
  const { answered, code, text } = done;
  exchange.result = answered;
  const { headers, now, requestId } = exchange;
  if (wantsMeta(context))
    return jsonResponse(code, successBody(answered, buildMeta(requestId, now)), headers);
  return jsonTextResponse(code, text, headers);
}

/** @throws Problem if the header is not 1 to 255 visible ASCII characters */
function readKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || key === "") return null;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw invalidPayload("Idempotency-Key", "must be 1 to 255 visible ASCII characters");
}

/** The first answer to the same key and payload; null for a new key. @throws Problem idempotency_conflict */
function replayOf(
  store: OperatorMutations,
  change: KeyedChange,
  sql: Parameters<OperatorMutations["find"]>[0],
): FirstAnswer | null {
  const found = store.find(sql, change);
  if (found === null || found.first.isSame) return found;
  throw idempotencyConflict(found.first, change.payload);
}

function replayed({ exchange }: Change, { status, body }: FirstAnswer): Response {
  const headers = { ...exchange.headers, "idempotency-replayed": "true" };
  return jsonTextResponse(status, body, headers);
}
