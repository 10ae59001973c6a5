import type { Actor } from "../http/access/actor.ts";
import type { Exchange } from "../http/exchange.ts";
import { InFlight } from "../http/in-flight.ts";
import { Uploads } from "../http/input/uploads.ts";
import { NonceMemory } from "../http/mutation.ts";
import { createRateLimiter } from "../http/rate-limit.ts";
import type { CountedAnswer, HttpServices } from "../http/services.ts";
import { SECOND_MS } from "../kit/clock.ts";
import { randomSecret } from "../kit/ids.ts";
import { systemRandom } from "../kit/random.ts";
import { createKeyFinder } from "../modules/access/keys/index.ts";
import { findBySession, findByToken } from "../modules/access/operators/index.ts";
import { WITHDRAWN } from "../modules/access/usage/index.ts";
import type { LoggedRequest } from "../modules/desk/request-log/index.ts";
import { DEPRECATION_ERRORS } from "../modules/developers/deprecations/index.ts";
import {
  createMutationStore,
  createOperatorMutations,
  FieldHashes,
} from "../modules/platform/idempotency/index.ts";
import type { AnsweredRequest } from "../modules/sandbox/promotion/index.ts";
import type { Config } from "./config.ts";
import { MODULES } from "./modules.ts";
import type { Services } from "./services.ts";

type HttpParts = Pick<
  Services,
  | "config"
  | "clock"
  | "log"
  | "live"
  | "sandbox"
  | "sandboxFiles"
  | "keyring"
  | "usage"
  | "refusals"
  | "operatorUse"
  | "evidence"
  | "errors"
  | "requests"
  | "requestLog"
  | "messengerCounters"
  | "tracer"
  | "baseUrl"
  | "safeModeReason"
>;

export function collectRateLimits(config: Config): HttpServices["limits"] {
  return {
    publicApi: config.publicApiLimit,
    pages: config.pagesLimit,
    partner: config.partnerLimit,
    sandbox: config.sandboxLimit,
    admin: config.adminLimit,
    failedAuth: config.failedAuthLimit,
    announced: new Map(MODULES.flatMap(({ limits }) => Object.entries(limits?.(config) ?? {}))),
  };
}

/** Services of the HTTP layer, and the counters of its answers. */
export function openHttp(parts: HttpParts): HttpServices {
  const { config, clock, log, live, sandbox, sandboxFiles, keyring, operatorUse, tracer } = parts;
  const { baseUrl, safeModeReason } = parts;
  const fieldHashes = new FieldHashes(keyring);
  return {
    clock,
    log,
    limits: collectRateLimits(config),
    limiter: createRateLimiter(clock),
    inFlight: new InFlight(),
    uploads: new Uploads({
      maxBytes: config.maxBodyBytes,
      maxBytesUnderWay: Math.max(config.maxBodyBytesUnderWay, config.maxBodyBytes),
      timeoutMs: config.bodyTimeoutSeconds * SECOND_MS,
    }),
    trustedProxies: config.trustedProxies,
    tokenFreeAddresses: config.metricsAllowIp,
    nonceRequiredInSandbox: config.nonceRequired,
    baseUrl,
    findKey: createKeyFinder(live.read, sandbox.read, keyring),
    findOperator: (kind, tokenHash, now) => {
      const find = kind === "bearer" ? findByToken : findBySession;
      const found = find(live.read, tokenHash, now);
      if (found !== null) operatorUse.note(kind, tokenHash, now);
      return found;
    },
    openDatabase: (actor) =>
      actor.kind === "partner" && actor.mode === "sandbox"
        ? sandboxFiles.use({ partner: actor.partner, name: actor.sandbox })
        : live,
    letGo: (file) => {
      if (file !== live) sandboxFiles.letGo(file);
    },
    nonces: new NonceMemory(clock),
    mutations: createMutationStore(fieldHashes),
    operatorMutations: createOperatorMutations(fieldHashes),
    safeModeReason,
    confirmation: () => live.writer.confirmation(),
    probeSecret: randomSecret(systemRandom),
    tracer,
    recordAnswer: answerRecorder(parts),
  };
}

function answerRecorder(parts: HttpParts): HttpServices["recordAnswer"] {
  const { usage, refusals, evidence, errors, requests, requestLog, messengerCounters } = parts;
  return (exchange, answered) => {
    const { route, status, durationMs } = answered;
    if (exchange.isRequestedFault) {
      requestLog.record(loggedRequest(exchange, answered));
      return;
    }
    const { requestId, now: at, keyId, refusal } = exchange;
    const isWithdrawn = refusal === DEPRECATION_ERRORS.endpoint_sunset.code;
    const trace = exchange.trace?.isSampled === true ? exchange.trace.traceId : undefined;
    const key = isWithdrawn ? WITHDRAWN : keyId;
    usage.record({ keyId: key, route, status, durationMs, requestId, traceId: trace });
    if (status >= 400 || requests.takesSuccess(at))
      requests.record({ requestId, at, route, status, keyId, refusal, durationMs });
    const isLogged =
      refusal !== null || isChange(exchange) || (keyId !== "" && requestLog.takesRead(keyId, at));
    if (isLogged) requestLog.record(loggedRequest(exchange, answered));
    if (refusal !== null) errors.record(refusal, route);
    if (status === 403) refusals.record(refusedRequest(exchange, route));
    messengerCounters.noteAnswer(route, refusal);
    if (exchange.keyId.startsWith("pk_sandbox_")) evidence.record(answeredRequest(exchange, route, status));
  };
}

function isChange({ method }: Exchange): boolean {
  return method !== "GET" && method !== "HEAD";
}

function loggedRequest(exchange: Exchange, { route, status, durationMs }: CountedAnswer): LoggedRequest {
  const { requestId, now, keyId, refusal, request, context } = exchange;
  const isPartner = keyId !== "";
  const actor = context?.actor;
  return {
    request_id: requestId,
    at: now,
    route,
    status,
    caller: callerName(actor) ?? keyId,
    refusal,
    duration_ms: Math.round(durationMs),
    idempotency_key: isPartner && refusal === null ? request.headers.get("idempotency-key") : null,
  };
}

function callerName(actor: Actor | undefined): string | null {
  if (actor?.kind === "operator") return `operator:${actor.name}`;
  return actor?.kind === "member" ? actor.name : null;
}

function refusedRequest(exchange: Exchange, route: string) {
  const { keyId, address, refusalReason: reason, request } = exchange;
  const [method = "", path = ""] = route.split(" ");
  return { method, path, reason, keyId, address, userAgent: request.headers.get("user-agent") ?? "" };
}

function answeredRequest(exchange: Exchange, route: string, status: number): AnsweredRequest {
  const { keyId, requestId, now: at, refusal, refusalReason, result } = exchange;
  return {
    keyId,
    requestId,
    at,
    route,
    status,
    refusal,
    isElsewhere: status === 403 && refusalReason === "mode",
    result: refusal === null ? (result as AnsweredRequest["result"]) : null,
  };
}
