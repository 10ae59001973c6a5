import { DAY_MS, isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import type { AudioShare } from "./audio-share.ts";
import { readLanding } from "./landing/landing.ts";
import type { FoundLink } from "./short-links/find-short-link.ts";
import { fullCode } from "./short-links/issue-short-link.ts";
import type { ClickCounts } from "./visits/click-store.ts";
import {
  type ChannelCounts,
  type DayCounts,
  listChannels,
  listDays,
  sumClicks,
} from "./visits/click-store.ts";
import { addCounts, noClicks } from "./visits/clicks.ts";
import { CLICK_KINDS } from "./visits/visitors.ts";

/** Smaller counts could reveal the behaviour of single people. */
const SHOWN_FROM = 5;
const FEW = "<5";

/** A count as shown publicly. */
export type ShownCount = number | typeof FEW;

/** All clicks on a link, including unstored ones. */
function clicksOf(share: AudioShare, linkId: number): ClickCounts {
  const counts = sumClicks(share.live.read, linkId) ?? noClicks();
  for (const cell of share.clicks.pending()) if (cell.linkId === linkId) addCounts(counts, cell.counts);
  return counts;
}

export function shownClicks(share: AudioShare, linkId: number): Record<keyof ClickCounts, ShownCount> {
  const counts = clicksOf(share, linkId);
  const shown = CLICK_KINDS.map((kind) => [kind, counts[kind] < SHOWN_FROM ? FEW : counts[kind]]);
  return Object.fromEntries(shown) as Record<keyof ClickCounts, ShownCount>;
}

/** A link as shown by expand and resolve; a destination blocked by the policy is hidden. */
export function describeLink(share: AudioShare, { link, state, rule }: FoundLink) {
  const code = fullCode(share, share.live.read, link);
  return {
    code,
    short_url: share.shortUrl(code),
    state,
    token_mode: link.kid === null ? ("plain" as const) : ("signed" as const),
    destination: state === "policy_blocked" ? null : { url: link.destination, kind: link.kind },
    title: link.title,
    text: link.description,
    landing: readLanding(share, link),
    created_at: isoUtc(link.created_at),
    expires_at: isoUtc(link.expires_at),
    edited_at: isoUtcOrNull(link.edited_at),
    revoked_at: isoUtcOrNull(link.revoked_at),
    revoked_reason: link.revoked_reason,
    rule,
    clicks: shownClicks(share, link.id),
  };
}

/** The code in one of our short links, its path, or the code alone. Null for any other address. */
export function codeIn(share: AudioShare, text: string): string | null {
  const prefix = share.shortUrl("");
  const path = new URL(prefix).pathname;
  const rest = text.startsWith(prefix)
    ? text.slice(prefix.length)
    : text.startsWith(path)
      ? text.slice(path.length)
      : text;
  const code = rest.split(/[?#]/)[0] ?? "";
  return /[/:]/.test(code) ? null : code;
}

/**
 * Clicks of the last days, one row per day including days without clicks; oldest first. Clicks of the last second may
 * be missing.
 */
export function clicksByDay(share: AudioShare, now: number, days: number): DayCounts[] {
  const today = Math.floor(now / DAY_MS);
  const from = today - days + 1;
  const known = new Map(listDays(share.live.read, from).map((row) => [row.day, row]));
  return Array.from(
    { length: days },
    (_, index) => known.get(from + index) ?? { day: from + index, ...noClicks() },
  );
}

export function clicksByChannel(share: AudioShare, now: number, days: number): ChannelCounts[] {
  return listChannels(share.live.read, Math.floor(now / DAY_MS) - days + 1);
}
