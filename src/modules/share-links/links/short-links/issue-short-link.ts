import type { Sql, Tx } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { refuseInSafeMode } from "../../../../http/safe-mode.ts";
import { SECOND_MS } from "../../../../kit/clock.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import type { AudioShare } from "../audio-share.ts";
import type { Destination } from "../destination.ts";
import { findLinkByRequest, insertLink, type LinkRow } from "../store.ts";
import { newCode } from "./codes.ts";
import { NEW_LINKS_A_DAY, type TokenMode } from "./lifetime.ts";

export interface ShortLinkWish {
  destination: Destination;
  title: string | null;
  text: string | null;
  mode: TokenMode;
  /** Seconds. */
  lifetime: number;
}

/**
 * The short link for a request: the one from an equal earlier request within its lifetime, otherwise a new one.
 * @throws Problem state_conflict past the address's daily limit, safe_mode
 */
export async function issueShortLink(
  share: AudioShare,
  wish: ShortLinkWish,
  { address, now }: { address: string; now: number },
): Promise<LinkRow> {
  const requestHash = hashOf(wish);
  const known = findLinkByRequest(share.live.read, requestHash, now);
  if (known !== null) return known;
  refuseInSafeMode(share.safeModeReason());
  return share.live.writer.run(
    (tx) => findLinkByRequest(tx, requestHash, now) ?? makeLink(tx, share, { ...wish, requestHash, address }),
  );
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
  { destination, title, text, mode, lifetime, requestHash, address }: NewLink,
): LinkRow {
  if (!share.cap.take(tx, address)) {
    throw new Problem(
      "state_conflict",
      `Come back tomorrow: the limit is ${NEW_LINKS_A_DAY} new short links per day and address. Known ones still answer.`,
    );
  }
  const link = {
    destination: destination.url,
    kind: destination.kind,
    title,
    description: text,
    kid: mode === "signed" ? share.keys.current(tx) : null,
    request_hash: requestHash,
    // Whole seconds, because headers and other clocks show no more.
    expires_at: Math.ceil(tx.now / SECOND_MS + lifetime) * SECOND_MS,
  };
  while (true) {
    const made = insertLink(tx, { ...link, code: newCode() });
    if (made !== null) return made;
  }
}

/** 128 bits: enough to distinguish requests, in half the index space. */
function hashOf({ destination, title, text, mode, lifetime }: ShortLinkWish): string {
  return sha256Hex(JSON.stringify([destination.kind, destination.url, title, text, mode, lifetime])).slice(
    0,
    32,
  );
}

/** The code of a link as shared, with its signature if signed. */
export function fullCode(share: AudioShare, sql: Sql, link: LinkRow): string {
  if (link.kid === null) return link.code;
  return `${link.code}.${link.kid}.${share.keys.sign(sql, { ...link, kid: link.kid })}`;
}
