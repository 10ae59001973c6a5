import type { Tx } from "../../../../db/sql.ts";
import type { Actor } from "../../../../http/operation.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { findLinkByCode, type LinkRow, setRevocation } from "../store.ts";
import { notFound, requireCode } from "./find-short-link.ts";

/**
 * Revokes a link permanently, by its code with or without the signature. A second call changes nothing: the first
 * reason stays. Recorded in the audit trail.
 * @throws Problem short_code_malformed, short_not_found
 */
export function revokeShortLink(
  tx: Tx,
  actor: Extract<Actor, { kind: "operator" }>,
  { text, reason }: { text: string; reason: string },
): { link: LinkRow; wasRevoked: boolean } {
  const { code } = requireCode(text, "short_code");
  const link = findLinkByCode(tx, code);
  if (link === null) throw notFound();
  if (link.revoked_at !== null) return { link, wasRevoked: true };
  setRevocation(tx, link.id, { by: actor.name, reason });
  recordAudit(tx, actor, {
    action: "audio_share_link.revoke",
    subject: `audio_share_link:${code}`,
    details: { reason, destination: link.destination },
  });
  return {
    link: { ...link, revoked_at: tx.now, revoked_by: actor.name, revoked_reason: reason },
    wasRevoked: false,
  };
}
