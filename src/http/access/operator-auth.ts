import { type TObject, Type } from "@sinclair/typebox";
import { equalConstantTime, hmacSha256Hex, sha256Hex } from "../../kit/crypto/seal.ts";
import { rememberedFor } from "../../kit/remembered.ts";
import { Problem } from "../answers/problem.ts";
import type { Exchange } from "../exchange.ts";
import { refuseExceeded } from "../rate-limit.ts";
import type { HttpServices } from "../services.ts";
import { type Actor, hasRole, type OperatorActor, type PageSession, type Role } from "./actor.ts";
import { OPERATOR_COOKIE } from "./session-cookie.ts";

/** The field with the session's token in every form of a signed-in operator. */
export const CSRF_FIELD = "csrf_token";

/** The fields of a form, and the field with the token. */
export const withCsrfToken = rememberedFor(({ properties }: TObject) =>
  Type.Object({ ...properties, [CSRF_FIELD]: Type.Optional(Type.String({ maxLength: 64 })) }),
);

/** An operation's requirements on an operator. */
export interface OperatorDemand {
  role: Role;
  orAddresses: boolean;
  sessionOnly: boolean;
}

const CSRF_HEADER = "x-csrf-token";

/**
 * Admits an operator with a sufficient role, by bearer token or session, or a listed address if the operation allows
 * that (contract section 12). @throws Problem forbidden for other callers
 */
export function authorizeOperator(
  access: OperatorDemand,
  { exchange, services, isForm }: { exchange: Exchange; services: HttpServices; isForm: boolean },
): Actor {
  exchange.headers["cache-control"] = "private, no-store";
  if (access.orAddresses && services.tokenFreeAddresses.contains(exchange.address))
    return { kind: "anonymous" };
  const actor = findActor(services, exchange);
  if (actor === null)
    throw new Problem(
      "forbidden",
      "Sign in as an operator, or send Authorization: Bearer with a valid token.",
      { reason: "operator_required" },
    );
  const state = services.limiter.count("admin", actor.name, services.limits.admin);
  exchange.noteLimit(state);
  refuseExceeded(state, exchange.now);
  if (!hasRole(actor.role, access.role))
    throw new Problem("forbidden", `This needs the role ${access.role}; ${actor.name} is ${actor.role}.`, {
      reason: "role",
    });
  if (access.sessionOnly && actor.session === null)
    throw new Problem("forbidden", "Sign in with your password: a bearer token cannot manage operators.", {
      reason: "session_required",
    });
  const { method, headers } = exchange.request;
  if (!isForm && method !== "GET" && method !== "HEAD")
    requireCsrfToken(actor.session, headers.get(CSRF_HEADER), `the header ${CSRF_HEADER}`);
  return actor;
}

/** Refuses a form that does not come from a page of this session. @throws Problem forbidden */
export function requireFormToken(actor: Actor, given: unknown): void {
  if (actor.kind !== "operator" && actor.kind !== "member") return;
  requireCsrfToken(actor.session, typeof given === "string" ? given : null, `the field ${CSRF_FIELD}`);
}

/** Browsers never send a bearer token by themselves, so it needs no second proof. */
function requireCsrfToken(session: PageSession | null, given: string | null, where: string): void {
  if (session === null || (given !== null && equalConstantTime(given, session.csrfToken))) return;
  throw new Problem("forbidden", `Load the page again and send its form: ${where} is not this session's.`, {
    reason: "csrf",
  });
}

function findActor(
  { findOperator, baseUrl }: HttpServices,
  { request, now }: Exchange,
): OperatorActor | null {
  const authorization = request.headers.get("authorization");
  if (authorization !== null) {
    const token = /^Bearer ([\x21-\x7e]{20,200})$/i.exec(authorization)?.[1];
    const found = token === undefined ? null : findOperator("bearer", sha256Hex(token), now);
    return found === null ? null : { kind: "operator", ...found, session: null };
  }
  const token = OPERATOR_COOKIE.read(request, baseUrl());
  if (token === null) return null;
  const session = pageSession(token);
  const found = findOperator("session", session.tokenHash, now);
  return found === null ? null : { kind: "operator", ...found, session };
}

/** The session of a cookie's token. */
export function pageSession(token: string): PageSession {
  return { tokenHash: sha256Hex(token), csrfToken: hmacSha256Hex(token, "csrf") };
}
