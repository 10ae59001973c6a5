import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { randomHex } from "../../../kit/ids.ts";
import type { UserRow } from "../users/index.ts";
import type { Challenge, ChallengeBody } from "./model.ts";
import { CHALLENGE_LIFE_MS, canSign, challengeText, MAX_WRONG_TRIES } from "./rules.ts";
import { countLiveChallenges, deleteExpiredChallenges, insertChallenge } from "./store.ts";

const MAX_LIVE_CHALLENGES = 5;

/** The partner on whose behalf a wallet signs. */
export interface RequestingPartner {
  partner: string;
  partnerId: number;
  /** Hosts of its pages, in addition to the service's own. */
  domains: readonly string[];
}

interface ChallengeRequest {
  user: UserRow;
  body: Static<typeof ChallengeBody>;
  /** The service's own address, whose host is always allowed. */
  baseUrl: string;
}

/**
 * Records a text for the user's wallet to sign, valid for a while and one use.
 * @throws Problem invalid_payload for another domain or an address that cannot sign; state_conflict past five live
 *   ones.
 */
export function issueChallenge(
  tx: Tx,
  asker: RequestingPartner,
  { user, body, baseUrl }: ChallengeRequest,
): Static<typeof Challenge> {
  const { wallet_address } = body;
  if (!canSign(wallet_address)) {
    throw invalidPayload(
      "wallet_address",
      "must be a key that can sign; this one is not a suitable point of the curve",
    );
  }
  const { domain, uri } = requireDomain(body.domain, asker.domains, baseUrl);
  deleteExpiredChallenges(tx, user.id);
  const live = countLiveChallenges(tx, user.id, { maxWrongTries: MAX_WRONG_TRIES, now: tx.now });
  if (live >= MAX_LIVE_CHALLENGES) {
    throw new Problem(
      "state_conflict",
      `Use one of the user's ${MAX_LIVE_CHALLENGES} live challenges, or wait until one expires.`,
      { extra: { reason: "live_challenges" } },
    );
  }
  const id = `wch_${randomHex(16, tx.random)}`;
  const times = { issuedAt: tx.now, expiresAt: tx.now + CHALLENGE_LIFE_MS };
  const text = challengeText({
    domain,
    uri,
    address: wallet_address,
    partner: asker.partner,
    userId: user.id,
    nonce: randomHex(16, tx.random),
    ...times,
  });
  insertChallenge(tx, asker.partnerId, {
    id,
    user_id: user.id,
    wallet_address,
    domain,
    text,
    issued_at: times.issuedAt,
    expires_at: times.expiresAt,
  });
  return { challenge_id: id, text, expires_at: isoUtc(times.expiresAt) };
}

/** The page where the user signs: wallets warn if a text names another host than the page that shows it. */
function requireDomain(
  asked: string | undefined,
  allowed: readonly string[],
  baseUrl: string,
): { domain: string; uri: string } {
  const own = new URL(baseUrl);
  const domain = (asked ?? own.host).toLowerCase();
  if (domain === own.host) return { domain, uri: own.origin };
  if (allowed.includes(domain)) return { domain, uri: `https://${domain}` };
  throw invalidPayload(
    "domain",
    `must be one of ${[own.host, ...allowed].join(", ")}; operators can add domains to the key`,
  );
}
