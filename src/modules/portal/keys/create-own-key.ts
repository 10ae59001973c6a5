import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { KeyMode, MemberActor } from "../../../http/operation.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { isCidr } from "../../../kit/network/addresses.ts";
import {
  adjustKey,
  createKey,
  type IssuedKey,
  listPartnerKeys,
  type Scope,
} from "../../access/keys/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { findOutside, KEYS_SHOWN, type OwnFiles, readBounds } from "../own-keys.ts";

interface NewOwnKey {
  files: OwnFiles;
  keyring: Keyring;
  mode: KeyMode;
  scopes: readonly Scope[];
  allowedIps: readonly string[];
}

/**
 * Creates a key of the member's partner within the bounds of its session.
 * @param tx of the mode's file
 * @throws InvalidInput naming the field beyond the bounds; Problem state_conflict if the partner has its most keys
 */
export function createOwnKey(
  tx: Tx,
  actor: MemberActor,
  { files, keyring, mode, scopes, allowedIps }: NewOwnKey,
): IssuedKey {
  const bounds = readBounds(files, actor);
  const { partner } = actor;
  const scope = scopes.find((each) => !bounds.scopes.includes(each));
  if (scope !== undefined || scopes.length === 0)
    throw new InvalidInput("scopes", `must be of ${bounds.scopes.join(", ")}, at least one`);
  requireWithin(allowedIps, bounds.ranges);
  const other = mode === "live" ? files.sandbox : files.live;
  const active = [tx, other.read]
    .flatMap((sql) => listPartnerKeys(sql, partner, KEYS_SHOWN))
    .filter(({ status }) => status === "active").length;
  if (active >= bounds.maxKeys)
    throw new Problem(
      "state_conflict",
      `Ask the operators to disable a key first: you have ${active} active keys, and at most ${bounds.maxKeys} are permitted.`,
    );
  const issued = createKey(tx, actor, {
    keyring,
    partner,
    mode,
    settings: { scopes, allowedIps, domains: [] },
  });
  const { dailyCreditLimit, rateLimitPerMinute } = bounds;
  if (dailyCreditLimit !== null || rateLimitPerMinute !== null)
    adjustKey(tx, actor, { keyId: issued.key_id, dailyCreditLimit, rateLimitPerMinute });
  return issued;
}

/** @param ranges each list that bounds the addresses; an empty one permits any */
function requireWithin(allowedIps: readonly string[], ranges: readonly (readonly string[])[]): void {
  const bad = allowedIps.find((each) => !isCidr(each));
  if (bad !== undefined)
    throw new InvalidInput("allowed_ips", `must be IP addresses or CIDR ranges; ${bad} is neither`);
  for (const permitted of ranges.filter((each) => each.length > 0)) {
    const among = permitted.join(", ");
    if (allowedIps.length === 0)
      throw new InvalidInput("allowed_ips", `must be at least one within ${among}`);
    const outside = findOutside(allowedIps, permitted);
    if (outside !== undefined)
      throw new InvalidInput("allowed_ips", `must be within ${among}; ${outside} is not`);
  }
}
