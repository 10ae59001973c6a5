import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { Recording } from "../../../http/mutation.ts";
import type { Actor } from "../../../http/operation.ts";
import { isoUtc, SECOND_MS } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { DEFAULT_SECONDS, type IssuedLink, type LinkBody } from "./model.ts";
import { insertLink } from "./store.ts";

interface NewLink {
  body: Static<typeof LinkBody>;
  partner: { id: number; name: string };
  baseUrl: string;
  /** Origins that the operators allow. */
  embedOrigins: readonly string[];
}

/** Creates a link that opens one session. @throws Problem invalid_payload for an origin that is not allowed */
export function createLink(
  tx: Tx,
  actor: Actor,
  { body, partner, baseUrl, embedOrigins }: NewLink,
): Static<typeof IssuedLink> {
  const { access, expires_in = DEFAULT_SECONDS, embed_origin = null } = body;
  if (embed_origin !== null && !embedOrigins.includes(embed_origin))
    throw invalidPayload(
      "embed_origin",
      "must be an origin that the operators allow, such as https://example.com",
    );
  const operator = actor.kind === "operator" ? actor : null;
  const token = randomSecret(tx.random);
  const expiresAt = tx.now + expires_in * SECOND_MS;
  insertLink(tx, {
    token_hash: sha256Hex(token),
    partner_id: partner.id,
    access,
    key_id: actor.kind === "partner" ? actor.keyId : null,
    embed_origin,
    member_id: null,
    operator: operator?.name ?? null,
    operator_role: operator?.role ?? null,
    expires_at: expiresAt,
  });
  const expires_at = isoUtc(expiresAt);
  recordAudit(tx, actor, {
    action: "portal.create_link",
    subject: partner.name,
    details: { access, expires_at, embed_origin },
  });
  return { url: addressOf(baseUrl, token), access, expires_at };
}

interface MemberLink {
  member: { id: number; partner_id: number; access: "read" | "manage" };
  lifeMs: number;
  baseUrl: string;
}

/** Creates a link that signs a member in once, and returns its address. */
export function createMemberLink(tx: Tx, { member, lifeMs, baseUrl }: MemberLink): string {
  const token = randomSecret(tx.random);
  insertLink(tx, {
    token_hash: sha256Hex(token),
    partner_id: member.partner_id,
    access: member.access,
    key_id: null,
    embed_origin: null,
    member_id: member.id,
    operator: null,
    operator_role: null,
    expires_at: tx.now + lifeMs,
  });
  return addressOf(baseUrl, token);
}

function addressOf(baseUrl: string, token: string): string {
  return `${baseUrl}/partners/open/${token}`;
}

/** Replays show the link's expiry, and in place of the link that it was shown. */
export const WITHOUT_URL: Recording = {
  keep: (answered) => ({ ...answered, url: null, url_shown: true }),
  restore: (_, kept) => kept,
};
