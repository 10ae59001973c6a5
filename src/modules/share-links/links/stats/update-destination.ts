import type { Tx } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import type { AudioShare } from "../audio-share.ts";
import { admitDestination } from "../destination.ts";
import { checkLink, notFound, requireActive } from "../short-links/find-short-link.ts";
import { findLinkByCode, type LinkRow, setDestination } from "../store.ts";

/**
 * Changes the destination of a link for its maker, within the policy. A link that the policy blocks works again after
 * it. Recorded in the audit trail.
 * @param text the new destination, as a path of the site or a whole address
 * @throws Problem destination_invalid, destination_host_denied; short_expired, short_revoked; state_conflict for a signed
 *   link
 */
export function updateDestination(
  tx: Tx,
  share: AudioShare,
  { code, text }: { code: string; text: string },
): void {
  const link = requireEditable(share, findLinkByCode(tx, code), tx.now);
  const { url } = admitDestination(share, { field: "track_url", kind: link.kind, text }, []);
  if (url === link.destination) return;
  setDestination(tx, link.id, url);
  recordAudit(
    tx,
    { kind: "anonymous" },
    {
      action: "audio_share_link.edit",
      subject: `audio_share_link:${code}`,
      details: { before: link.destination, after: url },
    },
  );
}

function requireEditable(share: AudioShare, link: LinkRow | null, now: number): LinkRow {
  if (link === null) throw notFound();
  const found = checkLink(share, link, now);
  if (found.state !== "policy_blocked") requireActive(found);
  if (link.kid === null) return link;
  throw new Problem(
    "state_conflict",
    "Make a new link: the destination is part of this one's signature, which would no longer fit.",
  );
}
