import { Problem } from "../../../../http/answers/problem.ts";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import type { AudioShare } from "../audio-share.ts";
import { LINK_ERRORS } from "../errors.ts";
import type { Rule } from "../rules.ts";
import { type FollowedLink, findFollowedLink, findLinkByCode, type LinkRow } from "../store.ts";
import { type ParsedCode, parseCode } from "./codes.ts";

export const LINK_STATES = ["active", "expired", "revoked", "policy_blocked"] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** A link with its present state. */
export interface FoundLink {
  link: LinkRow;
  state: LinkState;
  /** For policy_blocked: the rule that its destination breaks now, and the host. */
  rule: Rule | null;
  deniedHost: string | null;
}

/** @throws Problem short_code_malformed, before any lookup */
export function requireCode(text: string, field = "code"): ParsedCode {
  const parsed = parseCode(text);
  if (parsed !== null) return parsed;
  throw new Problem(
    LINK_ERRORS.short_code_malformed,
    "Compare the code with the link: it is mistyped or incomplete, and was not looked up.",
    { details: [{ field, message: "is mistyped or incomplete" }] },
  );
}

/**
 * The link of a code. A signed link is only found with its right signature.
 * @throws Problem short_code_malformed, short_not_found
 */
export function findShortLink(share: AudioShare, text: string, now: number): FoundLink {
  const parsed = requireCode(text);
  const link = findLinkByCode(share.live.read, parsed.code);
  if (link === null || !isGenuine(share, link, parsed)) throw notFound();
  return checkLink(share, link, now);
}

/** The link of a code if it is active; otherwise null, and `findShortLink` gives the reason. */
export function findToFollow(share: AudioShare, text: string, now: number): FollowedLink | null {
  const parsed = parseCode(text);
  if (parsed === null) return null;
  const link = findFollowedLink(share.live.read, parsed.code);
  if (link === null || link.revoked_at !== null || link.expires_at <= now) return null;
  if (!isGenuine(share, link, parsed)) return null;
  return share.isStillAllowed(link.destination) ? link : null;
}

export function notFound(): Problem {
  return new Problem(
    LINK_ERRORS.short_not_found,
    "Check the whole link: this service has no link with this code.",
  );
}

function isGenuine(share: AudioShare, link: FollowedLink, { code, signature }: ParsedCode): boolean {
  if (link.kid === null || signature === null) return link.kid === null && signature === null;
  return (
    signature.kid === link.kid &&
    share.keys.isSignature(share.live.read, { ...link, code, kid: link.kid }, signature.mac)
  );
}

/** Checks the policy each time, since it may change after a link was created. */
export function checkLink(share: AudioShare, link: LinkRow, now: number): FoundLink {
  if (link.revoked_at !== null) return { link, state: "revoked", rule: null, deniedHost: null };
  if (link.expires_at <= now) return { link, state: "expired", rule: null, deniedHost: null };
  if (share.isStillAllowed(link.destination)) return { link, state: "active", rule: null, deniedHost: null };
  const decision = share.decide(link.destination);
  if (decision.allowed) throw new Error("an address is refused as a whole, not by a rule");
  return { link, state: "policy_blocked", rule: decision.rule, deniedHost: decision.deniedHost };
}

/**
 * The link if it is active.
 * @param facts what else a refusal says
 * @throws Problem short_expired, short_revoked, policy_blocked, each with `state`
 */
export function requireActive(found: FoundLink, facts: object = {}): LinkRow {
  const { link, state, rule, deniedHost } = found;
  switch (state) {
    case "active":
      return link;
    case "expired": {
      const expires_at = isoUtc(link.expires_at);
      throw new Problem(LINK_ERRORS.short_expired, `Ask for a new link: this one expired at ${expires_at}.`, {
        extra: { state, expires_at, ...facts },
      });
    }
    case "revoked":
      throw new Problem(LINK_ERRORS.short_revoked, "Ask the sender: this link was revoked.", {
        extra: { state, revoked_at: isoUtcOrNull(link.revoked_at), reason: link.revoked_reason, ...facts },
      });
    case "policy_blocked":
      throw new Problem(
        LINK_ERRORS.policy_blocked,
        "Ask the operators: the destination is no longer allowed.",
        {
          extra: { state, rule, denied_host: deniedHost, ...facts },
        },
      );
  }
}
