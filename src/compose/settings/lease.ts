import { setting } from "./setting.ts";
import { baseUrl, flag, whole } from "./values.ts";

/** Coordination of machines that share one replica (contract, second part: section 19). */
export const LEASE_SETTINGS = {
  leaseSeconds: setting("LEASE_SECONDS", {
    fallback: "15",
    example: "15",
    meaning:
      "Seconds that salute promote waits for the previous leader, which accepts no changes once it could not confirm its lease for nine tenths of them; it tries every third",
    parse: whole(3, 600),
  }),
  leaseStrict: setting("LEASE_STRICT", {
    fallback: "0",
    example: "1",
    meaning:
      "1: a change is acknowledged once the replica has it, and refused while the replica's store is unreachable",
    parse: flag,
  }),
  leaseLenient: setting("LEASE_LENIENT", {
    fallback: "0",
    example: "1",
    meaning:
      "1: a leader that cannot reach the replica's store goes on accepting changes; a promotion meanwhile discards them, and both machines acknowledge until the old one reaches the store again",
    parse: flag,
  }),
  leaderBaseUrl: setting("LEADER_BASE_URL", {
    fallback: "",
    example: "https://salute.example.com",
    meaning: "Address of the leader, which a standby names when it refuses a request",
    parse: baseUrl,
  }),
};
