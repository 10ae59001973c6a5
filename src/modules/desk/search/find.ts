import type { Sql } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { partnerPath, userPath } from "../../../pages/index.ts";
import { type CodeVault, findByCode } from "../../ledger/claims/index.ts";
import { findUserIds } from "../../ledger/user-search/index.ts";
import { findShownIncident } from "../../status/system/index.ts";
import { findLinksBy } from "../link-inbox/index.ts";
import type { RequestLog } from "../request-log/index.ts";
import type { RecentRequests } from "./recent-requests.ts";
import { type FoundRequest, findByRequestId } from "./requests.ts";
import {
  type ClaimHit,
  type DeliveryHit,
  type EntryHit,
  findClaim,
  findClaimsByReference,
  findConversion,
  findDeliveriesOf,
  findDelivery,
  findEntriesByReference,
  findEntry,
  findKeys,
  findPartners,
  findShareLinks,
  findUser,
  findWalletsOf,
  listPartnerIds,
  SHOWN,
  type UserHit,
} from "./store.ts";

export const KINDS = [
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

/** One thing that a search found. */
export interface Hit {
  kind: (typeof KINDS)[number];
  id: string;
  title: string;
  detail: string;
  /** When it was made or came, ISO 8601; null where that is not known. */
  at: string | null;
  /** The page of operators that shows more; null where there is none. */
  path: string | null;
}

export interface SearchParts {
  live: Sql;
  sandbox: Sql;
  claimCodes: CodeVault;
  requests: RecentRequests;
  log: RequestLog;
}

const FTS_CHARACTERS = 3;

/** Everything that bears a text: ids and codes whole, names and addresses in part. At most 20 of each kind. */
export function find(parts: SearchParts, text: string): Hit[] {
  const { live } = parts;
  const id = /^#?(\d{1,15})$/.exec(text)?.[1];
  return [
    ...named(parts, text),
    ...(id === undefined ? [] : byNumber(live, Number(id))),
    ...(text.length < FTS_CHARACTERS ? [] : byText(live, text)),
    ...byCode(parts, text),
    ...findLinksBy(live, text, SHOWN).map(
      ({ id: link, url, note, state }): Hit => ({
        kind: "link",
        id: String(link),
        title: url ?? note ?? "",
        detail: `link inbox, ${state}`,
        at: null,
        path: "/admin/ops/link-inbox",
      }),
    ),
  ];
}

function named(parts: SearchParts, text: string): Hit[] {
  const { live, sandbox } = parts;
  return [
    ...findPartners(live, text).map(
      ({ id, name }): Hit => ({
        kind: "partner",
        id: String(id),
        title: name,
        detail: "",
        at: null,
        path: partnerPath(name),
      }),
    ),
    ...[...findKeys(live, text), ...findKeys(sandbox, text)].map(
      ({ key_id, partner, mode, status }): Hit => ({
        kind: "key",
        id: key_id,
        title: key_id,
        detail: `${partner}, ${mode}, ${status}`,
        at: null,
        path: `/admin/keys/${key_id}`,
      }),
    ),
    ...requestsBy(parts, text),
  ];
}

/** Requests of an id, and the ledger entries that they made. */
function requestsBy({ live, requests, log }: SearchParts, text: string): Hit[] {
  const found = findByRequestId(live, { requests, log }, text);
  const references = new Set(found.flatMap(({ idempotencyKey }) => idempotencyKey ?? []));
  return [
    ...found.map(requestHit),
    ...[...references].flatMap((reference) => findEntriesByReference(live, reference)).map(entryHit),
  ];
}

function requestHit({ requestId, at, route, status, caller, refusal, durationMs }: FoundRequest): Hit {
  const parts = [String(status), refusal, caller, `${durationMs} ms`];
  const operator = /^operator:(.+)$/.exec(caller)?.[1];
  const page =
    operator === undefined ? `/admin/keys/${caller}` : `/admin/audit?actor=${encodeURIComponent(operator)}`;
  return {
    kind: "request",
    id: requestId,
    title: route,
    detail: parts.filter(Boolean).join(", "),
    at: isoUtc(at),
    path: caller === "" ? null : page,
  };
}

function byNumber(live: Sql, id: number): Hit[] {
  const incident = findShownIncident(live, id);
  return [
    ...findUser(live, id).map(userHit),
    ...findEntry(live, id).map(entryHit),
    ...findDelivery(live, id).map(deliveryHit),
    ...findClaim(live, id).map(claimHit),
    ...findConversion(live, id).map(
      ({ state, amount, partner }): Hit => ({
        kind: "conversion",
        id: String(id),
        title: `${fromHundredths(amount)} salutes`,
        detail: `${partner}, ${state.replaceAll("_", " ")}`,
        at: null,
        path: `/admin/conversions/${id}`,
      }),
    ),
    ...(incident === null
      ? []
      : [
          {
            kind: "incident" as const,
            id: String(id),
            title: incident.title,
            detail: `${incident.source}, ${incident.state}`,
            at: null,
            path: `/admin/ops/incidents#incident-${id}`,
          },
        ]),
  ];
}

/** So many partners' users are searched. */
const MAX_PARTNERS = 200;

/** Users of all partners whose names, external id, e-mail or wallet address hold a text. */
function usersBy(live: Sql, q: string): number[] {
  const found: number[] = [];
  const criteria = { q, status: null, username: null, email: null, wallet: null };
  for (const partnerId of listPartnerIds(live, MAX_PARTNERS)) {
    const { ids } = findUserIds(live, partnerId, criteria, { after: 0, limit: SHOWN, offset: 0 });
    found.push(...ids);
    if (found.length >= SHOWN) break;
  }
  return found.slice(0, SHOWN);
}

function byText(live: Sql, text: string): Hit[] {
  const users = usersBy(live, text);
  return [
    ...users.flatMap((id) => findUser(live, id)).map(userHit),
    ...users
      .flatMap((id) => findWalletsOf(live, id, text))
      .map(
        ({ wallet_address, user_id, partner }): Hit => ({
          kind: "wallet",
          id: wallet_address,
          title: wallet_address,
          detail: `${partner}, user ${user_id}`,
          at: null,
          path: userPath(user_id),
        }),
      ),
    ...findEntriesByReference(live, text).map(entryHit),
    ...findClaimsByReference(live, text).map(claimHit),
    ...findDeliveriesOf(live, text).map(deliveryHit),
  ];
}

function byCode({ live, claimCodes }: SearchParts, text: string): Hit[] {
  const claim = findByCode(live, claimCodes, text);
  const [code = ""] = text.split(".");
  return [
    ...(claim === null ? [] : findClaim(live, claim.row.id).map(claimHit)),
    ...findShareLinks(live, code).map(
      ({ code: own, destination, revoked_at }): Hit => ({
        kind: "link",
        id: own,
        title: destination,
        detail: `short link${revoked_at === null ? "" : ", revoked"}`,
        at: null,
        path: "/admin/audio-share",
      }),
    ),
  ];
}

function userHit({ id, partner, external_id, username, status }: UserHit): Hit {
  return {
    kind: "user",
    id: String(id),
    title: external_id ?? username ?? `user ${id}`,
    detail: `${partner}, ${status}`,
    at: null,
    path: userPath(id),
  };
}

function entryHit({ id, user_id, partner, delta, reason, created_at }: EntryHit): Hit {
  return {
    kind: "ledger_entry",
    id: String(id),
    title: `${fromHundredths(delta)} salutes, ${reason}`,
    detail: `${partner}, user ${user_id}`,
    at: isoUtc(created_at),
    path: `${userPath(user_id)}?before=${id + 1}#entries`,
  };
}

function deliveryHit({ id, event_uid, event_type, state, partner, created_at }: DeliveryHit): Hit {
  return {
    kind: "delivery",
    id: String(id),
    title: `${event_type} ${event_uid}`,
    detail: `${partner}, ${state}`,
    at: isoUtc(created_at),
    path: `/admin/deliveries/${id}`,
  };
}

function claimHit({ id, partner, campaign, amount, currency, state }: ClaimHit): Hit {
  return {
    kind: "claim",
    id: String(id),
    title: `${amount} ${currency}, ${campaign}`,
    detail: `${partner}, ${state}`,
    at: null,
    path: `/admin/claims/${id}`,
  };
}
