import type { Sql, Tx } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { refuseInSafeMode } from "../../../../http/safe-mode.ts";
import { SECOND_MS } from "../../../../kit/clock.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import type { AudioShare } from "../audio-share.ts";
import type { Destination } from "../destination.ts";
import { LANDING, type Landing } from "../landing/landing.ts";
import { findLinkByRequest, insertLink, type LinkRow } from "../store.ts";
import { newCode } from "./codes.ts";
import { endOfNew, type Lifetime, NEW_LINKS_A_DAY, type TokenMode } from "./lifetime.ts";
import { newStatsSecret } from "./stats-secret.ts";

export interface ShortLinkWish {
  destination: Destination;
  title: string | null;
  text: string | null;
  mode: TokenMode;
  lifetime: Lifetime;
  /** Null for a link that redirects. */
  landing: Landing | null;
  /** Whether its maker gets an address of statistics. */
  hasStats: boolean;
  /** Tells apart links of equal content, such as the rows of a campaign. */
  label?: string;
}

/** A link for a request. */
export interface IssuedLink {
  link: LinkRow;
  /** The secret of its statistics, only at its creation. */
  statsSecret: string | null;
}

/**
 * The short link for a request: the one from an equal earlier request within its lifetime, otherwise a new one.
 * @throws Problem state_conflict past the address's daily limit, safe_mode
 */
export async function issueShortLink(
  share: AudioShare,
  wish: ShortLinkWish,
  { address, now }: { address: string; now: number },
): Promise<IssuedLink> {
  const known = findLinkByRequest(share.live.read, hashOf(share, wish, address), now);
  if (known !== null) return { link: known, statsSecret: null };
  refuseInSafeMode(share.safeModeReason());
  return share.live.writer.run((tx) => issueInChange(tx, share, { ...wish, address }));
}

/** The same as part of a change. @throws Problem state_conflict past the address's daily limit */
export function issueInChange(
  tx: Tx,
  share: AudioShare,
  { address, ...wish }: ShortLinkWish & { address: string },
): IssuedLink {
  const requestHash = hashOf(share, wish, address);
  const known = findLinkByRequest(tx, requestHash, tx.now);
  if (known !== null) return { link: known, statsSecret: null };
  return makeLink(tx, share, { ...wish, requestHash, address });
}

/** A wish that no link meets yet. */
interface NewLink extends ShortLinkWish {
  requestHash: string;
  /** Of the requester. */
  address: string;
}

function makeLink(
  tx: Tx,
  share: AudioShare,
  { destination, title, text, mode, lifetime, landing, hasStats, requestHash, address }: NewLink,
): IssuedLink {
  const end = endOfNew(lifetime, { mode, now: tx.now });
  if (!share.cap.take(tx, address)) {
    throw new Problem(
      "state_conflict",
      `Come back tomorrow: the limit is ${NEW_LINKS_A_DAY} new short links per day and address. Known ones still answer.`,
    );
  }
  const statsSecret = hasStats ? newStatsSecret(tx) : null;
  const link = {
    destination: destination.url,
    kind: destination.kind,
    title,
    description: text,
    kid: mode === "signed" ? share.keys.current(tx) : null,
    request_hash: requestHash,
    // Whole seconds, because headers and other clocks show no more.
    expires_at: Math.ceil(end / SECOND_MS) * SECOND_MS,
    landing: landing === null ? null : LANDING.write(landing),
    stats_hash: statsSecret === null ? null : sha256Hex(statsSecret),
  };
  while (true) {
    const made = insertLink(tx, { ...link, code: newCode() });
    if (made !== null) return { link: made, statsSecret };
  }
}

/**
 * 128 bits: enough to distinguish requests, in half the index space. The destination of a link with statistics can be
 * changed, so that no other address's equal request may find it.
 */
function hashOf(share: AudioShare, wish: ShortLinkWish, address: string): string {
  const { destination, title, text, mode, lifetime, landing, label = null } = wish;
  const end = "until" in lifetime ? lifetime.until : lifetime.seconds;
  const parts = [destination.kind, destination.url, title, text, mode, end];
  const maker = wish.hasStats ? share.hashMaker(address) : null;
  const own = [landing, label, maker].filter((part) => part !== null);
  return sha256Hex(JSON.stringify([...parts, ...own])).slice(0, 32);
}

/** The code of a link as shared, with its signature if signed. */
export function fullCode(share: AudioShare, sql: Sql, link: LinkRow): string {
  if (link.kid === null) return link.code;
  return `${link.code}.${link.kid}.${share.keys.sign(sql, { ...link, kid: link.kid })}`;
}
