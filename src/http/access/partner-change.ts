import type { Database } from "../../db/database.ts";
import type { Tx } from "../../db/sql.ts";
import { Problem } from "../answers/problem.ts";
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
import {
  beginIntent,
  type MutationStore,
  NONCE_WINDOW_MS,
  orKeepNonce,
  readIdempotencyKey,
  readNonce,
  refuseKnownKey,
  refuseUsedNonce,
  withRecording,
} from "../mutation.ts";
import { type Payload, toPayload } from "../payload.ts";
import { openFile } from "../request-context.ts";
import { refuseInSafeMode } from "../safe-mode.ts";
import type { Actor, Intent } from "./actor.ts";

/** Nonce, validation, idempotency, safe mode, handler: the remaining order of contract section 3. */
export async function changeByPartner(change: Change): Promise<Response> {
  const { actor, exchange, prepare, recording, services, status, write } = change;
  if (actor.kind !== "partner") throw new Error("only partner keys are admitted here");
  const { request } = exchange;
  const { nonces } = services;
  const store = recording === null ? services.mutations : withRecording(services.mutations, recording);
  const db = openFile(change, actor);
  const nonce = requiredNonce(request, actor.mode === "live" || services.nonceRequiredInSandbox);
  const part = {
    keyId: actor.keyId,
    partnerId: actor.partnerId,
    nonce: nonce?.toLowerCase() ?? null,
  };
  let payload: Payload | null = null;
  const refuseNonce = () =>
    refuseUsedNonce(store, db.read, {
      partnerId: actor.partnerId,
      payload: payload ?? toPayload(change),
      idempotencyKey: request.headers.get("idempotency-key"),
    });
  if (nonce !== null && !nonces.reserve(actor, nonce)) refuseNonce();
  /** The commit checks the nonce itself; refusals before it use this check. */
  const refuseCommittedNonce = () => {
    const notBefore = exchange.now - NONCE_WINDOW_MS;
    const { keyId, nonce } = part;
    if (nonce !== null && store.nonceUsed(db.read, { keyId, nonce, notBefore })) refuseNonce();
  };
  let context: Context<unknown, unknown, unknown, Actor, Intent>;
  try {
    const input = change.readInput();
    payload = toPayload(change, input.entered);
    const idempotencyKey = readIdempotencyKey(request);
    context = Object.assign(input, { intent: { ...part, idempotencyKey, payload } });
  } catch (error) {
    refuseCommittedNonce();
    throw error;
  }
  const { intent } = context;
  let prepared: unknown;
  if (prepare !== null) {
    refuseCommittedNonce();
    refuseKnownKey(store, db.read, intent);
    refuseInSafeMode(services.safeModeReason());
    prepared = await prepare(context);
  }
  const { answered, text } = await carryOut(change, db, {
    store,
    intent,
    isLive: actor.mode === "live",
    handle: (tx) => write(tx, context, prepared),
    onNonceCommitted: () => {
      if (nonce !== null) nonces.release(actor, nonce);
    },
  });
  exchange.result = answered;
  const { headers, now, requestId } = exchange;
  if (wantsMeta(context))
    return jsonResponse(status, successBody(answered, buildMeta(requestId, now)), headers);
  return jsonTextResponse(status, text, headers);
}

interface ChangeWork {
  store: MutationStore;
  intent: Intent;
  /** Whether it changes live.db, which holds safe mode, too. */
  isLive: boolean;
  handle: (tx: Tx) => object;
  onNonceCommitted: () => void;
}

/** Runs the handler in the transaction that holds its nonce and outcome; also a refusal's commit holds the nonce. */
async function carryOut(
  { services, status, bodyLimits }: Change,
  db: Database,
  { store, intent, isLive, handle, onNonceCommitted }: ChangeWork,
): Promise<{ answered: object; text: string }> {
  let isHandled = false;
  try {
    const change = (tx: Tx) => {
      beginIntent(store, tx, intent);
      refuseInSafeMode(services.safeModeReason(isLive ? tx : undefined));
      isHandled = true;
      return orKeepNonce(store, intent, () => {
        tx.idempotencyKey = intent.idempotencyKey;
        const answered = handle(tx);
        const text = successText(answered);
        store.recordOutcome(tx, intent, { status, body: recordedBody(text) });
        tx.isMutation = true;
        return { answered, text };
      });
    };
    const result = await db.writer.run(change, "acknowledged", bodyLimits !== undefined);
    onNonceCommitted();
    return result;
  } catch (error) {
    if (isHandled && error instanceof Problem) onNonceCommitted();
    throw error;
  }
}

/** Null if none is sent and none is required. @throws Problem nonce_required, invalid_payload */
function requiredNonce(request: Request, isRequired: boolean): string | null {
  const nonce = readNonce(request);
  if (nonce !== null || !isRequired) return nonce;
  throw new Problem("nonce_required", "Send X-Partner-Nonce: a fresh hex nonce, and sign it.", {
    details: [{ field: "X-Partner-Nonce", message: "is required" }],
  });
}
