import type { Sql, Tx } from "../../../db/sql.ts";
import { pageSession } from "../../../http/access/operator-auth.ts";
import { SessionCookie } from "../../../http/access/session-cookie.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { noteSignIn } from "../members/index.ts";
import { toMember } from "./member.ts";
import { isStanding, type KeyFiles } from "./standing.ts";
import { findLink, insertSession, type OpenLink, useLink } from "./store.ts";

export const MEMBER_COOKIE = new SessionCookie({
  name: "salute-portal",
  plainName: "salute_portal",
  lifetimeMs: 8 * HOUR_MS,
});

/** @throws Problem not_found for a link that is unknown, used, expired or withdrawn */
export function requireLink(
  sql: Sql,
  files: KeyFiles,
  { link, now }: { link: string; now: number },
): OpenLink {
  const found = findLink(sql, sha256Hex(link), now);
  if (found === null || !isStanding(files, found))
    throw new Problem(
      "not_found",
      "Ask for a new link where you got this one: it was opened before, or its time is over.",
    );
  return found;
}

/** Uses up a link, and starts its session. Returns the token for the cookie. */
export function openSession(tx: Tx, link: OpenLink): string {
  useLink(tx, link.token_hash);
  return startSession(tx, link, { method: "link" });
}

/** Starts a session, however its member proved to be the one. Returns the token for the cookie. */
export function startSession(
  tx: Tx,
  given: Omit<OpenLink, "token_hash">,
  by: { method: "link" } | { method: "passkey"; passkey: string },
): string {
  const { partner, ...opened } = given;
  const token = randomSecret(tx.random);
  const token_hash = sha256Hex(token);
  const expires_at = tx.now + MEMBER_COOKIE.lifetimeMs;
  const session = { ...opened, expires_at };
  insertSession(tx, { ...session, token_hash });
  if (given.member_id !== null) noteSignIn(tx, given.member_id);
  const actor = toMember({ ...session, partner }, pageSession(token));
  recordAudit(tx, actor, {
    action: "portal.open",
    subject: partner,
    details: { access: given.access, ...by },
  });
  return token;
}
