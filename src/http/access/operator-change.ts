import { Accepted } from "../answers/answer.ts";
import { invalidPayload, Problem } from "../answers/problem.ts";
import { recordedBody } from "../answers/recorded-body.ts";
import {
  jsonResponse,
  jsonTextResponse,
  metaOf,
  successBody,
  successText,
  wantsMeta,
} from "../answers/respond.ts";
import type { Change } from "../change.ts";
import { type OperatorMutations, payloadHash } from "../mutation.ts";
import { refuseInSafeMode } from "../safe-mode.ts";

const ACCEPTED = 202;

/**
 * A change by an operator (contract, second part: operator JSON). With an Idempotency-Key, the same payload gets the
 * first answer again and another one a conflict; without a key it is carried out each time.
 */
export async function changeByOperator(change: Change): Promise<Response> {
  const { actor, exchange, inSafeMode, prepare, services, status, write } = change;
  if (actor.kind !== "operator") throw new Error("only operators are admitted here");
  const context = change.readInput();
  const key = readKey(exchange.request);
  const hash = key === null ? "" : payloadHash(exchange.request, change.body);
  const store = services.operatorMutations;
  const known = key === null ? null : replayOf(store, { operator: actor.name, key, hash }, context.db.read);
  if (known !== null) return replayed(change, known);
  const refuse = () => {
    if (!inSafeMode) refuseInSafeMode(services.safeModeReason());
  };
  refuse();
  const prepared = prepare === null ? undefined : await prepare(context);
  const { db } = context;
  const done = await db.writer.run((tx) => {
    const first = key === null ? null : replayOf(store, { operator: actor.name, key, hash }, tx);
    if (first !== null) return { first };
    refuse();
    const answer = write(tx, context, prepared);
    const goesOn = answer instanceof Accepted;
    const answered = goesOn ? answer.body : answer;
    const text = successText(answered);
    const code = goesOn ? ACCEPTED : status;
    if (key !== null)
      store.record(tx, { operator: actor.name, key, hash, status: code, body: recordedBody(text) });
    return { first: null, answered, text, code };
  }, "acknowledged");
  if (done.first !== null) return replayed(change, done.first);
  const { answered, code, text } = done;
  exchange.result = answered;
  const { headers, now, requestId } = exchange;
  if (wantsMeta(context)) return jsonResponse(code, successBody(answered, metaOf(requestId, now)), headers);
  return jsonTextResponse(code, text, headers);
}

/** @throws Problem if the header is not 1 to 255 visible ASCII characters */
function readKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || key === "") return null;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw invalidPayload("Idempotency-Key", "must be 1 to 255 visible ASCII characters");
}

interface KeyedRequest {
  operator: string;
  key: string;
  hash: string;
}

interface FirstAnswer {
  status: number;
  body: string;
}

/** The first answer to the same key and payload; null for a new key. @throws Problem idempotency_conflict */
function replayOf(
  store: OperatorMutations,
  { operator, key, hash }: KeyedRequest,
  sql: Parameters<OperatorMutations["find"]>[0],
): FirstAnswer | null {
  const found = store.find(sql, operator, key);
  if (found === null) return null;
  if (found.payloadHash === hash) return found;
  throw new Problem(
    "idempotency_conflict",
    "Use a new Idempotency-Key: this one belongs to another payload.",
  );
}

function replayed({ exchange }: Change, { status, body }: FirstAnswer): Response {
  const headers = { ...exchange.headers, "idempotency-replayed": "true" };
  return jsonTextResponse(status, body, headers);
}
