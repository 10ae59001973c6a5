import type { Sql } from "../../../db/sql.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { partnerPath, userPath } from "../../../pages/index.ts";
import { type CodeVault, findByCode } from "../../ledger/claims/index.ts";
import { listUserIdsEverywhere } from "../../ledger/user-search/index.ts";
import { incidentDeskPath } from "../../status/incidents/index.ts";
import { findShownIncident } from "../../status/system/index.ts";
import { listMatchingLinks } from "../link-inbox/index.ts";
import type { RequestLog } from "../request-log/index.ts";
import { claimHit, deliveryHit, entryHit, type Hit, KINDS, requestHit, userHit } from "./hits.ts";
import { listPlaces, type Places } from "./list-places.ts";
import type { RecentRequests } from "./recent-requests.ts";
import { listHitsOfRequest } from "./requests.ts";
import {
  listClaimHits,
  listConversionHits,
  listDeliveryHits,
  listEntryHits,
  listEventDeliveries,
  listKeyHits,
  listPartnerHits,
  listReferenceClaims,
  listReferenceEntries,
  listShareHits,
  listUserHits,
  listUserWallets,
  SHOWN,
} from "./store.ts";

export interface SearchParts {
  live: Sql;
  sandbox: Sql;
  claimCodes: CodeVault;
  requests: RecentRequests;
  log: RequestLog;
}

const MIN_TEXT_LENGTH = 3;

/** Prefixes that limit a search to one kind: ext:order-7, key:ak_…. */
const PREFIXES = new Map<string, Hit["kind"]>([
  ...KINDS.map((kind) => [kind, kind] as const),
  ["ext", "user"],
  ["entry", "ledger_entry"],
]);

/**
 * Finds pages, actions and settings by name, and records by exact id or code, or by part of a name or address; at most 20
 * of each kind. A prefix such as `user:` or `ext:` limits the search to a kind.
 */
export function listHits(parts: SearchParts, places: Places, text: string): Hit[] {
  const [, prefix = "", rest = ""] = /^([a-z_]+):\s*(.+)$/.exec(text) ?? [];
  const kind = PREFIXES.get(prefix);
  if (kind === undefined) return [...listPlaces(places, text), ...findRecords(parts, text)];
  return [...listPlaces(places, rest), ...findRecords(parts, rest)].filter((hit) => hit.kind === kind);
}

function findRecords(parts: SearchParts, text: string): Hit[] {
  const { live } = parts;
  const id = /^#?(\d{1,15})$/.exec(text)?.[1];
  return [
    ...byName(parts, text),
    ...(id === undefined ? [] : byNumber(live, Number(id))),
    ...([...text].length < MIN_TEXT_LENGTH ? [] : byText(live, text)),
    ...byCode(parts, text),
    ...listMatchingLinks(live, text, SHOWN).map(
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

function byName(parts: SearchParts, text: string): Hit[] {
  const { live, sandbox } = parts;
  return [
    ...listPartnerHits(live, text).map(
      ({ id, name }): Hit => ({
        kind: "partner",
        id: String(id),
        title: name,
        detail: "",
        at: null,
        path: partnerPath(name),
      }),
    ),
    ...[...listKeyHits(live, text), ...listKeyHits(sandbox, text)].map(
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

/** Requests with an id, and the ledger entries that they created. */
function requestsBy({ live, requests, log }: SearchParts, text: string): Hit[] {
  const found = listHitsOfRequest(live, { requests, log }, text);
  const references = new Set(found.flatMap(({ idempotencyKey }) => idempotencyKey ?? []));
  return [
    ...found.map(requestHit),
    ...[...references].flatMap((reference) => listReferenceEntries(live, reference)).map(entryHit),
  ];
}

function byNumber(live: Sql, id: number): Hit[] {
  const incident = findShownIncident(live, id);
  return [
    ...listUserHits(live, id).map(userHit),
    ...listEntryHits(live, id).map(entryHit),
    ...listDeliveryHits(live, id).map(deliveryHit),
    ...listClaimHits(live, id).map(claimHit),
    ...listConversionHits(live, id).map(
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
            path: incidentDeskPath(id),
          },
        ]),
  ];
}

function byText(live: Sql, text: string): Hit[] {
  const users = listUserIdsEverywhere(live, text, SHOWN);
  return [
    ...users.flatMap((id) => listUserHits(live, id)).map(userHit),
    ...users
      .flatMap((id) => listUserWallets(live, id, text))
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
    ...listReferenceEntries(live, text).map(entryHit),
    ...listReferenceClaims(live, text).map(claimHit),
    ...listEventDeliveries(live, text).map(deliveryHit),
  ];
}

function byCode({ live, claimCodes }: SearchParts, text: string): Hit[] {
  const claim = findByCode(live, claimCodes, text);
  const [code = ""] = text.split(".");
  return [
    ...(claim === null ? [] : listClaimHits(live, claim.row.id).map(claimHit)),
    ...listShareHits(live, code).map(
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
