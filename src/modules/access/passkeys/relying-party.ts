import { Problem } from "../../../http/answers/problem.ts";
import { type RelyingParty, toRelyingParty } from "../../../kit/network/relying-party.ts";

/** @throws Problem state_conflict if browsers offer no passkeys at this address */
export function requireRelyingParty(baseUrl: string): RelyingParty {
  const found = toRelyingParty(baseUrl);
  if (found !== null) return found;
  throw new Problem(
    "state_conflict",
    `Set PUBLIC_BASE_URL to an https address with a host name: browsers offer no passkeys at ${baseUrl}.`,
  );
}
