import { limitSubject } from "../../kit/network/addresses.ts";
import { Problem } from "../answers/problem.ts";
import type { Exchange } from "../exchange.ts";
import { refuseExceeded } from "../rate-limit.ts";
import { announced, type Call, type HttpServices } from "../services.ts";
import type { KeyMode, PartnerActor } from "./actor.ts";
import { authenticate, type PartnerKey } from "./partner-auth.ts";
import { failOnRequest } from "./sandbox-fault.ts";
import { invalidSandboxName, readSandboxName } from "./sandbox-name.ts";

/** A request with a partner key that is to be admitted. */
interface Admission {
  exchange: Exchange;
  services: HttpServices;
  body: Uint8Array;
  twin: string | null;
}

/** Requests per minute of all sandboxes of a partner, unless one of them may make more. */
export const SANDBOXES_PER_MINUTE = 600;

/** An operation's requirements on a key. */
export interface PartnerDemand {
  mode: KeyMode | "any";
  scope: string | null;
  /** A limit announced by a module, in addition to the key's own. */
  limit: string | null;
}

/**
 * Checks signature, disabled key, addresses, limits, mode and scope, in the order of contract section 3, and last
 * whether a sandbox request asks for a fault. @throws Problem
 */
export function admitPartner(
  demand: PartnerDemand,
  { exchange, services, body, twin }: Admission,
): PartnerActor {
  exchange.headers["cache-control"] = "no-store";
  const key = authenticateCounted(services, exchange, body);
  exchange.keyId = key.keyId;
  if (key.disabled)
    throw new Problem("forbidden", "This key is disabled; ask the operators for another.", {
      reason: "disabled_key",
    });
  if (!key.allowedAddresses.isEmpty && !key.allowedAddresses.contains(exchange.address)) {
    throw new Problem(
      "forbidden",
      `Call from an address that the key allows; this request came from ${exchange.address}.`,
      { reason: "address" },
    );
  }
  const { sandbox, isValid } = key.mode === "sandbox" ? readSandboxName(exchange.request) : LIVE;
  countKey({ key, sandbox }, demand.limit, { exchange, services });
  if (demand.mode !== "any" && demand.mode !== key.mode) throw wrongMode(key, twin);
  if (demand.scope !== null && !key.scopes.includes(demand.scope)) {
    throw new Problem("forbidden", `This key lacks the scope ${demand.scope}; ask the operators for it.`, {
      reason: "scope",
    });
  }
  if (!isValid) throw invalidSandboxName();
  if (demand.mode === "sandbox") failOnRequest(exchange);
  const { keyId, partner, partnerId, mode } = key;
  return { kind: "partner", keyId, partner, partnerId, mode, sandbox, key };
}

const LIVE = { sandbox: null, isValid: true };

/** Failed authentications count by address; requests with a right signature are never held back by them. */
function authenticateCounted(services: HttpServices, exchange: Exchange, body: Uint8Array): PartnerKey {
  try {
    return authenticate(exchange, body, services.findKey);
  } catch (error) {
    if (error instanceof Problem && error.code === "unauthorized") {
      const state = services.limiter.count(
        "failed_auth",
        limitSubject(exchange.address),
        services.limits.failedAuth,
      );
      refuseExceeded(state, exchange.now);
    }
    throw error;
  }
}

/** A key, and the named sandbox that it asks for. */
interface Caller {
  key: PartnerKey;
  sandbox: string | null;
}

/** Counts by key, and in a named sandbox by that, whichever of the partner's keys is used. */
function countKey({ key, sandbox }: Caller, limit: string | null, { exchange, services }: Call): void {
  const { limits, limiter } = services;
  const perMinute = key.rateLimitPerMinute ?? (key.mode === "sandbox" ? limits.sandbox : limits.partner);
  if (key.mode === "sandbox" && perMinute > 0) {
    const total = Math.max(perMinute, SANDBOXES_PER_MINUTE);
    exchange.noteLimit(limiter.count("partner_sandboxes", key.partner, total));
    refuseExceeded(exchange.limit, exchange.now);
  }
  const subject = sandbox === null ? key.keyId : `${key.partner}.${sandbox}`;
  exchange.noteLimit(limiter.count("partner_key", subject, perMinute));
  if (limit !== null) exchange.noteLimit(limiter.count(limit, subject, announced(limit, limits)));
  refuseExceeded(exchange.limit, exchange.now);
}

function wrongMode({ mode }: PartnerKey, twin: string | null): Problem {
  const other = mode === "live" ? "sandbox" : "live";
  if (twin === null)
    return new Problem("forbidden", `This is a ${mode} key: use a ${other} one, there is no ${mode} route.`, {
      reason: "mode",
    });
  return new Problem("forbidden", `This is a ${mode} key: use ${twin}, or a ${other} key.`, {
    extra: { use: twin },
    reason: "mode",
  });
}
