import { bad, badInProduction, type Diagnosis, ok, warn } from "./diagnosis.ts";
import type { Facts } from "./facts.ts";

/** Whether two machines on this replica are kept apart; null where none is configured. */
export function lease(facts: Facts): Diagnosis | null {
  const { config, lease: found } = facts;
  if (found === null)
    return config.leaseStrict
      ? warn(
          "LEASE_STRICT is set, and LITESTREAM_REPLICA_URL is not: there is no lease.",
          "Set it, or unset LEASE_STRICT.",
        )
      : null;
  const { standing, words } = found;
  if (standing === "held" || standing === "unknown") return ok(words);
  if (standing === "none")
    return config.leaseStrict
      ? bad(
          words,
          "Move the replica to S3 or file://, or unset LEASE_STRICT: the server does not start like this.",
        )
      : warn(words, "Before `salute promote --fenced` make sure that the other machine is off for good.");
  if (standing === "unreachable")
    return badInProduction(facts, words, "Look at the network, the store, and its keys.");
  if (facts.installed === null) return ok(`${words} An empty directory may follow it, or take over.`);
  return bad(words, "To lead again: salute promote --data NEW");
}
