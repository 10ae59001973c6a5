import { isoUtc } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { partnerPath, userPath } from "../../../pages/index.ts";
import type { FoundRequest } from "./requests.ts";
import type { ClaimHit, DeliveryHit, EntryHit, UserHit } from "./store.ts";

export const KINDS = [
  "page",
  "action",
  "setting",
  "partner",
  "key",
  "user",
  "wallet",
  "request",
  "ledger_entry",
  "delivery",
  "claim",
  "conversion",
  "link",
  "incident",
] as const;

/** A search result. */
export interface Hit {
  kind: (typeof KINDS)[number];
  id: string;
  title: string;
  detail: string;
  /** Time of creation, ISO 8601; null if not shown. */
  at: string | null;
  /** The operators' page of the record; null if there is none. */
  path: string | null;
}

export function userHit({ id, partner, external_id, username, display_name, status }: UserHit): Hit {
  const names = [display_name ?? username, external_id].filter((each) => each !== null);
  return {
    kind: "user",
    id: String(id),
    title: names.length === 0 ? `user ${id}` : names.join(", "),
    detail: `${partner}, ${status}`,
    at: null,
    path: userPath(id),
  };
}

export function entryHit({ id, user_id, partner, delta, reason, created_at }: EntryHit): Hit {
  return {
    kind: "ledger_entry",
    id: String(id),
    title: `${fromHundredths(delta)} salutes, ${reason}`,
    detail: `${partner}, user ${user_id}`,
    at: isoUtc(created_at),
    path: `${userPath(user_id)}?before=${id + 1}#entries`,
  };
}

export function deliveryHit({ id, event_uid, event_type, state, partner, created_at }: DeliveryHit): Hit {
  return {
    kind: "delivery",
    id: String(id),
    title: `${event_type} ${event_uid}`,
    detail: `${partner}, ${state}`,
    at: isoUtc(created_at),
    path: `/admin/deliveries/${id}`,
  };
}

export function claimHit({ id, partner, campaign, amount, currency, state }: ClaimHit): Hit {
  return {
    kind: "claim",
    id: String(id),
    title: `${amount} ${currency}, ${campaign}`,
    detail: `${partner}, ${state}`,
    at: null,
    path: `/admin/claims/${id}`,
  };
}

export function requestHit({ requestId, at, route, status, caller, refusal, durationMs }: FoundRequest): Hit {
  const parts = [String(status), refusal, caller, `${durationMs} ms`];
  return {
    kind: "request",
    id: requestId,
    title: route,
    detail: parts.filter(Boolean).join(", "),
    at: isoUtc(at),
    path: callerPath(caller),
  };
}

/** The page of a request's caller: a key, `operator:zoe`, or a member of a partner, `portal:acme/3`. */
function callerPath(caller: string): string | null {
  if (caller === "") return null;
  const [, kind, name = ""] = /^(operator|portal):(.+?)(?:\/\d+)?$/.exec(caller) ?? [];
  if (kind === "operator") return `/admin/audit?actor=${encodeURIComponent(name)}`;
  return kind === "portal" ? partnerPath(name) : `/admin/keys/${caller}`;
}
