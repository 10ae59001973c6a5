/** @jsxImportSource preact */

import type { ComponentChildren } from "preact";
import type { Sql } from "../../../db/sql.ts";
import { type Effect, type NoEffect, Time } from "../../../pages/index.ts";
import { oldSecretValidUntil } from "./end-old-secret.ts";
import { type KeyRow, listPartnerKeys } from "./store.ts";

/** Requests signed with a key. */
export interface KeyUse {
  /** In the last `USE_DAYS` days. */
  requests: number;
  /** Unix milliseconds; null if none is known. */
  lastUseAt: number | null;
}

/** Days over which a key's requests are counted. */
export const USE_DAYS = 30;

export interface UsedKey {
  row: KeyRow;
  use: KeyUse;
  now: number;
}

export function describeDisabling(sql: Sql, { row, use, now }: UsedKey): Effect | NoEffect {
  if (row.status === "disabled")
    return { nothing: "This key is disabled.", consequences: "Its requests are refused already." };
  const others = listPartnerKeys(sql, row.partner, KEYS_COUNTED).filter(
    (each) => each.key_id !== row.key_id && each.status === "active",
  ).length;
  return {
    lead: (
      <>
        Every request with <code>{row.key_id}</code> gets 403 from now on. {usedWords(use)}
      </>
    ),
    figures: [...keyFigures({ row, use, now }), [`Other active ${row.mode} keys`, others]],
    consequences:
      others === 0
        ? `The partner has no other active key of this mode and is cut off. Deliveries of its webhooks go on.${portalWords(row)} You can enable the key again.`
        : `Deliveries of the partner's webhooks go on.${portalWords(row)} You can enable the key again.`,
    label: "Disable key",
  };
}

const KEYS_COUNTED = 1_000;

export function describeRotation(used: UsedKey): Effect {
  const until = oldSecretValidUntil(used.row, used.now);
  return {
    lead: (
      <>
        <code>{used.row.key_id}</code> gets a new secret, shown once on the next page. {usedWords(used.use)}
      </>
    ),
    figures: keyFigures(used),
    consequences:
      until === null
        ? "The present secret stays valid for 24 hours, so that the partner can change over; then its requests get 401."
        : `The present secret stays valid for 24 hours. The secret before it, which is still valid, ends now: requests signed with it get 401.${portalWords(used.row)}`,
    label: "Rotate secret",
  };
}

export function describeEndOfOldSecret({ row, use, now }: UsedKey): Effect | NoEffect {
  const until = oldSecretValidUntil(row, now);
  if (until === null)
    return {
      nothing: "This key has no old secret.",
      consequences: "Only its current secret is valid.",
    };
  return {
    lead: (
      <>
        The old secret of <code>{row.key_id}</code> ends now instead of <Time at={until} now={now} />.{" "}
        {usedWords(use)}
      </>
    ),
    figures: keyFigures({ row, use, now }),
    consequences: `From the next request on, everything still signed with the old secret gets 401; requests are not counted by secret.${portalWords(row)} The current secret stays valid.`,
    label: "End the old secret now",
  };
}

/** A sentence on the portal links that end with the key or its old secret; triggers of the schema delete them. */
function portalWords({ mode }: KeyRow): string {
  return mode === "live"
    ? " Portal links that this key made end too, with the sessions that they opened."
    : "";
}

function usedWords({ requests }: KeyUse): string {
  return `${requests.toLocaleString("en")} ${requests === 1 ? "request" : "requests"} in ${USE_DAYS} days used this key.`;
}

function keyFigures({ row, use, now }: UsedKey): [string, ComponentChildren][] {
  return [
    ["Partner", row.partner],
    ["Mode", row.mode],
    [`Requests in ${USE_DAYS} days`, use.requests.toLocaleString("en")],
    [
      "Last request",
      use.lastUseAt === null ? `none in ${USE_DAYS} days` : <Time key="last" at={use.lastUseAt} now={now} />,
    ],
  ];
}
